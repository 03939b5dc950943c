//! Reading what is said of moves.

use nimzo_chess::Wdl;
use shakmaty::Role;

use super::expression::MoveTest;
use super::fault::Fault;
use super::parse::Parser;

const WORDS: [&str; 14] = [
    "wins",
    "draws",
    "loses",
    "capture",
    "promotion",
    "underpromotion",
    "quiet",
    "zeroing",
    "check",
    "mate",
    "stalemate",
    "king",
    "pawn",
    "by",
];

impl Parser {
    /// Tests after a comma, if there are any.
    pub(super) fn further_tests(&mut self) -> Result<MoveTest, Fault> {
        if self.take_sign(",") { self.move_tests() } else { Ok(MoveTest::ANY) }
    }

    /// Tests between commas: a move must pass all of them.
    pub(super) fn move_tests(&mut self) -> Result<MoveTest, Fault> {
        let mut test = self.either_test()?;
        while self.take_sign(",") {
            test = test.and(self.either_test()?);
        }
        Ok(test)
    }

    fn either_test(&mut self) -> Result<MoveTest, Fault> {
        let mut all = vec![self.both_tests()?];
        while self.take_word("or") {
            all.push(self.both_tests()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { MoveTest::Or(all) })
    }

    fn both_tests(&mut self) -> Result<MoveTest, Fault> {
        let mut all = vec![self.one_test()?];
        while self.take_word("and") {
            all.push(self.one_test()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { MoveTest::And(all) })
    }

    fn one_test(&mut self) -> Result<MoveTest, Fault> {
        if self.take_word("not") {
            return Ok(MoveTest::Not(Box::new(self.deeper(Self::one_test)?)));
        }
        if self.take_sign("(") {
            let inner = self.deeper(Self::either_test)?;
            self.require(")")?;
            return Ok(inner);
        }
        let zeroing = || MoveTest::Or(vec![MoveTest::Takes(None), MoveTest::By(Role::Pawn)]);
        let found = match self.word() {
            Some("wins" | "win") => MoveTest::Result(Wdl::Win),
            Some("draws" | "draw") => MoveTest::Result(Wdl::Draw),
            Some("loses" | "loss") => MoveTest::Result(Wdl::Loss),
            Some("capture") => {
                self.step();
                let of = self.take_word("of");
                return Ok(MoveTest::Takes(if of { Some(self.role("QRBNP")?) } else { None }));
            }
            Some("promotion") => {
                self.step();
                let to = self.take_word("to");
                return Ok(MoveTest::Promotes(if to { Some(self.role("QRBN")?) } else { None }));
            }
            Some("underpromotion") => MoveTest::And(vec![
                MoveTest::Promotes(None),
                MoveTest::Not(Box::new(MoveTest::Promotes(Some(Role::Queen)))),
            ]),
            Some("zeroing") => zeroing(),
            Some("quiet") => MoveTest::Not(Box::new(zeroing())),
            Some("check") => MoveTest::Check,
            Some("mate") => MoveTest::Mate,
            Some("stalemate") => MoveTest::Stalemate,
            Some("king") => MoveTest::By(Role::King),
            Some("pawn") => MoveTest::By(Role::Pawn),
            Some("by") => {
                self.step();
                return Ok(MoveTest::By(self.role("KQRBNP")?));
            }
            _ => {
                let words = WORDS.iter().map(|word| (*word).to_owned());
                let expected = ["not".to_owned(), "\"(\"".to_owned()].into_iter().chain(words);
                return Err(self.fault(&expected.collect::<Vec<_>>()));
            }
        };
        self.step();
        Ok(found)
    }

    /// A kind of man, in letters of either case.
    fn role(&mut self, allowed: &str) -> Result<Role, Fault> {
        let mut letters = self.word().unwrap_or_default().chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) => letter.to_ascii_uppercase(),
            _ => ' ',
        };
        match Role::from_char(letter).filter(|_| allowed.contains(letter)) {
            Some(role) => {
                self.step();
                Ok(role)
            }
            None => Err(self.fault(&allowed.chars().collect::<Vec<_>>())),
        }
    }
}
