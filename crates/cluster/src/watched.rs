//! A connection that tells when it breaks.
//!
//! The dataflow's own threads panic when a connection breaks. They read and write through this instead,
//! which notes the loss and never comes back: the process ends soon, in an orderly way, by whoever reads
//! the note.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::health::Health;

/// The connection to one process.
pub(crate) struct Watched {
    pub socket: TcpStream,
    pub process: usize,
    pub health: Arc<Health>,
}

impl Watched {
    fn broken(&self, how: String) -> ! {
        self.health.has_broken(self.process, how);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Ok(0) => self.broken("is gone: it closed the connection".to_owned()),
                Ok(read) => {
                    self.health.heard(self.process);
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.broken(format!("is gone: {error}")),
            }
        }
    }
}

impl Write for Watched {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        loop {
            match self.socket.write(buffer) {
                Ok(written) => {
                    self.health.count_sent(written);
                    return Ok(written);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.broken(format!("is gone: {error}")),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Self> {
        let socket = self.socket.try_clone()?;
        Ok(Self { socket, process: self.process, health: Arc::clone(&self.health) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.socket.shutdown(how)
    }
}
