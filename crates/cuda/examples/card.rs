//! Holds a card to the processor, and times it.
//!
//! ```text
//! card devices                     what there is, and how fast it copies
//! card ptx FOLDER                  compiles the kernels into its files
//! card equal 5 wdl|dtm|dtc|dtz|dtz50 [pawnless]    all classes of up to 5 men, plane by plane
//! card time KRNvKNN dtc            seconds, the longest win
//! card profile KRNvKNN wdl         seconds of each kernel
//! card count dtm FILE KRNvKNN ...  longest wins, a line of FILE each; or: card count dtm FILE 6, all without pawns
//! card census KRPvKBN ...          zugzwangs and seconds; or: card census 6
//! ```

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::{Material, Metric};
use nimzo_cuda::cuda::{Cuda, devices};
use nimzo_cuda::program::{TRANSLATED_PARTS, compile, file_name, translate};
use nimzo_cuda::{Card, Counted, Device, OnDevice, Program, Wanted, compare};
use nimzo_retro::layout::Address;
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::Library;
use nimzo_work::Task;
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::census;
use shakmaty::Color;

type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let limit = std::env::var("CARD_LIMIT_GB").ok().map(|gb| gb.parse::<u64>()).transpose()?;
    let limit = limit.map(|gb| gb << 30);
    match words[..] {
        ["devices"] => show_devices(),
        ["ptx", folder] => {
            let folder = Path::new(folder);
            for part in Program::ALL {
                std::fs::write(folder.join(file_name(part)), compile(part)?)?;
            }
            for (part, name) in TRANSLATED_PARTS {
                std::fs::write(folder.join(name), translate(part)?)?;
            }
            Ok(())
        }
        ["equal", men, metric, ref rest @ ..] => {
            equal(Cuda::open(0, limit)?, men.parse()?, metric.parse()?, rest == ["pawnless"])
        }
        ["time", class, metric] => time(Cuda::open(0, limit)?, class.parse()?, metric.parse()?),
        ["profile", class, metric] => {
            let card = Cuda::open_timed(0, limit)?;
            time(card.clone(), class.parse()?, metric.parse()?)?;
            show_times(&card);
            Ok(())
        }
        ["count", metric, file, ref classes @ ..] => {
            count(Cuda::open(0, limit)?, metric.parse()?, file, classes)
        }
        ["count-profile", metric, file, ref classes @ ..] => {
            let card = Cuda::open_timed(0, limit)?;
            count(card.clone(), metric.parse()?, file, classes)?;
            show_times(&card);
            Ok(())
        }
        ["census", ref classes @ ..] => run_census(Cuda::open(0, limit)?, classes),
        ["census-profile", ref classes @ ..] => {
            let card = Cuda::open_timed(0, limit)?;
            run_census(card.clone(), classes)?;
            show_times(&card);
            Ok(())
        }
        _ => Err("see the head of this file".into()),
    }
}

fn show_times(card: &Cuda) {
    for (name, (count, seconds)) in card.times() {
        println!("{name:>16} {count:>8} launches {seconds:>9.3} s");
    }
}

fn show_devices() -> Done {
    for device in devices()? {
        println!("{device:?}");
    }
    let begun = Instant::now();
    let card = Cuda::open(0, None)?;
    println!("opened, kernels compiled: {:.2} s", begun.elapsed().as_secs_f64());
    println!("copies {:.2} TB/s, read and written", card.copy_bandwidth()? / 1e12);
    Ok(())
}

fn equal(device: Arc<Cuda>, men: usize, metric: Metric, pawnless: bool) -> Done {
    let mut card = Card::new(device as Arc<dyn Device>)?;
    let mut library = Library::new();
    let (mut seconds, mut on_cpu) = (0.0, 0.0);
    let (mut slices, mut unequal, mut classes) = (0, 0, 0);
    for class in (3..=men).flat_map(Material::all).filter(|c| !pawnless || !c.has_pawns()) {
        let begun = Instant::now();
        let batches = card.solve(class, Wanted::kept(metric), &Task::silent())?;
        seconds += begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let solved = library.solve(class, compare::goals(metric), &Task::silent())?;
        on_cpu += begun.elapsed().as_secs_f64();
        classes += 1;
        let numbered =
            batches.iter().flat_map(|batch| (0..batch.slices.len()).map(move |n| (batch, n)));
        for (batch, number) in numbered {
            let slice = batch.slices[number];
            let found = compare::differences(batch, number, &solved.slices[slice])?;
            slices += 1;
            unequal += found.len();
            if !found.is_empty() {
                println!("{class} {slice}: {found:?}");
            }
        }
    }
    println!(
        "{classes} classes, {slices} slices, {unequal} unequal; on the card {seconds:.3} s, on the processor {on_cpu:.1} s"
    );
    if unequal > 0 { Err("planes differ".into()) } else { Ok(()) }
}

fn time(device: Arc<Cuda>, class: Material, metric: Metric) -> Done {
    let mut card = Card::new(Arc::clone(&device) as Arc<dyn Device>)?;
    card.count(class, metric, &Task::silent())?;
    for _ in 0..3 {
        let begun = Instant::now();
        let batches = card.solve(class, Wanted::kept(metric), &Task::silent())?;
        let seconds = begun.elapsed().as_secs_f64();
        println!("{class} {metric}: {seconds:.3} s, {} bytes of the card", device.used());
        drop(batches);
        card.forget(class);
    }
    for _ in 0..3 {
        let begun = Instant::now();
        let counted = card.count(class, metric, &Task::silent())?;
        let seconds = begun.elapsed().as_secs_f64();
        println!("{} ({seconds:.3} s, nothing kept)", line_of(class, &counted));
    }
    Ok(())
}

/// What was counted of a class: positions won, drawn and lost, the longest win and loss in plies with a position.
fn line_of(class: Material, counted: &Counted) -> String {
    let side = |side: Color| {
        let [win, draw, loss] = counted.totals[side];
        let longest = |found: Option<(u32, Address)>| {
            let found = found.and_then(|(plies, at)| Some((plies, counted.layout.board(at)?)));
            found.map_or("none".to_owned(), |(plies, board)| format!("{plies} {board}"))
        };
        let (won, lost) = (longest(counted.longest_win[side]), longest(counted.longest_loss[side]));
        format!("{win},{draw},{loss},{won},{lost}")
    };
    format!("{class},{},{}", side(Color::White), side(Color::Black))
}

/// Counts classes one after the other, and writes a line for each; those whose line is there already are left
/// out.
fn count(device: Arc<Cuda>, metric: Metric, file: &str, names: &[&str]) -> Done {
    let classes: Vec<Material> = match names {
        [men] if men.len() == 1 => {
            Material::all(men.parse()?).into_iter().filter(|class| !class.has_pawns()).collect()
        }
        names => names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
    };
    let done = std::fs::read_to_string(file).unwrap_or_default();
    let done: Vec<&str> = done.lines().filter_map(|line| line.split(',').next()).collect();
    let mut out = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    let mut card = Card::new(Arc::clone(&device) as Arc<dyn Device>)?;
    let begun = Instant::now();
    let mut counted_now = 0;
    for class in classes.into_iter().map(Material::canonical) {
        if done.contains(&class.to_string().as_str()) {
            continue;
        }
        let since = Instant::now();
        let counted = card.count(class, metric, &Task::silent())?;
        let seconds = since.elapsed().as_secs_f64();
        let longest = counted.longest_win.as_ref().map(|found| found.map_or(0, |(plies, _)| plies));
        println!(
            "{class} {metric}: longest wins {} and {} plies, {seconds:.2} s, at {:.1} s",
            longest.white,
            longest.black,
            begun.elapsed().as_secs_f64()
        );
        writeln!(out, "{}", line_of(class, &counted))?;
        counted_now += 1;
        // What pawns become is as large as the class itself.
        card.retain(|known| known.count() < class.count());
    }
    println!(
        "{counted_now} classes in {:.2} s, {} bytes of the card",
        begun.elapsed().as_secs_f64(),
        device.used()
    );
    Ok(())
}

fn run_census(device: Arc<Cuda>, names: &[&str]) -> Done {
    let classes: Vec<Material> = match names {
        [men] if men.len() == 1 => Material::all(men.parse()?),
        names => names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
    };
    let limits = Limits { memory: 1 << 50, disk: 1 << 50 };
    let begun = Instant::now();
    let finder = OnDevice::new(Arc::clone(&device) as Arc<dyn Device>);
    census::find_by(Some(&finder), &classes, limits, &Task::silent(), |class, found, seconds| {
        let counts = found.counts(class.is_symmetric());
        let kinds: Vec<String> =
            Kind::ALL.map(|kind| format!("{kind} {}", counts.white[kind])).to_vec();
        let ep: u64 = Kind::ALL
            .map(|kind| counts.en_passant.white[kind] + counts.en_passant.black[kind])
            .iter()
            .sum();
        println!(
            "{class} {} ep {ep} in {seconds:.2} s, at {:.1} s",
            kinds.join(" "),
            begun.elapsed().as_secs_f64()
        );
        Ok(())
    })?;
    println!(
        "all in {:.2} s, {:.2} s of them waiting for the card, {} bytes of it and {} beside it",
        begun.elapsed().as_secs_f64(),
        device.waited(),
        device.used(),
        device.used_beside()
    );
    Ok(())
}
