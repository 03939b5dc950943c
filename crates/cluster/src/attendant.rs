//! The thread that attends to the dataflow of a [`Cluster`](crate::Cluster).
//!
//! The dataflow has one operator, which hands each packet to the process it is for. The attendant sends, waits
//! until everybody's last packet of a round is here, speaks every second so that nobody is taken for
//! lost, and looks out for those who are.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};

use nimzo_work::{memory, processor};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use crate::Lost;
use crate::health::{Health, PATIENCE, Status};
use crate::inbox::Inbox;
use crate::packet::{Kind, Packet};

/// How long the attendant looks out for what the others send before it rests: to be woken takes about as long.
const LOOKS_OUT: Duration = Duration::from_micros(60);
/// How often a process says that it is there.
pub(crate) const BETWEEN_WORDS: Duration = Duration::from_secs(1);
/// How long a process that leaves waits for its last words to be sent.
pub(crate) const LAST_WORDS: Duration = Duration::from_secs(2);

/// What the attending thread is asked to do.
pub(crate) enum Order {
    /// Send a piece of this round's message to a process.
    Send(usize, Vec<u8>),
    /// Say this word to all, and wait until all have said theirs.
    EndRound(u8),
    /// Tell the others why this process leaves.
    LastWords(Kind, Vec<u8>),
}

/// Whether a round is over, and what has come is in the inbox.
pub(crate) type Answer = Result<(), Lost>;

/// The way into the dataflow.
type Packets = InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>;

/// Carries out orders until there are no more.
pub(crate) fn attend(
    worker: &mut Worker,
    health: &Arc<Health>,
    inbox: &Arc<Inbox>,
    orders: &Receiver<Order>,
    answers: &Sender<Answer>,
) {
    health.attend(std::thread::current());
    let mut input = Packets::new();
    dataflow(worker, &mut input, health, inbox);
    let (round, time, unsent, spoken) = (0, 0, false, Instant::now());
    let mut attendant = Attendant { worker, health, input, inbox, round, time, unsent, spoken };
    loop {
        match orders.try_recv() {
            Ok(Order::Send(to, piece)) => {
                attendant.send(to, Kind::Piece, piece);
                attendant.unsent = true;
            }
            Ok(Order::EndRound(word)) => {
                if answers.send(attendant.end_round(word)).is_err() {
                    return attendant.stay();
                }
            }
            Ok(Order::LastWords(kind, words)) => {
                attendant.take_leave(kind, &words);
                let _ = answers.send(Ok(()));
                return attendant.stay();
            }
            Err(TryRecvError::Empty) if attendant.unsent => attendant.tick(),
            Err(TryRecvError::Empty) => attendant.step(),
            Err(TryRecvError::Disconnected) => return attendant.stay(),
        }
    }
}

/// One operator: packets go to whom they are for, and are put into the inbox there.
fn dataflow(worker: &mut Worker, input: &mut Packets, health: &Arc<Health>, inbox: &Arc<Inbox>) {
    let (health, inbox) = (Arc::clone(health), Arc::clone(inbox));
    let size = health.hosts.size();
    let deliver = move |time: u64, packet: Packet| {
        let from = packet.from as usize;
        match packet.kind {
            Kind::Piece => inbox.put_piece(round_of(time), from, packet.bytes),
            Kind::Word => {
                inbox.put_word(round_of(time), from, packet.bytes.first().copied().unwrap_or(0));
            }
            Kind::Status => {
                if let Some(status) = Status::from_bytes(&packet.bytes) {
                    health.set_status(from, status);
                }
            }
            Kind::Farewell => {
                let why = String::from_utf8_lossy(&packet.bytes);
                health.lose(from, format!("has stopped: {why}"));
            }
            Kind::Loss => {
                if let Some((process, why)) = Lost::from_bytes(&packet.bytes)
                    && process < size
                {
                    health.lose(process, why);
                }
            }
        }
    };
    worker.dataflow(|scope| {
        let to = Exchange::new(|packet: &Packet| packet.to);
        scope.input_from(input).unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            to,
            "deliver",
            |_, _| {
                move |input, _| {
                    input.for_each_time(|time, containers| {
                        for container in containers {
                            container.drain(..).for_each(|packet| deliver(*time.time(), packet));
                        }
                    });
                }
            },
        );
    });
}

struct Attendant<'a> {
    worker: &'a mut Worker,
    health: &'a Health,
    input: Packets,
    inbox: &'a Inbox,
    round: u64,
    /// Where in the round this process is.
    time: u64,
    /// Whether packets wait for a new time.
    unsent: bool,
    spoken: Instant,
}

/// Times of the dataflow: a round is a stretch of them, within which each process goes on as it speaks.
const ROUND_BITS: u32 = 32;

fn beginning_of(round: u64) -> u64 {
    round << ROUND_BITS
}

fn round_of(time: u64) -> u64 {
    time >> ROUND_BITS
}

impl Attendant<'_> {
    /// Says that this process has nothing more to send in this round, and waits until the others have said so.
    fn end_round(&mut self, word: u8) -> Answer {
        for to in (0..self.health.hosts.size()).filter(|&to| to != self.health.hosts.me()) {
            self.send(to, Kind::Word, vec![word]);
        }
        let this = self.round;
        self.round += 1;
        self.time = beginning_of(self.round);
        self.input.advance_to(self.time);
        self.unsent = false;
        let (mut told, mut heard, mut since) = (None, self.inbox.packets(), Instant::now());
        while !self.inbox.is_over(this) {
            if let Some(lost) = self.health.lost() {
                return Err(lost);
            }
            if let Some(gone) = self.health.gone() {
                // He has mostly gone because he is done; then all are, and ask nobody. If he was killed, others may still
                // want something: they are told, or they would take this process, which goes now, for the cause.
                let told = told.get_or_insert_with(|| {
                    self.send_to_others(Kind::Loss, &gone.to_bytes());
                    Instant::now()
                });
                if told.elapsed() > LAST_WORDS / 2 {
                    break;
                }
            }
            if heard != self.inbox.packets() {
                (heard, since) = (self.inbox.packets(), Instant::now());
            }
            if since.elapsed() < LOOKS_OUT {
                self.worker.step();
                std::thread::yield_now();
            } else {
                self.step();
                since = Instant::now();
            }
        }
        Ok(())
    }

    fn send(&mut self, to: usize, kind: Kind, bytes: Vec<u8>) {
        let from = self.health.hosts.me() as u64;
        self.input.send(Packet { to: to as u64, from, kind, bytes });
        // Packets are large: they are not collected.
        self.input.flush();
    }

    fn send_to_others(&mut self, kind: Kind, bytes: &[u8]) {
        for to in (0..self.health.hosts.size()).filter(|&to| to != self.health.hosts.me()) {
            self.send(to, kind, bytes.to_vec());
        }
        self.tick();
    }

    /// Packets wait for others of their time; a new one sends them off.
    fn tick(&mut self) {
        self.time += 1;
        self.input.advance_to(self.time);
        self.unsent = false;
    }

    /// Lets the dataflow work, or rests until something happens; speaks when it is time.
    fn step(&mut self) {
        if self.spoken.elapsed() >= BETWEEN_WORDS {
            self.spoken = Instant::now();
            let status = own_status(self.health, Some(self.round));
            self.health.set_status(self.health.hosts.me(), status);
            self.send_to_others(Kind::Status, &status.to_bytes());
            if let Some(silent) = self.health.silent() {
                let why = format!("has said nothing for {} s", PATIENCE.as_secs());
                self.health.lose(silent, why);
            }
        }
        let broken = self.health.take_broken();
        self.worker.step_or_park(Some(BETWEEN_WORDS / 4));
        if let Some((process, how)) = broken {
            // What came over the connection before it broke was there before the note of it.
            self.worker.step();
            self.health.lose(process, how);
        }
    }

    fn take_leave(&mut self, kind: Kind, words: &[u8]) {
        self.send_to_others(kind, words);
        let begun = Instant::now();
        while begun.elapsed() < LAST_WORDS / 2 {
            self.worker.step_or_park(Some(LAST_WORDS / 80));
        }
    }

    /// Keeps the dataflow alive for what the others still want to send each other.
    fn stay(mut self) {
        while self.health.lost().is_none() {
            self.step();
        }
    }
}

/// How this process is getting on.
pub(crate) fn own_status(health: &Health, round: Option<u64>) -> Status {
    let known = health.statuses()[health.hosts.me()].rounds;
    Status {
        rounds: round.unwrap_or(known),
        sent: health.sent(),
        memory: memory::peak().unwrap_or_default(),
        waited: health.waited(),
        worked: processor::time().map_or(0, |time| time.as_millis() as u64),
    }
}
