//! Text in and text out. The values of `data/values.txt` come from outside; the file says whence.

use nimzo_cgt::{Error, Universe};

#[test]
fn known_values() {
    let mut tried = 0;
    for line in include_str!("data/values.txt").lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (input, expected) = line.split_once(" = ").unwrap();
        let mut universe = Universe::new();
        let game = universe.parse(input.trim()).unwrap_or_else(|error| panic!("{input}: {error}"));
        assert_eq!(universe.show(game), expected.trim(), "{input}");
        tried += 1;
    }
    assert!(tried > 30);
}

#[test]
fn errors_point_at_the_character() {
    let cases = [
        ("", 0),
        ("{1|0", 4),
        ("{3|2|1}", 4),
        ("1|0", 1),
        ("{1}", 2),
        ("1 + ", 4),
        ("1/3", 0),
        ("1 ? 2", 2),
        ("{1|x}", 3),
        ("(1", 2),
        ("cool(1)", 0),
        ("cool(1,*)", 7),
        ("{1|0} * {2|0}", 0),
        ("99999999999999999999", 0),
        ("^^3", 0),
        ("pass", 0),
        ("1 2", 2),
    ];
    for (input, place) in cases {
        match Universe::new().parse(input) {
            Err(Error::Syntax { at, .. }) => assert_eq!(at, place, "{input}"),
            other => panic!("{input}: {other:?}"),
        }
    }
}

#[test]
fn nothing_panics() {
    let deep_open = "{".repeat(5000);
    let deep = format!("{}0{}", "{0|".repeat(150), "}".repeat(150));
    let minus = "-".repeat(100_000);
    let texts = [
        deep_open.as_str(),
        deep.as_str(),
        minus.as_str(),
        "9223372036854775807 + 1",
        "-9223372036854775807 - 2",
        "*18446744073709551615 + {1|0}",
        "^9223372036854775807 + ^",
        "{1|0} + ^2000",
        "9223372036854775807*{1|0}",
        "{9223372036854775807|}",
        "1/4611686018427387904 + {1/4611686018427387904|0}",
        "{0|1/4611686018427387904}",
        "cool({1|0},9223372036854775807)",
        "heat(^3,9223372036854775807)",
        "v{0|v}",
        "on",
        "{1|0} & 3",
    ];
    for text in texts {
        // An answer or an error, but no panic.
        if let Err(error) = Universe::new().parse(text) {
            assert!(!error.to_string().is_empty());
        }
    }
}
