//! Tables whose cells are open where a capture settles them: what stands there is a value or less, and the better of it
//! and of what the captures lead to is the value.

use nimzo_chess::rules::{after, step};
use nimzo_chess::successors::Worth;
use nimzo_chess::{Depth, Dtz50, Known, Material, Metric, Wdl50, write_fen};
use nimzo_retro::layout::Address;
use shakmaty::{Chess, Color, Position};

use crate::error::Error;
use crate::store::{Store, Table};

impl Store {
    /// What a table with open cells says of a position, and of which metrics that is a bare win or loss.
    pub(super) fn read_open(
        &self,
        position: &Chess,
        wanted: &[Metric],
        table: &Table,
        (address, turn): (Address, Color),
    ) -> Result<(Known, Vec<Metric>), Error> {
        let mut bare = Vec::new();
        let under_rule = table.results_are_under_rule();
        let has_depths = |metric: Metric| {
            let stream = table.serving(metric).filter(|_| metric != Metric::Wdl)?;
            (stream.metric != Metric::Wdl && stream.left_out != Some(turn)).then_some(stream)
        };
        let mates = wanted.contains(&Metric::Dtm) && has_depths(Metric::Dtm).is_some();
        let needs_result = wanted.iter().all(|&metric| table.serving(metric).is_none())
            || wanted.iter().any(|&m| table.serving(m).is_some() && has_depths(m).is_none());
        // A look at what is decoded already costs less than captures, and these less than decoding.
        let kept = needs_result.then(|| table.kept_result_at(address, turn)).flatten();
        let captured = match (kept, wanted) {
            (Some(Depth::Win(1)), [Metric::Wdl]) => None,
            _ => self.best_capture(position, under_rule, mates)?,
        };
        let captured = |metric: Metric| {
            let metric = match metric {
                Metric::Wdl if under_rule => Metric::Dtz50,
                Metric::Wdl => Metric::Dtz,
                metric => metric,
            };
            captured.and_then(|known| known.depth(metric)).and_then(|depth| depth.exact())
        };
        let unknown = || Error::Damaged {
            path: table.file().path().to_owned(),
            why: format!("no value for {}", write_fen(position)),
        };
        // The better of what is stored and what a capture reaches, which may be as good as anything.
        let best = |metric: Metric, stored: &dyn Fn() -> Result<Option<Depth>, Error>| {
            let captured = captured(metric);
            if captured == Some(Depth::Win(1)) {
                return Ok(Depth::Win(1));
            }
            let stored = stored()?.ok_or_else(unknown)?;
            Ok::<_, Error>(captured.map_or(stored, |captured| stored.max(captured)))
        };
        let result = match needs_result {
            true => Some(best(Metric::Wdl, &|| table.result_at(address, turn))?),
            false => None,
        };
        let mut known = result.map(|result| {
            let is_asked = under_rule && wanted.contains(&Metric::Wdl);
            let wdl50 = is_asked.then(|| Dtz50(result).wdl50());
            Known { wdl50, ..Known::result(result.wdl()) }
        });
        for &metric in wanted.iter().filter(|&&metric| metric != Metric::Wdl) {
            let Some(stream) = table.serving(metric) else { continue };
            let depth = match (has_depths(metric), result) {
                (Some(_), _) => best(stream.metric, &|| table.at(stream, address, turn))?,
                (None, Some(result)) => {
                    if result != Depth::Draw && metric == stream.metric {
                        bare.push(metric);
                    }
                    result
                }
                (None, None) => continue,
            };
            known = Some(known.unwrap_or(Known::result(depth.wdl())).with(metric, depth));
        }
        Ok((known.ok_or_else(unknown)?, bare))
    }

    /// The best that a capture leads to: the result, under the fifty-move rule too if that is asked for, and the depth to mate
    /// if that is. `None` where there is nothing to take.
    fn best_capture(
        &self,
        position: &Chess,
        under_rule: bool,
        mates: bool,
    ) -> Result<Option<Known>, Error> {
        let mut best: Option<Known> = None;
        for mv in position.capture_moves().into_iter().filter(|mv| !mv.is_en_passant()) {
            let next = after(position, mv);
            let worth = self.look_up_captured(&next, under_rule, mates)?.before(step(mv));
            let so_far = best.map_or(worth, |so_far| so_far.best(worth));
            if so_far.wdl50 == Some(Wdl50::Win) && !mates {
                return Ok(Some(so_far));
            }
            best = Some(so_far);
        }
        Ok(best)
    }

    /// What is known of a position after a capture.
    fn look_up_captured(
        &self,
        position: &Chess,
        under_rule: bool,
        mates: bool,
    ) -> Result<Known, Error> {
        if position.board().occupied() == position.board().kings() {
            return Ok(Known::DRAW);
        }
        let missing = |metric| self.missing(Material::of_board(position.board()), metric);
        let mut known = self.look_up_stored(position, &[Metric::Wdl])?.0;
        if under_rule && known.wdl50.is_none() {
            // A table without a stream of results tells them by its depths.
            known = self.look_up_stored(position, &[Metric::Dtz50])?.0;
            known.wdl50.ok_or_else(|| missing(Metric::Dtz50))?;
        }
        if mates {
            known.dtm = self.look_up_after(position, &[Metric::Dtm])?.dtm;
            known.dtm.ok_or_else(|| missing(Metric::Dtm))?;
        }
        Ok(known)
    }
}
