//! Holds a card to the processor, and times it.
//!
//! ```text
//! card devices                     what there is, and how fast it copies
//! card ptx FILE                    compiles the kernels
//! card equal 5 wdl|dtc|dtz [pawnless]    all classes of up to 5 men, plane by plane
//! card time KRNvKNN dtc            seconds, the longest win
//! card profile KRNvKNN wdl         seconds of each kernel
//! card census KRPvKBN ...          zugzwangs and seconds; or: card census 6
//! ```

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::{Material, Metric};
use nimzo_cuda::cuda::{Cuda, devices};
use nimzo_cuda::program::compile;
use nimzo_cuda::{Card, Device, OnDevice, Wanted};
use nimzo_retro::planes::Cells;
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
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
        ["ptx", file] => Ok(std::fs::write(file, compile()?)?),
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
    let goals =
        Goals { dtc: metric == Metric::Dtc, dtz: metric == Metric::Dtz, ..Goals::default() };
    let mut card = Card::new(device as Arc<dyn Device>)?;
    let mut library = Library::new();
    let (mut seconds, mut slices, mut unequal, mut classes) = (0.0, 0, 0, 0);
    for class in (3..=men).flat_map(Material::all).filter(|c| !pawnless || !c.has_pawns()) {
        let begun = Instant::now();
        let batches = card.solve(class, Wanted { metric, count: false }, &Task::silent())?;
        seconds += begun.elapsed().as_secs_f64();
        let solved = library.solve(class, goals, &Task::silent())?;
        classes += 1;
        let mut wrong = 0;
        for batch in &batches {
            for (number, &slice) in batch.slices.iter().enumerate() {
                let expected = &solved.slices[slice];
                let (wdl, depths) = (batch.wdl(number)?, batch.depths(number)?);
                slices += 1;
                for side in Color::ALL {
                    let (one, other) = (&wdl[side], &expected.wdl[side]);
                    let mut same = one.win[..] == other.win[..]
                        && one.draw[..] == other.draw[..]
                        && one.loss[..] == other.loss[..];
                    if let (Some(one), Some(other)) = (&depths, &expected.depths[metric]) {
                        same &= match (&one[side].cells, &other[side].cells) {
                            (Cells::Narrow(one), Cells::Narrow(other)) => one[..] == other[..],
                            (Cells::Wide(one), Cells::Wide(other)) => one[..] == other[..],
                            _ => false,
                        };
                    }
                    wrong += usize::from(!same);
                }
            }
        }
        if wrong > 0 {
            println!("{class}: {wrong} planes differ");
            unequal += wrong;
        }
        library.retain(|known| known.count() < men);
        if class.count() == men {
            card.forget(class);
        }
    }
    println!("{classes} classes, {slices} slices, {unequal} unequal; on the card {seconds:.3} s");
    if unequal > 0 { Err("planes differ".into()) } else { Ok(()) }
}

fn time(device: Arc<Cuda>, class: Material, metric: Metric) -> Done {
    let mut card = Card::new(Arc::clone(&device) as Arc<dyn Device>)?;
    for sub in class.sub_games() {
        card.solve(sub, Wanted { metric: Metric::Wdl, count: false }, &Task::silent())?;
    }
    for round in 0..3 {
        let begun = Instant::now();
        let batches = card.solve(class, Wanted { metric, count: false }, &Task::silent())?;
        let seconds = begun.elapsed().as_secs_f64();
        println!("{class} {metric}: {seconds:.3} s, {} bytes of the card", device.used());
        drop(batches);
        card.forget(class);
        let _ = round;
    }
    if metric != Metric::Wdl {
        let begun = Instant::now();
        let batches = card.solve(class, Wanted { metric, count: true }, &Task::silent())?;
        let seconds = begun.elapsed().as_secs_f64();
        for batch in batches {
            for side in Color::ALL {
                let counts = batch.tally.as_ref().map(|tally| &tally[side]);
                let Some(counts) = counts else { continue };
                println!(
                    "{side}: longest win {:?}, longest loss {:?}, wins by ply {:?} ... ({seconds:.3} s)",
                    counts.longest_win,
                    counts.longest_loss,
                    &counts.wins_by_plies[..counts.wins_by_plies.len().min(8)],
                );
            }
        }
    }
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
