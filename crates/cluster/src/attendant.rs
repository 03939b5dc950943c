//! The thread that attends to the dataflow of a [`Cluster`](crate::Cluster).
//!
//! The dataflow has one operator, which hands each packet to the process it is for. The attendant sends, waits
//! until the dataflow says that a round is over everywhere, speaks every second so that nobody is taken for
//! lost, and looks out for those who are.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};

use nimzo_work::memory;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::Lost;
use crate::health::{Health, PATIENCE, Status};
use crate::packet::{Kind, Packet};

/// Messages are cut into packets of this size.
const PACKET_BYTES: usize = 1 << 20;
/// How often a process says that it is there.
pub(crate) const BETWEEN_WORDS: Duration = Duration::from_secs(1);
/// How long a process that leaves waits for its last words to be sent.
pub(crate) const LAST_WORDS: Duration = Duration::from_secs(2);

/// What the attending thread is asked to do.
pub(crate) enum Order {
    /// Hand these out, and bring what the others have sent.
    Round(Vec<Vec<u8>>),
    /// Tell the others why this process leaves.
    LastWords(Kind, Vec<u8>),
}

/// What came in a round, from each process.
pub(crate) type Answer = Result<Vec<Vec<u8>>, Lost>;

/// The way into the dataflow.
type Packets = InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>;

/// What has arrived, by round and sender.
type Inbox = Rc<RefCell<BTreeMap<u64, Vec<Vec<u8>>>>>;

/// Carries out orders until there are no more.
pub(crate) fn attend(
    worker: &mut Worker,
    health: &Arc<Health>,
    orders: &Receiver<Order>,
    answers: &Sender<Answer>,
) {
    health.attend(std::thread::current());
    let inbox = Inbox::default();
    let mut input = Packets::new();
    let probe = dataflow(worker, &mut input, health, &inbox);
    let mut attendant = Attendant {
        worker,
        health,
        input,
        probe,
        inbox,
        round: 0,
        time: 0,
        spoken: Instant::now(),
    };
    loop {
        match orders.try_recv() {
            Ok(Order::Round(outgoing)) => {
                if answers.send(attendant.round(outgoing)).is_err() {
                    return attendant.stay();
                }
            }
            Ok(Order::LastWords(kind, words)) => {
                attendant.take_leave(kind, &words);
                let _ = answers.send(Ok(Vec::new()));
                return attendant.stay();
            }
            Err(TryRecvError::Empty) => attendant.step(),
            Err(TryRecvError::Disconnected) => return attendant.stay(),
        }
    }
}

/// One operator: packets go to whom they are for, and are put into the inbox there.
fn dataflow(
    worker: &mut Worker,
    input: &mut Packets,
    health: &Arc<Health>,
    inbox: &Inbox,
) -> ProbeHandle<u64> {
    let (health, inbox) = (Arc::clone(health), Rc::clone(inbox));
    let size = health.hosts.size();
    let deliver = move |time: u64, packet: Packet| {
        let from = packet.from as usize;
        match packet.kind {
            Kind::Message => {
                let mut inbox = inbox.borrow_mut();
                let messages =
                    inbox.entry(round_of(time)).or_insert_with(|| vec![Vec::new(); size]);
                if let Some(message) = messages.get_mut(from) {
                    message.extend(packet.bytes);
                }
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
        let delivered = scope
            .input_from(input)
            .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(to, "deliver", |_, _| {
                move |input, _| {
                    input.for_each_time(|time, containers| {
                        for container in containers {
                            container.drain(..).for_each(|packet| deliver(*time.time(), packet));
                        }
                    });
                }
            });
        delivered.probe().0
    })
}

struct Attendant<'a> {
    worker: &'a mut Worker,
    health: &'a Health,
    input: Packets,
    probe: ProbeHandle<u64>,
    inbox: Inbox,
    round: u64,
    /// Where in the round this process is.
    time: u64,
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
    /// Sends what is to be sent, and waits until nobody sends any more in this round.
    fn round(&mut self, outgoing: Vec<Vec<u8>>) -> Answer {
        for (to, message) in outgoing.into_iter().enumerate() {
            for bytes in message.chunks(PACKET_BYTES) {
                self.send(to, Kind::Message, bytes.to_vec());
            }
        }
        let this = self.round;
        self.round += 1;
        self.time = beginning_of(self.round);
        self.input.advance_to(self.time);
        let mut told = None;
        while self.probe.less_than(&beginning_of(self.round)) {
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
            self.step();
        }
        let arrived = self.inbox.borrow_mut().remove(&this);
        Ok(arrived.unwrap_or_else(|| vec![Vec::new(); self.health.hosts.size()]))
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
        // Packets wait for others of their time; a new one sends them off.
        self.time += 1;
        self.input.advance_to(self.time);
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
    }
}
