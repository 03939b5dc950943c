//! What a computation has taken of the processors. Readings come from the operating system and are `None` where
//! it does not tell.

use std::fs;
use std::time::Duration;

/// In what Linux counts processor time, to programs: a hundredth of a second.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of all threads of this process, in the program and in the system.
pub fn time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11).map(str::parse::<u32>);
    let (user, system) = (fields.next()?.ok()?, fields.next()?.ok()?);
    Some(TICK * user.checked_add(system)?)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn working_takes_time() {
        let begun = super::time().unwrap();
        let mut number = 1u64;
        while super::time().unwrap() == begun {
            (0..1000).for_each(|_| number = std::hint::black_box(number.wrapping_mul(3)));
        }
        assert!(number != 0);
    }
}
