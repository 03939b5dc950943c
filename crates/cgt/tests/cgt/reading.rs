//! How texts are read: nothing silently otherwise than it looks.

use std::cmp::Ordering;

use nimzo_cgt::{Calculation, Calculator, Error, Loopy, Universe};
use nimzo_work::Task;

use crate::random::Random;

fn calculated(text: &str) -> Result<Calculation, Error> {
    Calculator::new().calculate(text, &Task::silent())
}

/// The canonical form and the warnings.
fn read(text: &str) -> (String, Vec<String>) {
    match calculated(text) {
        Ok(Calculation::Value(analysis)) => (analysis.canonical, analysis.warnings),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn decimals_that_are_dyadic_are_numbers() {
    let cases = [
        ("0.5", "1/2"),
        ("1.5", "3/2"),
        ("2.5*", "5/2*"),
        ("0.375", "3/8"),
        ("-2.75^", "-11/4^"),
        ("3.0", "3"),
        ("0.50", "1/2"),
        ("1.5over", "3/2over"),
        ("{2.5|-0.5}", "{5/2|-1/2}"),
        ("2*0.5", "1"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).0, expected, "{text}");
    }
    for text in ["0.1", "1.3", "2.2*", "0.00000000000000000000000000000000000000000000000001"] {
        let told = calculated(text).unwrap_err().to_string();
        assert!(told.contains("dyadic rational"), "{text}: {told}");
    }
}

#[test]
fn uptimals_are_uptimals() {
    let cases = [
        (".1", "^"),
        (".3*", "^3*"),
        (".01", "^<2>"),
        (".11", "^[2]"),
        (".111*2", "^[3]*2"),
        ("-.01", "v<2>"),
        ("3 + .001", "3^<3>"),
        ("^<1>", "^"),
        ("v[4]", "v[4]"),
        ("5^<2>*", "5^<2>*"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).0, expected, "{text}");
    }
    assert!(calculated(".12 == ^ + 2*^<2>").unwrap().holds());
    assert!(calculated(".12 - .02 == ^").unwrap().holds());
    // A dot behind a value is neither.
    for text in ["^.12", "{1|0}.5", "on.5", "1/2.5", "(1).5", "*.5"] {
        let told = calculated(text).unwrap_err().to_string();
        assert!(told.contains("an operator"), "{text}: {told}");
    }
    // One half, or five ups?
    assert!(read(".5").1[0].contains("0.5"), "{:?}", read(".5"));
}

#[test]
fn a_star_between_values_multiplies_and_one_at_the_end_is_a_nimber() {
    let cases = [
        ("3 * 2", "6", 0),
        ("3*2", "6", 1),
        ("3 *2", "6", 0),
        ("-3*2", "-6", 1),
        ("1/2*3", "3/2", 1),
        ("3*(-1)", "-3", 0),
        ("3 * -1", "-3", 0),
        ("3*{1|0}", "{2|1}", 0),
        ("{1|0}*3", "{2|1}", 0),
        ("{1|0} * 3", "{2|1}", 0),
        ("3*^", "^3", 0),
        ("3**", "*", 0),
        ("2*3*4", "24", 2),
        ("3·2", "6", 0),
        ("3 × -2", "-6", 0),
        ("3 . ^", "^3", 0),
        ("(*+*)*3", "0", 0),
        ("*2*3", "*2", 0),
        ("1/2 * 1/2", "1/4", 0),
        ("3*", "3*", 0),
        ("3* - 1", "2*", 0),
        ("3*+1", "4*", 0),
        ("3*+^", "3^*", 0),
        ("3+*2", "3+*2", 0),
        ("{3*|1*}", "{3*|1*}", 0),
        ("{1|0}*", "{1*|*}", 0),
        ("(1)*", "1*", 0),
        ("upon*", "upon*", 0),
        ("^*3", "^*3", 0),
        ("^3*2", "^3*2", 0),
        ("^*-1", "-1^*", 0),
        ("1^3", "1^3", 1),
        ("1^", "1^", 0),
    ];
    for (text, expected, warnings) in cases {
        let (found, told) = read(text);
        assert_eq!((found.as_str(), told.len()), (expected, warnings), "{text}: {told:?}");
    }
    for text in ["3*-1", "{1|0}*-1", "3*+-1", "upon*-1", "^ * 3", "^ *3", "3 *", "* 3", "1/2*{1|0}"]
    {
        assert!(calculated(text).is_err(), "{text}");
    }
    let told = calculated("3*-1").unwrap_err().to_string();
    assert!(told.contains("x*(-y)") && told.contains("x* - y"), "{told}");
    assert!(read("3*2").1[0].contains("3+*2"));
}

#[test]
fn other_ambiguities_are_refused() {
    for text in ["on + 1 & 0", "1 & 0 + 1", "-1/2 + on & off", "-*:1", "-x:1", "1 = 2", "on = 3"] {
        assert!(calculated(text).is_err(), "{text}");
    }
    assert_eq!(read("(on+1) & (0+1)").0, "on & 1");
    assert_eq!(read("-1:*").0, "-1*");
}

#[test]
fn names_and_lines() {
    let (mut calculator, task) = (Calculator::new(), Task::silent());
    let mut line = |text: &str| match calculator.calculate(text, &task) {
        Ok(Calculation::Value(analysis)) => analysis.canonical,
        Ok(Calculation::Order(comparison)) => comparison.holds.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(line("x = {2|0}"), "{2|0}");
    assert_eq!(line("y := over"), "over");
    assert_eq!(line("x + x"), "2");
    assert_eq!(line("x*3"), "{4|2}");
    assert_eq!(line("{x|-1}"), "{2|0||-1}");
    assert_eq!(line("x = x - 1"), "+-1");
    assert_eq!(line("x"), "+-1");
    assert_eq!(line("x <> 0"), "true");
    assert_eq!(line("y > ^5"), "true");
    assert_eq!(line("y + x <| y"), "true");
    // Inside a form its own name counts.
    assert_eq!(line("x{0|x}"), "over");
    assert!(line("z").contains("a known name"));
    assert!(line("tiny = 3").contains("a name that means nothing yet"));
}

#[test]
fn comparisons() {
    let cases = [
        ("^ < ^^", true),
        ("^ <= *", false),
        ("^ <> *", true),
        ("^ || *", true),
        ("^ <| *", true),
        ("^ |> *", true),
        ("1 |> 2", false),
        ("{1|1} == 1*", true),
        ("{1|1} != 1*", false),
        ("1 >= 1", true),
        ("1 > 1", false),
        ("^<2> < ^", true),
        ("^<1", true),
        ("over > ^100", true),
        ("over < 1/1024", true),
        ("dud <> 0", true),
        ("on >= dud", true),
        ("upon < ^^", true),
        ("tis == 1 & 0", true),
        ("tisn == 0 & -1", true),
        ("tis + tisn == 1 & -1", true),
        ("^[on] == upon", true),
        ("v[on] == -upon", true),
        ("^<on> == uponth", true),
        ("hi == {on||0|off}", true),
        ("lo == {on|0||off}", true),
        ("ono == {on|0}", true),
        ("oof == {0|off}", true),
        ("-hi == lo", true),
    ];
    for (text, expected) in cases {
        let answer = calculated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(matches!(answer, Calculation::Order(_)), "{text}");
        assert_eq!(answer.holds(), expected, "{text}");
    }
}

/// A random expression, short if `loops` is not allowed.
fn expression(random: &mut Random, depth: usize, loops: bool) -> String {
    const LEAVES: [&str; 18] = [
        "0", "1", "-2", "1/2", "-3/4", "2.5", "*", "*2", "*5", "^", "vv*", "^3", "1^*", ".01",
        "^[2]", "v<2>*", "2*", "3+*2",
    ];
    const LOOPY: [&str; 6] = ["on", "over", "upon", "under", "upon*", "^<on>"];
    if depth == 0 {
        return match random.below(3) {
            0 if loops => LOOPY[random.below(LOOPY.len())].to_owned(),
            _ => LEAVES[random.below(LEAVES.len())].to_owned(),
        };
    }
    let inner = |random: &mut Random| expression(random, depth - 1, loops);
    match random.below(8) {
        0 => format!("({}) + ({})", inner(random), inner(random)),
        1 => format!("({}) - ({})", inner(random), inner(random)),
        2 => format!("2*({})", inner(random)),
        3 => format!("+-({})", inner(random)),
        4 => format!("{{{},{}|{}}}", inner(random), inner(random), inner(random)),
        _ => format!("{{{}|{}}}", inner(random), inner(random)),
    }
}

#[test]
fn two_thousand_expressions_go_through_print_and_parse_unchanged() {
    let mut random = Random(0xbeef);
    let mut universe = Universe::new();
    let mut forms = 0;
    for _ in 0..2000 {
        let depth = 1 + random.below(2);
        let text = expression(&mut random, depth, false);
        let game = universe.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let shown = universe.show(game);
        assert_eq!(universe.parse(&shown), Ok(game), "{text}: {shown}");
        forms += usize::from(shown.contains('{'));
    }
    assert!(forms > 500, "{forms} with braces");
    let mut loops = 0;
    for _ in 0..300 {
        let depth = 1 + random.below(2);
        let text = expression(&mut random, depth, true);
        let Ok(value) = Loopy::parse(&text) else { continue };
        let shown = value.to_string();
        let back = Loopy::parse(&shown).unwrap_or_else(|error| panic!("{text}: {shown}: {error}"));
        assert_eq!(back.compare(&value), Some(Ordering::Equal), "{text}: {shown}");
        assert_eq!(back.to_string(), shown, "{text}");
        loops += 1;
    }
    assert!(loops > 200, "{loops} loopy");
}
