//! Rounds of messages between processes, on a timely dataflow.
//!
//! The dataflow has one operator, which hands each packet to the process it is for. A thread attends to
//! it: it sends, waits until the dataflow says that a round is over everywhere, speaks every second so
//! that nobody is taken for lost, and looks out for those who are.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimzo_retro::sweep::Company;
use nimzo_work::{Task, memory};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::health::{Health, PATIENCE, Status};
use crate::meeting::{Hello, meet};
use crate::packet::{Kind, Packet};
use crate::watched::Watched;
use crate::{Error, Hosts, Lost};

/// Messages are cut into packets of this size.
const PACKET_BYTES: usize = 1 << 20;
/// How often a process says that it is there.
const BETWEEN_WORDS: Duration = Duration::from_secs(1);
/// How often the process that shows progress shows that of all.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// How long a process that leaves waits for its last words to be sent.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// This process among those that work together.
pub struct Cluster {
    pub(crate) health: Arc<Health>,
    orders: Mutex<Sender<Order>>,
    answers: Mutex<Receiver<Answer>>,
}

/// What the attending thread is asked to do.
enum Order {
    /// Hand these out, and bring what the others have sent.
    Round(Vec<Vec<u8>>),
    /// Tell the others why this process leaves.
    LastWords(Kind, Vec<u8>),
}

/// What came in a round, from each process.
type Answer = Result<Vec<Vec<u8>>, Lost>;

impl Cluster {
    /// Meets the other processes, for at most so long, and makes sure that they are about the same.
    pub fn join(hosts: Hosts, hello: &Hello, patience: Duration) -> Result<Self, Error> {
        let sockets = meet(&hosts, hello, patience)?;
        let me = hosts.me();
        let health = Arc::new(Health::new(hosts));
        let watched = sockets.into_iter().enumerate().map(|(process, socket)| {
            socket.map(|socket| Watched { socket, process, health: Arc::clone(&health) })
        });
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, connections) =
            initialize_networking_from_sockets(own, watched.collect(), me, 1, hooks)?;
        let (orders, to_do) = channel();
        let (done, answers) = channel();
        let ends = Mutex::new(Some((to_do, done)));
        let attended = Arc::clone(&health);
        let attendants = timely::execute::execute_from(
            builders.into_iter().map(AllocatorBuilder::Tcp).collect(),
            Box::new(connections),
            WorkerConfig::default(),
            move |worker| {
                let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some((to_do, done)) = ends {
                    attend(worker, &attended, &to_do, &done);
                }
            },
        )
        .map_err(std::io::Error::other)?;
        // These threads live as long as the process: waiting for them would be waiting for the others,
        // who may be lost.
        std::mem::forget(attendants);
        Ok(Self { health, orders: Mutex::new(orders), answers: Mutex::new(answers) })
    }

    /// The processes.
    pub fn hosts(&self) -> &Hosts {
        &self.health.hosts
    }

    /// How each process is getting on, as far as it is known here.
    pub fn statuses(&self) -> Vec<Status> {
        self.health.set_status(self.hosts().me(), own_status(&self.health, None));
        self.health.statuses()
    }

    /// Has the progress of all processes shown from time to time, for as long as this cluster is there.
    pub fn show_progress(&self, task: &Task) {
        let (health, task) = (Arc::downgrade(&self.health), task.clone());
        std::thread::spawn(move || {
            let mut last = Instant::now();
            loop {
                std::thread::sleep(BETWEEN_WORDS);
                let Some(health) = health.upgrade() else { return };
                if health.is_over() {
                    return;
                }
                if last.elapsed() >= BETWEEN_LINES {
                    last = Instant::now();
                    let lines =
                        health.statuses().into_iter().enumerate().map(|(process, status)| {
                            let Status { rounds, sent, memory, .. } = status;
                            let (sent, memory) = (memory::human(sent), memory::human(memory));
                            format!(
                                "process {process}: round {rounds}, {sent} sent, {memory} of memory"
                            )
                        });
                    task.say(&lines.collect::<Vec<_>>().join("; "));
                }
            }
        });
    }

    /// How each process has got on, asked of each now.
    pub fn reports(&self) -> Result<Vec<Status>, Error> {
        let mine = own_status(&self.health, None).to_bytes();
        let all = self.round(vec![mine; self.size()])?;
        Ok(all.iter().map(|bytes| Status::from_bytes(bytes).unwrap_or_default()).collect())
    }

    /// The end: nobody needs this process any more. What was to be written must have been written.
    pub fn close(self) -> Result<(), Error> {
        self.health.close();
        let empty = vec![Vec::new(); self.size()];
        self.round(empty)?;
        Ok(())
    }

    /// Leaves before the end and tells the others why: somebody was lost, or what is given.
    pub fn leave(self, why: &str) {
        self.order(match self.health.lost() {
            Some(lost) => Order::LastWords(Kind::Loss, lost.to_bytes()),
            None => Order::LastWords(Kind::Farewell, why.as_bytes().to_vec()),
        });
        let _ =
            self.answers.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LAST_WORDS);
        self.health.finish();
    }

    fn order(&self, order: Order) {
        // Where nobody attends any more, there will be no answer either.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
        self.health.wake();
    }

    fn round(&self, mut outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Lost> {
        let me = self.me();
        let to_myself = std::mem::take(&mut outgoing[me]);
        let begun = Instant::now();
        self.order(Order::Round(outgoing));
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).recv();
        self.health.count_waited(begun.elapsed());
        let unknown = || Lost {
            process: me,
            address: self.hosts().address(me).to_owned(),
            why: "has lost its connections".to_owned(),
        };
        let mut incoming =
            answer.unwrap_or_else(|_| Err(self.health.lost().unwrap_or_else(unknown)))?;
        incoming[me] = to_myself;
        Ok(incoming)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.health.finish();
    }
}

impl Company for Cluster {
    fn size(&self) -> usize {
        self.hosts().size()
    }

    fn me(&self) -> usize {
        self.hosts().me()
    }

    fn exchange(&self, outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, nimzo_retro::Error> {
        self.round(outgoing).map_err(|lost| nimzo_retro::Error::Outside(Box::new(lost)))
    }
}

/// The way into the dataflow.
type Packets = InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>;

/// What has arrived, by round and sender.
type Inbox = Rc<RefCell<BTreeMap<u64, Vec<Vec<u8>>>>>;

/// Carries out orders until there are no more.
fn attend(
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
        while self.probe.less_than(&beginning_of(self.round)) {
            if let Some(lost) = self.health.lost() {
                return Err(lost);
            }
            if self.health.somebody_is_done() {
                break;
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
fn own_status(health: &Health, round: Option<u64>) -> Status {
    let known = health.statuses()[health.hosts.me()].rounds;
    Status {
        rounds: round.unwrap_or(known),
        sent: health.sent(),
        memory: memory::peak().unwrap_or_default(),
        waited: health.waited(),
    }
}
