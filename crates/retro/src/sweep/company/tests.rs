use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use nimzo_chess::{Material, Metric};
use nimzo_work::Task;
use shakmaty::Color;

use super::*;
use crate::layout::Layout;
use crate::sweep::{
    Checkpoint, FinishedSlice, Goals, Library, NoCheckpoint, Solved, solve, solve_together,
};

/// What goes from one thread to another: a piece, or the word that ends a round.
enum Said {
    Piece(Vec<u8>),
    Word(u8),
}

/// A company of threads.
struct Threads {
    me: usize,
    to: Vec<Mutex<Sender<Said>>>,
    from: Vec<Mutex<Receiver<Said>>>,
    /// Words that came before their round was ended here.
    words: Mutex<Vec<Option<u8>>>,
}

impl Threads {
    fn company(size: usize) -> Vec<Self> {
        let one = |me| Self { me, to: vec![], from: vec![], words: Mutex::new(vec![None; size]) };
        let mut all: Vec<Self> = (0..size).map(one).collect();
        for receiving in 0..size {
            for sending in 0..size {
                let (sender, receiver) = channel();
                all[sending].to.push(Mutex::new(sender));
                all[receiving].from.push(Mutex::new(receiver));
            }
        }
        all
    }

    fn say(&self, to: usize, said: Said) {
        self.to[to].lock().unwrap().send(said).unwrap();
    }
}

impl Company for Threads {
    fn size(&self) -> usize {
        self.to.len()
    }

    fn me(&self) -> usize {
        self.me
    }

    fn send(&self, to: usize, piece: Vec<u8>) {
        self.say(to, Said::Piece(piece));
    }

    fn arrived(&self) -> Vec<Piece> {
        let mut words = self.words.lock().unwrap();
        let mut pieces = Vec::new();
        for (member, from) in self.from.iter().enumerate() {
            // What comes after the word is of the next round.
            while words[member].is_none() {
                match from.lock().unwrap().try_recv() {
                    Ok(Said::Piece(piece)) => pieces.push((member, piece)),
                    Ok(Said::Word(word)) => words[member] = Some(word),
                    Err(_) => break,
                }
            }
        }
        pieces
    }

    fn end_round(&self, word: u8) -> Result<Round, Error> {
        (0..self.size()).for_each(|to| self.say(to, Said::Word(word)));
        let mut words = self.words.lock().unwrap();
        let mut pieces = Vec::new();
        for (member, from) in self.from.iter().enumerate() {
            while words[member].is_none() {
                match from.lock().unwrap().recv().unwrap() {
                    Said::Piece(piece) => pieces.push((member, piece)),
                    Said::Word(word) => words[member] = Some(word),
                }
            }
        }
        Ok(Round { words: words.iter_mut().map(|word| word.take().unwrap()).collect(), pieces })
    }
}

/// The class as each of so many members has it.
fn together(class: Material, goals: Goals, size: usize, gather: bool) -> Vec<Solved> {
    let mut library = Library::new();
    let below = Goals { count: false, discard_depths: false, ..goals };
    library.prepare(class, below, &Task::silent()).unwrap();
    let library = &library;
    std::thread::scope(|scope| {
        let threads: Vec<_> = Threads::company(size)
            .into_iter()
            .map(|company| {
                scope.spawn(move || {
                    let together = Together { company: &company, gather };
                    solve_together(class, library, goals, &NoCheckpoint, together, &Task::silent())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect()
    })
}

/// All values of a class, as bytes.
fn bytes(solved: &Solved) -> Vec<Vec<u8>> {
    let finished = |values: &crate::sweep::SliceValues| FinishedSlice {
        values: values.clone(),
        stalemates: Default::default(),
    };
    solved.slices.iter().map(|values| finished(values).to_bytes()).collect()
}

fn held_equal(name: &str, goals: Goals, sizes: &[usize]) {
    let class: Material = name.parse().unwrap();
    let alone = Library::new().solve(class, goals, &Task::silent()).unwrap();
    for &size in sizes {
        let members = together(class, goals, size, true);
        assert!(bytes(&members[0]) == bytes(&alone), "{name} by {size}");
    }
}

const EVERYTHING: Goals = Goals {
    dtm: true,
    dtc: true,
    dtz: true,
    dtz50: true,
    queen_only: false,
    discard_depths: false,
    count: false,
    rule_limit: None,
};

#[test]
fn shared_frames_give_the_planes_of_one_process() {
    held_equal("KRvKN", EVERYTHING, &[1, 2, 3, 5]);
    held_equal("KRvKN", Goals::default(), &[2, 4]);
}

#[test]
fn shared_slices_give_the_planes_of_one_process() {
    held_equal("KPvKP", EVERYTHING, &[2, 3]);
}

#[test]
fn counts_are_added_up() {
    let goals = Goals { count: true, discard_depths: true, ..EVERYTHING };
    let class: Material = "KQvKR".parse().unwrap();
    let mut library = Library::new();
    library.prepare(class, EVERYTHING, &Task::silent()).unwrap();
    let alone = solve(class, &library, goals, &Task::silent()).unwrap();
    for member in together(class, goals, 3, false) {
        assert_eq!(member.statistics, alone.statistics);
    }
}

#[test]
fn a_smaller_class_is_brought_to_where_it_is_read() {
    let parent = Layout::new("KRNvKR".parse().unwrap()).unwrap();
    // Reached with colours exchanged, by taking White's rook.
    let class: Material = "KRvKN".parse().unwrap();
    let alone = Library::new().solve(class, Goals::default(), &Task::silent()).unwrap();
    let mut library = Library::new();
    library.prepare(class, Goals::default(), &Task::silent()).unwrap();
    let (sharing, library, parent, alone) = (Sharing::new(&parent, 3), &library, &parent, &alone);
    let sharing = &sharing;
    std::thread::scope(|scope| {
        for company in Threads::company(3) {
            scope.spawn(move || {
                let together = Together { company: &company, gather: false };
                let (goals, task) = (Goals::default(), Task::silent());
                let mut solved =
                    solve_together(class, library, goals, &NoCheckpoint, together, &task).unwrap();
                hand_out(&mut solved, parent, together).unwrap();
                let frames = parent.frames();
                for frame in sharing.frames_of(company.me()) {
                    let [white, black] = frames.kings[usize::from(frame)].map(|king| king ^ 56);
                    let image = usize::from(frames.find(black, white).unwrap().frame);
                    // The side that lost its rook as White is Black there, and to move.
                    for slot in image * 4096..(image + 1) * 4096 {
                        let at = |solved: &Solved| solved.slices[0].wdl_at(Color::Black, slot);
                        assert_eq!(at(&solved), at(alone));
                    }
                }
            });
        }
    });
}

#[test]
fn every_frame_has_one_owner_and_mirror_images_have_the_same() {
    for (name, frames) in [("KRvKN", 462), ("KRPvKN", 3612)] {
        let layout = Layout::new(name.parse().unwrap()).unwrap();
        for members in [1, 2, 3, 8] {
            let sharing = Sharing::new(&layout, members);
            let shares: Vec<usize> = (0..members).map(|one| sharing.frames_of(one).len()).collect();
            assert_eq!(shares.iter().sum::<usize>(), frames);
            let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
            assert!(most - least <= 4, "{name} by {members}: {shares:?}");
        }
        let sharing = Sharing::new(&layout, 4);
        for (frame, kings) in layout.frames().kings.iter().enumerate().filter(|_| frames == 3612) {
            let image = layout.frames().find(kings[0] ^ 7, kings[1] ^ 7).unwrap();
            assert_eq!(sharing.owner(frame), sharing.owner(usize::from(image.frame)));
        }
    }
}

#[test]
fn whatever_a_king_move_leads_to_is_told() {
    let layout = Layout::new("KRvKN".parse().unwrap()).unwrap();
    let sharing = Sharing::new(&layout, 4);
    for side in Color::ALL {
        for (from, moves) in layout.frames().moves[side].iter().enumerate() {
            let owner = sharing.owner(from).unwrap();
            for to in moves.iter().map(|king_move| king_move.frame) {
                let own = sharing.owner(usize::from(to)) == Some(owner);
                assert_ne!(own, sharing.ghosts_of(owner, !side).contains(&to));
            }
        }
    }
}

/// Keeps the first slices that it is given.
#[derive(Default)]
struct Few(Mutex<Vec<(usize, Vec<u8>)>>);

impl Checkpoint for Few {
    fn recall(&self, slice: usize) -> Option<Vec<u8>> {
        let kept = self.0.lock().unwrap();
        kept.iter().find(|(number, _)| *number == slice).map(|(_, bytes)| bytes.clone())
    }

    fn is_due(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }

    fn keep(&self, slices: Vec<(usize, Vec<u8>)>) -> Result<(), Error> {
        self.0.lock().unwrap().extend(slices);
        Ok(())
    }
}

#[test]
fn members_go_on_at_the_slices_that_all_of_them_find() {
    let class: Material = "KPvK".parse().unwrap();
    let goals = Goals::of_metrics(&[Metric::Dtm], false);
    let mut library = Library::new();
    library.prepare(class, goals, &Task::silent()).unwrap();
    let alone = solve(class, &library, goals, &Task::silent()).unwrap();
    let kept = Few::default();
    crate::sweep::solve_resumably(class, &library, goals, &kept, &Task::silent()).unwrap();
    assert!(!kept.0.lock().unwrap().is_empty());
    let (library, kept) = (&library, &kept);
    std::thread::scope(|scope| {
        for company in Threads::company(2) {
            let alone = &alone;
            scope.spawn(move || {
                let none = NoCheckpoint;
                // Only the first of them finds something.
                let checkpoint: &dyn Checkpoint = if company.me() == 0 { kept } else { &none };
                let together = Together { company: &company, gather: true };
                let solved =
                    solve_together(class, library, goals, checkpoint, together, &Task::silent());
                assert!(bytes(&solved.unwrap()) == bytes(alone));
            });
        }
    });
}

#[test]
fn refining_a_cut_lowers_what_is_read_of_others() {
    for name in ["KRvKN", "KRPvKN"] {
        let layout = Layout::new(name.parse().unwrap()).unwrap();
        for members in [2, 4, 8] {
            let most = |sharing: &Sharing| {
                let ghosts = |member, side| sharing.ghosts_of(member, side).len();
                let of_both = |member| ghosts(member, Color::White) + ghosts(member, Color::Black);
                (0..members).map(of_both).max().unwrap()
            };
            let pawns = name.contains('P');
            let straight = Sharing::straight(layout.frames(), pawns, members);
            let refined = Sharing::new(&layout, members);
            let read = [&straight, &refined].map(Sharing::read_of_others);
            let most = [most(&straight), most(&refined)];
            let told = format!("{name} by {members}: {read:?}, most of one {most:?}");
            eprintln!("{told}");
            // With pawns, where mirror images stay together, there is little to better.
            let [in_all, of_one] = if pawns { [100, 100] } else { [85, 90] };
            let lower = |[before, after]: [usize; 2], percent| 100 * after <= percent * before;
            assert!(lower(read, in_all) && lower(most, of_one), "{told}");
        }
    }
}
