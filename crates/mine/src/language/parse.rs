//! From tokens to an expression. What could stand at each place is told where it is read.

use nimzo_chess::{Metric, Wdl};
use nimzo_zugzwang::Kind;
use shakmaty::Color;

use super::expression::{Expression, MoveTest, Number, Relation};
use super::fault::Fault;
use super::men::{Men, Squares};
use super::token::{Placed, Token, tokens};

/// Brackets and `not`s within each other at most: nobody writes more, and the stack is finite.
const DEEPEST: usize = 64;

/// Words that hold or not, without brackets after them.
const BARE: [&str; 10] = [
    "check",
    "mate",
    "stalemate",
    "legal",
    "reachable",
    "mutual",
    "wtm",
    "btm",
    "same_color_bishops",
    "opposite_color_bishops",
];

/// Words that hold or not, with brackets.
const WITH_BRACKETS: [&str; 13] = [
    "win",
    "draw",
    "loss",
    "cursed",
    "blessed",
    "only_move",
    "only_winning",
    "only_drawing",
    "every_move",
    "after",
    "attacks",
    "zug",
    "null",
];

/// Words for numbers, with brackets.
const NUMBERS: [&str; 9] = [
    "dtm",
    "dtc",
    "dtz",
    "dtz50",
    "moves",
    "winning_moves",
    "drawing_moves",
    "losing_moves",
    "count",
];

const RELATIONS: [(&str, Relation); 7] = [
    ("=", Relation::Equal),
    ("==", Relation::Equal),
    ("!=", Relation::Different),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::More),
];

/// Reads a query.
pub(super) fn parse(query: &str) -> Result<Expression, Fault> {
    let mut parser = Parser { tokens: tokens(query)?, next: 0, depth: 0 };
    let found = parser.either()?;
    match parser.peek() {
        Token::End => Ok(found),
        _ => Err(parser.fault(&["and", "or", "the end"])),
    }
}

pub(super) struct Parser {
    tokens: Vec<Placed>,
    next: usize,
    depth: usize,
}

impl Parser {
    fn at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + ahead).min(last)].token
    }

    pub(super) fn peek(&self) -> &Token {
        self.at(0)
    }

    pub(super) fn step(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn fault(&self, expected: &[impl ToString]) -> Fault {
        let here = &self.tokens[self.next];
        Fault::new(here.place, here.token.shown(), expected)
    }

    pub(super) fn word(&self) -> Option<&str> {
        match self.peek() {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn take_word(&mut self, wanted: &str) -> bool {
        let found = self.word() == Some(wanted);
        if found {
            self.step();
        }
        found
    }

    pub(super) fn take_sign(&mut self, wanted: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(sign) if *sign == wanted);
        if found {
            self.step();
        }
        found
    }

    pub(super) fn require(&mut self, wanted: &str) -> Result<(), Fault> {
        if self.take_sign(wanted) { Ok(()) } else { Err(self.fault(&[format!("\"{wanted}\"")])) }
    }

    /// One level deeper into brackets.
    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            return Err(self.fault(&["fewer brackets within each other"]));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn either(&mut self) -> Result<Expression, Fault> {
        let mut all = vec![self.both()?];
        while self.take_word("or") {
            all.push(self.both()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expression::Or(all) })
    }

    fn both(&mut self) -> Result<Expression, Fault> {
        let mut all = vec![self.one()?];
        while self.take_word("and") {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Expression::And(all) })
    }

    fn one(&mut self) -> Result<Expression, Fault> {
        if self.take_word("not") {
            let one = self.deeper(Self::one)?;
            return Ok(Expression::Not(Box::new(one)));
        }
        if self.take_sign("(") {
            let inner = self.deeper(Self::either)?;
            self.require(")")?;
            return Ok(inner);
        }
        let Token::Word(word) = self.peek().clone() else {
            return match self.peek() {
                Token::Number(_) => self.comparison(),
                _ => Err(self.fault(&starts())),
            };
        };
        if NUMBERS.contains(&word.as_str()) {
            return self.comparison();
        }
        let on = matches!(self.at(1), Token::Word(next) if next == "on");
        if let (Some(men), true) = (Men::named(&word), on) {
            self.step();
            self.step();
            return Ok(Expression::On(men, self.squares()?));
        }
        if BARE.contains(&word.as_str()) {
            self.step();
            return Ok(bare(&word));
        }
        if WITH_BRACKETS.contains(&word.as_str()) {
            self.step();
            if word == "zug" && !matches!(self.peek(), Token::Sign("(")) {
                return Ok(Expression::Zugzwang(Kind::ALL.to_vec()));
            }
            self.require("(")?;
            let found = self.in_brackets(&word)?;
            self.require(")")?;
            return Ok(found);
        }
        if Men::named(&word).is_some() {
            self.step();
            return Err(self.fault(&["on"]));
        }
        Err(self.fault(&starts()))
    }

    fn in_brackets(&mut self, word: &str) -> Result<Expression, Fault> {
        if word == "null" {
            return Ok(Expression::Null(Box::new(self.deeper(Self::either)?)));
        }
        if word == "zug" {
            return self.zugzwang();
        }
        if word == "attacks" {
            let attackers = self.men()?;
            self.require(",")?;
            return Ok(Expression::Attacks(attackers, self.men()?));
        }
        let side = self.side()?;
        Ok(match word {
            "win" => Expression::Result(side, Wdl::Win),
            "draw" => Expression::Result(side, Wdl::Draw),
            "loss" => Expression::Result(side, Wdl::Loss),
            "cursed" => Expression::Spoilt(side, Wdl::Win),
            "blessed" => Expression::Spoilt(side, Wdl::Loss),
            "only_move" => {
                let only = |wdl| only(side, wdl, MoveTest::ANY);
                Expression::Or(vec![only(Wdl::Win), only(Wdl::Draw)])
            }
            "only_winning" => only(side, Wdl::Win, self.further_tests()?),
            "only_drawing" => only(side, Wdl::Draw, self.further_tests()?),
            "every_move" => {
                self.require(",")?;
                let test = self.move_tests()?;
                Expression::And(vec![
                    Expression::moves(side, MoveTest::ANY, Relation::AtLeast, 1),
                    Expression::moves(side, MoveTest::Not(Box::new(test)), Relation::Equal, 0),
                ])
            }
            _ => {
                self.require(",")?;
                Expression::moves(side, self.move_tests()?, Relation::AtLeast, 1)
            }
        })
    }

    fn zugzwang(&mut self) -> Result<Expression, Fault> {
        const KINDS: [Kind; 3] = [Kind::A1, Kind::A2, Kind::A3];
        let named = self.word().and_then(|word| word.parse::<Kind>().ok());
        match named.filter(|kind| KINDS.contains(kind)) {
            Some(kind) => {
                self.step();
                Ok(Expression::Zugzwang(vec![kind]))
            }
            None => Err(self.fault(&KINDS)),
        }
    }

    fn side(&mut self) -> Result<Color, Fault> {
        let side = match self.word() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            _ => return Err(self.fault(&["w", "b"])),
        };
        self.step();
        Ok(side)
    }

    fn men(&mut self) -> Result<Men, Fault> {
        match self.word().and_then(Men::named) {
            Some(men) => {
                self.step();
                Ok(men)
            }
            None => {
                let letters = "KQRBNPkqrbnp".chars().map(String::from);
                let expected = letters.chain(["white".to_owned(), "black".to_owned()]);
                Err(self.fault(&expected.collect::<Vec<_>>()))
            }
        }
    }

    fn comparison(&mut self) -> Result<Expression, Fault> {
        let one = self.number()?;
        if self.take_word("in") {
            let least = self.constant()?;
            self.require("..")?;
            let most = self.constant()?;
            let bound = |relation, bound| {
                Expression::Compare(one.clone(), relation, Number::Constant(bound))
            };
            let bounds = [bound(Relation::AtLeast, least), bound(Relation::AtMost, most)];
            return Ok(Expression::And(bounds.into()));
        }
        let named = |sign: &str| RELATIONS.iter().find(|(name, _)| *name == sign);
        let found = match self.peek() {
            Token::Sign(sign) => named(sign),
            _ => None,
        };
        let Some((_, relation)) = found else {
            let mut expected: Vec<&str> =
                RELATIONS.iter().map(|(sign, _)| *sign).filter(|sign| *sign != "==").collect();
            expected.push("in");
            return Err(self.fault(&expected));
        };
        self.step();
        Ok(Expression::Compare(one, *relation, self.number()?))
    }

    fn constant(&mut self) -> Result<u16, Fault> {
        match *self.peek() {
            Token::Number(number) => {
                self.step();
                Ok(number)
            }
            _ => Err(self.fault(&["a number"])),
        }
    }

    fn number(&mut self) -> Result<Number, Fault> {
        if matches!(self.peek(), Token::Number(_)) {
            return Ok(Number::Constant(self.constant()?));
        }
        let word = match self.word() {
            Some(word) if NUMBERS.contains(&word) => word.to_owned(),
            _ => {
                let with_brackets = NUMBERS.iter().map(|word| format!("{word}(…)"));
                let expected = std::iter::once("a number".to_owned()).chain(with_brackets);
                return Err(self.fault(&expected.collect::<Vec<_>>()));
            }
        };
        self.step();
        self.require("(")?;
        let found = if word == "count" {
            let men = self.men()?;
            let squares = if self.take_word("on") { self.squares()? } else { Squares(!0) };
            Number::Men(men, squares)
        } else {
            let side = self.side()?;
            let counted = |parser: &mut Self, result: Option<Wdl>| {
                let test = result.map_or(MoveTest::ANY, MoveTest::Result);
                Ok(Number::Moves(side, test.and(parser.further_tests()?)))
            };
            match word.as_str() {
                "moves" => counted(self, None)?,
                "winning_moves" => counted(self, Some(Wdl::Win))?,
                "drawing_moves" => counted(self, Some(Wdl::Draw))?,
                "losing_moves" => counted(self, Some(Wdl::Loss))?,
                "dtm" => Number::Depth(Metric::Dtm, side),
                "dtc" => Number::Depth(Metric::Dtc, side),
                "dtz" => Number::Depth(Metric::Dtz, side),
                _ => Number::Depth(Metric::Dtz50, side),
            }
        };
        self.require(")")?;
        Ok(found)
    }
}

/// What a condition can begin with.
fn starts() -> Vec<String> {
    let mut all: Vec<String> = vec!["not".to_owned(), "\"(\"".to_owned()];
    all.extend(BARE.map(str::to_owned));
    all.extend(WITH_BRACKETS.iter().chain(&NUMBERS).map(|word| format!("{word}(…)")));
    all.push("a man such as K or p, or white or black, followed by on".to_owned());
    all.push("a number".to_owned());
    all
}

fn bare(word: &str) -> Expression {
    match word {
        "check" => Expression::Check,
        "mate" => Expression::Mate,
        "stalemate" => Expression::Stalemate,
        "legal" => Expression::Legal,
        "reachable" => Expression::Reachable,
        "mutual" => Expression::Zugzwang(Kind::ALL.to_vec()),
        "wtm" => Expression::ToMove(Color::White),
        "btm" => Expression::ToMove(Color::Black),
        "same_color_bishops" => Expression::SameColorBishops,
        _ => Expression::OppositeColorBishops,
    }
}

/// The side is to move with this result, exactly one of its moves keeps it, and that one passes a
/// test.
fn only(side: Color, result: Wdl, test: MoveTest) -> Expression {
    let keeping = MoveTest::Result(result);
    let one = |test| Expression::moves(side, test, Relation::Equal, 1);
    let mut all = vec![Expression::Result(side, result), one(keeping.clone())];
    if test != MoveTest::ANY {
        all.push(one(keeping.and(test)));
    }
    Expression::And(all)
}
