//! What was brought to the device from the host, and what of it stays there to be read again.

use std::collections::HashMap;
use std::sync::Arc;

use nimzo_chess::Material;
use nimzo_retro::sweep::Window;
use shakmaty::Color;

use crate::device::Memory;
use crate::inputs::tables::Planes;

/// What is read of a slice with one side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    Results,
    Rule,
    Depths,
    /// The same through a window, where that is all that is there.
    Window(Window),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    pub class: Material,
    pub slice: usize,
    pub side: Color,
    pub what: What,
}

/// What was brought.
pub struct Brought {
    pub memory: Vec<Memory>,
    pub planes: Planes,
}

/// No planes.
pub const NOTHING: Planes =
    Planes { unwon: 0, decided: 0, stuck: 0, stands: 0, cells: 0, wide: false };

impl Brought {
    /// Depths and nothing else.
    pub fn cells(memory: Memory, wide: bool) -> Self {
        let planes = Planes { cells: memory.address(), wide, ..NOTHING };
        Self { memory: vec![memory], planes }
    }

    fn bytes(&self) -> u64 {
        self.memory.iter().map(|memory| memory.bytes() as u64).sum()
    }
}

/// What has been brought and may be read again, up to a number of bytes.
pub struct Cache {
    brought: HashMap<Key, (u64, Arc<Brought>)>,
    bytes: u64,
    clock: u64,
    budget: u64,
}

impl Cache {
    pub fn new(budget: u64) -> Self {
        Self { brought: HashMap::new(), bytes: 0, clock: 0, budget }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.budget);
    }

    pub fn find(&mut self, key: Key) -> Option<Arc<Brought>> {
        self.clock += 1;
        let (used, brought) = self.brought.get_mut(&key)?;
        *used = self.clock;
        Some(Arc::clone(brought))
    }

    pub fn hold(&mut self, key: Key, brought: &Arc<Brought>) {
        self.clock += 1;
        self.bytes += brought.bytes();
        let before = self.brought.insert(key, (self.clock, Arc::clone(brought)));
        self.bytes -= before.map_or(0, |(_, before)| before.bytes());
    }

    /// Gives up what has not been read for longest, until no more is held than may be.
    pub fn make_room(&mut self) {
        if self.bytes <= self.budget {
            return;
        }
        let mut by_age: Vec<(u64, Key)> =
            self.brought.iter().map(|(&key, &(used, _))| (used, key)).collect();
        by_age.sort_unstable_by_key(|&(used, _)| used);
        for (_, key) in by_age {
            if self.bytes <= self.budget / 4 * 3 {
                break;
            }
            if let Some((_, gone)) = self.brought.remove(&key) {
                self.bytes -= gone.bytes();
            }
        }
    }
}
