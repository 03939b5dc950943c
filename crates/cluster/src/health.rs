//! What a process knows of the others: whether they are there, and how they are getting on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use crate::{Hosts, Lost};

/// A process that has said nothing for so long is taken to be lost. They speak every second.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// How a process is getting on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Status {
    /// Rounds of messages so far.
    pub rounds: u64,
    /// Bytes it has sent.
    pub sent: u64,
    /// The most bytes of memory it has held.
    pub memory: u64,
    /// Milliseconds that it has waited for messages.
    pub waited: u64,
    /// Milliseconds of processor time that all its threads have taken.
    pub worked: u64,
}

impl Status {
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        [self.rounds, self.sent, self.memory, self.waited, self.worked]
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (chunks, rest) = bytes.as_chunks::<8>();
        let &[rounds, sent, memory, waited, worked] = chunks else { return None };
        let number = u64::from_le_bytes;
        rest.is_empty().then(|| Self {
            rounds: number(rounds),
            sent: number(sent),
            memory: number(memory),
            waited: number(waited),
            worked: number(worked),
        })
    }
}

/// Shared by all threads of a process that have to do with the others.
pub(crate) struct Health {
    pub hosts: Hosts,
    lost: Mutex<Option<Lost>>,
    /// Whose connection has broken, and how; not lost before what came over it has been heard.
    broken: Mutex<Option<(usize, String)>>,
    /// The last round is under way: whoever goes now is done, or was killed.
    closing: AtomicBool,
    /// Who was the first to go while closing.
    gone: Mutex<Option<Lost>>,
    /// This process wants nothing more of the others.
    over: AtomicBool,
    begun: Instant,
    /// When each process was last heard of, in milliseconds since the beginning.
    heard: Vec<AtomicU64>,
    sent: AtomicU64,
    /// Microseconds.
    waited: AtomicU64,
    statuses: Mutex<Vec<Status>>,
    /// The thread to be woken when something happens.
    attendant: OnceLock<Thread>,
}

impl Health {
    pub fn new(hosts: Hosts) -> Self {
        Self {
            lost: Mutex::default(),
            broken: Mutex::default(),
            closing: AtomicBool::new(false),
            gone: Mutex::default(),
            over: AtomicBool::new(false),
            begun: Instant::now(),
            heard: (0..hosts.size()).map(|_| AtomicU64::new(0)).collect(),
            sent: AtomicU64::new(0),
            waited: AtomicU64::new(0),
            statuses: Mutex::new(vec![Status::default(); hosts.size()]),
            attendant: OnceLock::new(),
            hosts,
        }
    }

    pub fn attend(&self, thread: Thread) {
        let _ = self.attendant.set(thread);
    }

    pub fn wake(&self) {
        if let Some(thread) = self.attendant.get() {
            thread.unpark();
        }
    }

    /// Notes that bytes have come from a process.
    pub fn heard(&self, process: usize) {
        let now = self.begun.elapsed().as_millis() as u64;
        self.heard[process].store(now, Ordering::Relaxed);
    }

    /// A process that has been silent for too long.
    pub fn silent(&self) -> Option<usize> {
        let now = self.begun.elapsed().as_millis() as u64;
        let since =
            |process: usize| now.saturating_sub(self.heard[process].load(Ordering::Relaxed));
        let limit = PATIENCE.as_millis() as u64;
        (0..self.hosts.size()).find(|&one| one != self.hosts.me() && since(one) > limit)
    }

    /// Notes that a connection has broken. What came over it before, which may tell why, is heard first.
    pub fn has_broken(&self, process: usize, how: String) {
        lock(&self.broken).get_or_insert((process, how));
        self.wake();
    }

    /// Whose connection broke first, and how; once.
    pub fn take_broken(&self) -> Option<(usize, String)> {
        lock(&self.broken).take()
    }

    /// Notes that a process is lost, unless all is done or somebody was lost before.
    pub fn lose(&self, process: usize, why: impl Into<String>) {
        let lost =
            Lost { process, address: self.hosts.address(process).to_owned(), why: why.into() };
        let is_closing = self.closing.load(Ordering::SeqCst);
        lock(if is_closing { &self.gone } else { &self.lost }).get_or_insert(lost);
        self.wake();
    }

    /// Who was lost first.
    pub fn lost(&self) -> Option<Lost> {
        lock(&self.lost).clone()
    }

    /// From now on nobody who goes is missed here.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
    }

    /// Who went while this process was closing: mostly because the last round is over for him, which it is for nobody
    /// before all have begun it.
    pub fn gone(&self) -> Option<Lost> {
        lock(&self.gone).clone()
    }

    /// This process wants nothing more of the others.
    pub fn finish(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    pub fn count_sent(&self, bytes: usize) {
        self.sent.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    pub fn count_waited(&self, time: Duration) {
        self.waited.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// Milliseconds.
    pub fn waited(&self) -> u64 {
        self.waited.load(Ordering::Relaxed) / 1000
    }

    pub fn set_status(&self, process: usize, status: Status) {
        if let Some(known) = lock(&self.statuses).get_mut(process) {
            *known = status;
        }
    }

    pub fn statuses(&self) -> Vec<Status> {
        lock(&self.statuses).clone()
    }
}

/// What is behind these locks is whole at any time, whoever panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
