//! Rounds of messages between processes, on a timely dataflow that a thread attends to (`attendant`).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimzo_retro::sweep::{Company, Piece, Round};
use nimzo_work::{Task, memory};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use crate::attendant::{Answer, BETWEEN_WORDS, LAST_WORDS, Order, attend, own_status};
use crate::health::{Health, Status};
use crate::inbox::Inbox;
use crate::meeting::{Hello, meet};
use crate::packet::Kind;
use crate::watched::Watched;
use crate::{Error, Hosts, Lost};

/// How often the process that shows progress shows that of all.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How long a process that has ended its last round stays, so that what it said last is sent.
const LINGERS: Duration = Duration::from_millis(50);

/// This process among those that work together.
pub struct Cluster {
    pub(crate) health: Arc<Health>,
    orders: Mutex<Sender<Order>>,
    answers: Mutex<Receiver<Answer>>,
    inbox: Arc<Inbox>,
    /// The round under way.
    round: AtomicU64,
}

impl Cluster {
    /// Meets the other processes, for at most so long, and makes sure that they are about the same.
    pub fn join(hosts: Hosts, hello: &Hello, patience: Duration) -> Result<Self, Error> {
        let sockets = meet(&hosts, hello, patience)?;
        let me = hosts.me();
        let health = Arc::new(Health::new(hosts));
        let watched = sockets.into_iter().enumerate().map(|(process, socket)| {
            socket.map(|socket| Watched { socket, process, health: Arc::clone(&health) })
        });
        let mut hooks = Hooks::default();
        // Buffers of a connection that are kept for the next messages, of 1 MiB each.
        hooks.refill.limit = Some(1);
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, connections) =
            initialize_networking_from_sockets(own, watched.collect(), me, 1, hooks)?;
        let (orders, to_do) = channel();
        let (done, answers) = channel();
        let ends = Mutex::new(Some((to_do, done)));
        let attended = Arc::clone(&health);
        let inbox = Arc::new(Inbox::new(health.hosts.size(), me));
        let filled = Arc::clone(&inbox);
        let attendants = timely::execute::execute_from(
            builders.into_iter().map(AllocatorBuilder::Tcp).collect(),
            Box::new(connections),
            WorkerConfig::default(),
            move |worker| {
                let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some((to_do, done)) = ends {
                    attend(worker, &attended, &filled, &to_do, &done);
                }
            },
        )
        .map_err(std::io::Error::other)?;
        // These threads live as long as the process: waiting for them would be waiting for the others,
        // who may be lost.
        std::mem::forget(attendants);
        let (orders, answers, round) = (Mutex::new(orders), Mutex::new(answers), AtomicU64::new(0));
        Ok(Self { health, orders, answers, inbox, round })
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
        let all = self.exchange(vec![mine; self.size()])?;
        Ok(all.iter().map(|bytes| Status::from_bytes(bytes).unwrap_or_default()).collect())
    }

    /// The end: nobody needs this process any more. What was to be written must have been written.
    pub fn close(self) -> Result<(), Error> {
        self.health.close();
        self.end()?;
        // Whoever goes now has heard all; whoever goes too early is missed by those who have not.
        std::thread::sleep(LINGERS);
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

    /// Waits until all have ended the round.
    fn end(&self) -> Result<Round, Lost> {
        self.end_with(0)
    }

    fn end_with(&self, word: u8) -> Result<Round, Lost> {
        let begun = Instant::now();
        self.order(Order::EndRound(word));
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).recv();
        self.health.count_waited(begun.elapsed());
        let me = self.hosts().me();
        let unknown = || Lost {
            process: me,
            address: self.hosts().address(me).to_owned(),
            why: "has lost its connections".to_owned(),
        };
        answer.unwrap_or_else(|_| Err(self.health.lost().unwrap_or_else(unknown)))?;
        Ok(self.inbox.take(self.round.fetch_add(1, Ordering::Relaxed), word))
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

    fn send(&self, to: usize, piece: Vec<u8>) {
        self.order(Order::Send(to, piece));
    }

    fn arrived(&self) -> Vec<Piece> {
        self.inbox.pieces(self.round.load(Ordering::Relaxed))
    }

    fn end_round(&self, word: u8) -> Result<Round, nimzo_retro::Error> {
        self.end_with(word).map_err(|lost| nimzo_retro::Error::Outside(Box::new(lost)))
    }
}
