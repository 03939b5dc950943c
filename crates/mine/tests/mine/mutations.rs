//! Queries that were broken are refused with the place, or read as something; none panics.

use fastrand::Rng;
use nimzo_mine::Query;

use super::random;

/// Breaks a query in one place, so that it can no longer be read.
fn broken(rng: &mut Rng, good: &str) -> String {
    const RUBBISH: [&str; 10] = ["#", "winn(w)", ")", "(", "and", "w", "99999", "on", ";", "é"];
    let letters: Vec<char> = good.chars().collect();
    let at = rng.usize(..=letters.len());
    let before: String = letters[..at].iter().collect();
    let after: String = letters[at..].iter().collect();
    let rubbish = RUBBISH[rng.usize(..RUBBISH.len())];
    match rng.u8(..3) {
        0 => format!("{before} {rubbish} {after}"),
        1 => before,
        _ => format!("{before}{}", after.chars().skip(1).collect::<String>()),
    }
}

#[test]
fn two_hundred_broken_queries_are_refused_with_the_place() {
    let mut rng = Rng::with_seed(5);
    let mut refused = 0;
    while refused < 200 {
        let good = random::query(&mut rng, "KQRBNPkqrbnp", 2);
        assert!(good.parse::<Query>().is_ok(), "{good}");
        let bad = broken(&mut rng, &good);
        // Some letters less still make a query.
        let Err(fault) = bad.parse::<Query>() else { continue };
        refused += 1;
        assert!(fault.place <= bad.chars().count(), "{bad}: {fault}");
        assert!(!fault.expected.is_empty(), "{bad}: {fault}");
        // What stands before the place is not at fault.
        let found = bad.chars().skip(fault.place).collect::<String>();
        let named = fault.found.trim_matches(['"', '\'']).trim_start_matches("the number ");
        assert!(
            fault.found == "the end" && found.is_empty() || found.starts_with(named),
            "{fault}"
        );
    }
}
