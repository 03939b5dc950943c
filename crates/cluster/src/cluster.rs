//! Rounds of messages between processes, on a timely dataflow that a thread attends to (`attendant`).

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimzo_retro::sweep::Company;
use nimzo_work::{Task, memory};
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use crate::attendant::{Answer, BETWEEN_WORDS, LAST_WORDS, Order, attend, own_status};
use crate::health::{Health, Status};
use crate::meeting::{Hello, meet};
use crate::packet::Kind;
use crate::watched::Watched;
use crate::{Error, Hosts, Lost};

/// How often the process that shows progress shows that of all.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// This process among those that work together.
pub struct Cluster {
    pub(crate) health: Arc<Health>,
    orders: Mutex<Sender<Order>>,
    answers: Mutex<Receiver<Answer>>,
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
