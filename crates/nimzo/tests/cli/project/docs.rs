//! What README and docs print in their console blocks is what the program prints.
//!
//! A block begins with three backticks and `console`. A line in it that begins with `$ nimzo` is run,
//! each block in a folder of its own, and what follows is its answer: standard output, or what an
//! error says. `| head -3` keeps the first lines; `…` stands for any text within a line and, alone on
//! a line, for any lines. Blocks marked `console slow` are run with `cargo test --release -- --ignored`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::nimzo;

const PROMPT: &str = "$ ";
const GAP: &str = "…";

/// A block of a page: its mark, the line it begins at, its lines.
struct Block {
    place: String,
    mark: String,
    lines: Vec<String>,
}

/// A command of a block and the answer that the page gives.
struct Step {
    words: Vec<String>,
    head: Option<usize>,
    answer: Vec<String>,
}

#[test]
fn console_blocks_print_what_they_say() {
    let blocks: Vec<Block> = blocks().into_iter().filter(|b| b.mark == "console").collect();
    assert!(blocks.len() > 5, "only {} console blocks were found", blocks.len());
    hold(&blocks);
}

#[test]
#[ignore = "takes minutes"]
fn slow_console_blocks_print_what_they_say() {
    let blocks: Vec<Block> = blocks().into_iter().filter(|b| b.mark == "console slow").collect();
    assert!(!blocks.is_empty(), "no slow console blocks were found");
    hold(&blocks);
}

#[test]
fn whatever_has_a_prompt_is_run() {
    for block in blocks().iter().filter(|block| !block.mark.starts_with("console")) {
        let prompt = block.lines.iter().find(|line| line.starts_with("$ nimzo"));
        assert!(prompt.is_none(), "{}: mark the block `console`", block.place);
    }
}

/// Runs all blocks and tells of every answer that is another.
fn hold(blocks: &[Block]) {
    let faults: Vec<String> = blocks.iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn faults(block: &Block) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut faults = Vec::new();
    for step in steps(block) {
        let words: Vec<&str> = step.words.iter().map(String::as_str).collect();
        let mut command = nimzo(&words[1..]);
        let output = command
            .current_dir(&folder)
            .env("NIMZO_TABLES", folder.path().join("tables"))
            .output()
            .expect("the binary runs");
        let mut text = output.stdout;
        if !output.status.success() {
            text.extend(output.stderr);
        }
        let text = String::from_utf8_lossy(&text);
        let printed: Vec<&str> = text.lines().take(step.head.unwrap_or(usize::MAX)).collect();
        if !fits(&step.answer, &printed) {
            let (place, words) = (&block.place, words.join(" "));
            faults.push(format!("{place}: {words}\nprints\n{}", printed.join("\n")));
        }
    }
    faults
}

/// Whether printed lines are those of an answer with gaps.
fn fits(answer: &[String], printed: &[&str]) -> bool {
    match (answer, printed) {
        ([], []) => true,
        ([first, rest @ ..], _) if first.trim() == GAP => {
            (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]))
        }
        ([first, rest @ ..], [line, others @ ..]) => line_fits(first, line) && fits(rest, others),
        _ => false,
    }
}

fn line_fits(answer: &str, printed: &str) -> bool {
    match answer.split_once(GAP) {
        None => answer == printed,
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.any(|at| line_fits(after, &rest[at..]))
        }),
    }
}

/// The commands of a block.
fn steps(block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix(PROMPT), steps.last_mut()) {
            (Some(command), _) => steps.push(step(&block.place, command)),
            (None, Some(step)) => step.answer.push(line.clone()),
            (None, None) => panic!("{}: an answer without a command", block.place),
        }
    }
    for step in &mut steps {
        // An empty line parts an answer from the next command.
        while step.answer.last().is_some_and(String::is_empty) {
            step.answer.pop();
        }
    }
    steps
}

fn step(place: &str, command: &str) -> Step {
    let (command, head) = match command.rsplit_once(" | head -") {
        Some((command, lines)) => (command, Some(lines.parse().expect("a number of lines"))),
        None => (command, None),
    };
    let words = words(command);
    assert_eq!(words[0], "nimzo", "{place}: only nimzo is run");
    Step { words, head, answer: Vec::new() }
}

/// The words of a command line, some of them between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The fenced blocks of all pages.
fn blocks() -> Vec<Block> {
    pages().iter().flat_map(|(name, page)| blocks_of(name, page)).collect()
}

/// The project's folder.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages, by their names in the project.
pub(super) fn pages() -> Vec<(String, PathBuf)> {
    let root = root();
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    collect_pages(&root.join("docs"), &mut pages);
    let name = |page: &Path| page.strip_prefix(&root).unwrap_or(page).display().to_string();
    pages.into_iter().map(|page| (name(&page), page)).collect()
}

fn collect_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("docs").map(|entry| entry.expect("a name").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect_pages(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
}

fn blocks_of(name: &str, page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).expect("a page");
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(mark), None) => {
                let place = format!("{name}, line {}", number + 1);
                open = Some(Block { place, mark: mark.trim().to_owned(), lines: Vec::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{name}: a block is not closed");
    blocks
}
