//! `nimzo echess play` without `--moves`: the moves are read from standard input, one a line.

use std::fmt;
use std::io::{BufRead, Write};

use nimzo_games::echess::{Game, Guide, Position, Square};
use nimzo_questions::echess::Play;
use nimzo_questions::{Failure, Session};
use nimzo_work::Task;

use crate::console::{Console, Outcome};

/// Plays until the game is over or the input ends, and prints the whole game.
pub fn run(
    play: &Play,
    console: &Console,
    session: &Session,
    task: &Task,
) -> Result<Outcome, Failure> {
    let start = play.start()?;
    let solution = play.solution(session, task)?;
    let guide = Guide::new(&solution);
    let mut game = play.begin(guide, &start)?;
    match read_moves(play, guide, &mut game, console, task)? {
        Outcome::ReaderGone => Ok(Outcome::ReaderGone),
        _ => console.show(&play.told(&game)?),
    }
}

/// Reads moves. A bad one is told and asked for again.
fn read_moves(
    play: &Play,
    guide: Guide<'_>,
    game: &mut Game<'_>,
    console: &Console,
    task: &Task,
) -> Result<Outcome, Failure> {
    let (you, talks) = (play.you(), !console.prints_json());
    let mut lines = std::io::stdin().lock().lines();
    while let Some(here) = game.position() {
        if talks {
            let diagram = Diagram(here, guide.reach());
            if console.say(format_args!("{diagram}\n{you} to move:"))? == Outcome::ReaderGone {
                return Ok(Outcome::ReaderGone);
            }
        }
        let Some(line) = lines.next() else { break };
        let line = line?;
        task.check()?;
        if line.trim().is_empty() {
            continue;
        }
        match game.play(&line) {
            Ok(()) if talks => {
                let reply = game.moves().iter().rev().find(|played| played.player != you);
                if let Some(reply) = reply.filter(|_| game.end().is_none()) {
                    console.say(format_args!("{} plays {}", reply.player, reply.played))?;
                }
            }
            Ok(()) => {}
            // The answer to a move, not talk about the work: told also with --quiet.
            Err(refusal) => writeln!(std::io::stderr(), "{refusal}")?,
        }
    }
    Ok(Outcome::Done)
}

/// The men around the Black king, drawn with letters, in a window that reaches so far.
struct Diagram(Position, i32);

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(here, reach) = self;
        let (king, far) = (here.black_king, (*reach).min(10));
        for y in (king.y - far..=king.y + far).rev() {
            write!(f, "{y:>5} ")?;
            for x in king.x - far..=king.x + far {
                let square = Square::new(x, y);
                f.write_str(match square {
                    _ if square == here.black_king => " k",
                    _ if square == here.white_king => " K",
                    _ if square == here.rook => " R",
                    _ => " .",
                })?;
            }
            f.write_str("\n")?;
        }
        let Position { black_king, white_king, rook } = here;
        write!(f, "Black king {black_king}, White king {white_king}, rook {rook}")
    }
}
