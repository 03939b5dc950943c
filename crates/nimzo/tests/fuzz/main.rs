//! Whatever is written to the program, it answers or refuses: nothing panics, overflows the stack or
//! takes a value for another one.
//!
//! Each target has a corpus in `corpus/NAME`: in a file `*.txt` every line is an input, any other
//! file is one as a whole. All of them are tried, then inputs made from them by [`mutate`]. The same
//! are tried on every run; `NIMZO_FUZZ=1000000 cargo test --release --test fuzz` tries other ones,
//! so many for each target. An input that is found is put into the corpus.

mod mutate;
mod targets;
mod written;

use std::fs;
use std::io::{Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use mutate::Mutator;

/// Inputs tried for a target where nothing else is asked for.
const INPUTS: usize = 3_000;

/// Something that takes inputs from outside.
struct Target<'a> {
    /// Its name, which is that of its corpus.
    name: &'a str,
    /// Words that mean something to it.
    words: &'a [&'a str],
    /// Takes an input; panics if what came of it is wrong.
    take: &'a dyn Fn(&[u8]),
}

impl Target<'_> {
    /// Tries the corpus, `more` inputs, and what is made of them.
    fn fuzz(&self, more: Vec<Vec<u8>>) {
        let mut seeds = corpus(self.name);
        assert!(!seeds.is_empty() || !more.is_empty(), "{} has no corpus", self.name);
        seeds.extend(more);
        let mut last = Last::of(self.name);
        seeds.iter().for_each(|input| self.try_one(input, &mut last));
        let asked: Option<usize> = std::env::var("NIMZO_FUZZ")
            .ok()
            .map(|text| text.parse().expect("NIMZO_FUZZ: a number"));
        let random = match asked {
            Some(_) => fastrand::Rng::new(),
            None => fastrand::Rng::with_seed(0),
        };
        let mut mutator = Mutator::new(seeds, self.words, random);
        for _ in 0..asked.unwrap_or(INPUTS) {
            self.try_one(&mutator.next_input(), &mut last);
        }
    }

    fn try_one(&self, input: &[u8], last: &mut Last) {
        last.keep(input);
        if catch_unwind(AssertUnwindSafe(|| (self.take)(input))).is_err() {
            let text = input.escape_ascii();
            panic!("{}: this input is to be put into the corpus: {text}", self.name);
        }
    }
}

/// The file of the input that is being tried, for the case that the process does not outlive it.
struct Last(fs::File);

impl Last {
    fn of(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
        Self(fs::File::create(path).expect("a file"))
    }

    fn keep(&mut self, input: &[u8]) {
        let kept = self.0.rewind().and_then(|()| self.0.write_all(input));
        kept.and_then(|()| self.0.set_len(input.len() as u64)).expect("the input can be kept");
    }
}

/// The inputs that are kept for a target.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name);
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a name").path()).collect();
    paths.sort();
    let mut inputs = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).expect("an input");
        if path.extension().is_some_and(|ending| ending == "txt") {
            inputs.extend(bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec));
        } else {
            inputs.push(bytes);
        }
    }
    inputs
}
