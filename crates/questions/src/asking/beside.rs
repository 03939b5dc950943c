//! Our tables, and a user's Syzygy files where ours have nothing.

use std::sync::Arc;

use nimzo_chess::{Error, Known, Material, Metric, Probe};
use nimzo_tables::{Store, Syzygy};
use shakmaty::{Chess, Position};

use crate::Failure;

/// Our tables with Syzygy's files beside them: ours are asked first.
///
/// What Syzygy's files say of depths may be a ply too little, and says so.
pub struct Beside {
    ours: Arc<Store>,
    syzygy: Option<Arc<Syzygy>>,
}

impl Beside {
    /// Tables, with files beside them or without.
    pub fn new(ours: Arc<Store>, syzygy: Option<Arc<Syzygy>>) -> Self {
        Self { ours, syzygy }
    }

    /// Refuses a class of which nobody can have depths by a metric.
    pub fn require(&self, class: Material, metric: Metric) -> Result<(), Failure> {
        let ours = self.ours.require(class, metric);
        match (ours, &self.syzygy, metric) {
            // Whether the files are there is known when one is asked for.
            (Err(_), Some(_), Metric::Wdl | Metric::Dtz | Metric::Dtz50) | (Ok(_), ..) => Ok(()),
            (Err(error), ..) => Err(error.into()),
        }
    }

    /// What Syzygy's files say of a position; `None` where there are none of its class.
    fn syzygy(&self, position: &Chess, wanted: &[Metric]) -> Result<Option<Known>, Error> {
        let Some(syzygy) = self.syzygy.as_ref().filter(|_| !position.castles().any()) else {
            return Ok(None);
        };
        match syzygy.look_up(position, wanted) {
            Ok(known) => Ok(Some(known)),
            Err(Error::Missing { .. }) => Ok(None),
            Err(other) => Err(other),
        }
    }
}

impl Probe for Beside {
    fn name(&self) -> String {
        self.ours.name()
    }

    fn knows_castling(&self) -> bool {
        true
    }

    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        let ours = match self.ours.look_up(position, wanted) {
            Ok(known) => known,
            Err(missing @ Error::Missing { .. }) => {
                return self.syzygy(position, wanted)?.ok_or(missing);
            }
            Err(other) => return Err(other),
        };
        let lacks = |metric: Metric| wanted.contains(&metric) && ours.depth(metric).is_none();
        if !lacks(Metric::Dtz) && !lacks(Metric::Dtz50) {
            return Ok(ours);
        }
        let Some(theirs) = self.syzygy(position, wanted)? else { return Ok(ours) };
        Ok(Known {
            wdl50: ours.wdl50.or(theirs.wdl50),
            dtz: ours.dtz.or(theirs.dtz),
            dtz50: ours.dtz50.or(theirs.dtz50),
            ..ours
        })
    }
}
