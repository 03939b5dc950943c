//! How processes meet: each listens at its address and calls those listed before it. They tell each other
//! what they are about, and what they think of what they were told; only if all agree does work begin.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{Error, Hosts};

/// The first line of what processes tell each other; another number for another way of talking.
const GREETING: &str = "nimzo cluster 1";
/// The longest greeting that is read, in bytes.
const LONGEST: usize = 1 << 20;
/// How long a call may take before it is tried again.
const CALL: Duration = Duration::from_secs(2);
/// How long is rested between tries.
const REST: Duration = Duration::from_millis(20);

/// What a process is about. All processes must be about the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// The program's version.
    pub version: String,
    /// What was asked, in words.
    pub question: String,
    /// What will be done, as it follows from the question and from what is in the folder.
    pub plan: String,
}

impl Hello {
    /// What this program is about when asked a question that leads to a plan.
    pub fn new(question: impl Into<String>, plan: impl Into<String>) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { version, question: question.into(), plan: plan.into() }
    }

    /// Why a process that says this and another one that says that cannot work together.
    fn difference(&self, theirs: &Self) -> Option<String> {
        let Self { version, question, plan } = theirs;
        if *version != self.version {
            return Some(format!("runs version {version}, and others run {}", self.version));
        }
        if *question != self.question {
            return Some(format!("was asked for `{question}`, and others for `{}`", self.question));
        }
        (*plan != self.plan).then(|| {
            "sees other tables in its folder than others do: all need the same folder".to_owned()
        })
    }
}

/// What is told when processes meet.
struct Introduction {
    process: usize,
    size: usize,
    hello: Hello,
}

impl Introduction {
    fn of(hosts: &Hosts, hello: &Hello) -> Self {
        Self { process: hosts.me(), size: hosts.size(), hello: hello.clone() }
    }

    fn write(&self, socket: &mut TcpStream) -> io::Result<()> {
        let Self { process, size, hello: Hello { version, question, plan } } = self;
        let plain = |text: &str| text.replace('\n', " ");
        let [version, question, plan] = [version, question, plan].map(|text| plain(text));
        put(socket, &format!("{GREETING}\n{process}\n{size}\n{version}\n{question}\n{plan}"))
    }

    /// `None` where somebody else called.
    fn read(socket: &mut TcpStream) -> io::Result<Option<Self>> {
        let text = take(socket)?;
        let mut lines = text.lines();
        if lines.next() != Some(GREETING) {
            return Ok(None);
        }
        let mut number = || lines.next().and_then(|line| line.parse().ok());
        let (Some(process), Some(size)) = (number(), number()) else { return Ok(None) };
        let mut line = || lines.next().unwrap_or_default().to_owned();
        let hello = Hello { version: line(), question: line(), plan: line() };
        Ok(Some(Self { process, size, hello }))
    }
}

/// Writes a text with its length before it.
fn put(socket: &mut TcpStream, text: &str) -> io::Result<()> {
    let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    socket.write_all(&bytes)
}

/// Reads a text with its length before it.
fn take(socket: &mut TcpStream) -> io::Result<String> {
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    socket.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| ErrorKind::InvalidData.into())
}

/// A process that has been met.
struct Met {
    socket: TcpStream,
    size: usize,
    hello: Hello,
}

/// Meets all the others, for at most so long: the connection to each, in order, and none to oneself.
pub(crate) fn meet(
    hosts: &Hosts,
    hello: &Hello,
    patience: Duration,
) -> Result<Vec<Option<TcpStream>>, Error> {
    let (me, size) = (hosts.me(), hosts.size());
    let address = hosts.address(me);
    let refused = |source| Error::CannotListen { process: me, address: address.to_owned(), source };
    let listener = TcpListener::bind(address).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    let own = Introduction::of(hosts, hello);
    let deadline = Instant::now() + patience;
    let mut met: Vec<Option<Met>> = (0..size).map(|_| None).collect();
    loop {
        for process in (0..me).filter(|&process| met[process].is_none()).collect::<Vec<_>>() {
            met[process] = call(hosts.address(process), &own, deadline);
        }
        while let Ok((socket, _)) = listener.accept() {
            let Some((process, one)) = answer(socket, &own) else { continue };
            if process >= size {
                return Err(Error::Disagree(other_count(process, one.size, hosts)));
            }
            if process > me {
                met[process] = Some(one);
            }
        }
        let missing: Vec<usize> = (0..size).filter(|&p| p != me && met[p].is_none()).collect();
        if missing.is_empty() {
            break;
        }
        if Instant::now() >= deadline {
            let names: Vec<String> =
                missing.into_iter().map(|process| hosts.name(process)).collect();
            let (missing, seconds) = (names.join(", "), patience.as_secs());
            return Err(Error::NotThere { missing, seconds });
        }
        sleep(REST);
    }
    agree(hosts, hello, met, deadline)
}

/// Calls a process listed earlier; `None` if it does not answer yet.
fn call(address: &str, own: &Introduction, deadline: Instant) -> Option<Met> {
    let place = address.to_socket_addrs().ok()?.next()?;
    let mut socket = TcpStream::connect_timeout(&place, CALL).ok()?;
    introduce(&mut socket, deadline).ok()?;
    own.write(&mut socket).ok()?;
    let Introduction { size, hello, .. } = Introduction::read(&mut socket).ok()??;
    Some(Met { socket, size, hello })
}

/// Answers a call; `None` if it is not from one of us.
fn answer(mut socket: TcpStream, own: &Introduction) -> Option<(usize, Met)> {
    socket.set_nonblocking(false).ok()?;
    introduce(&mut socket, Instant::now() + CALL).ok()?;
    let Introduction { process, size, hello } = Introduction::read(&mut socket).ok()??;
    own.write(&mut socket).ok()?;
    Some((process, Met { socket, size, hello }))
}

/// While they introduce themselves, nobody waits for ever.
fn introduce(socket: &mut TcpStream, deadline: Instant) -> io::Result<()> {
    let left = deadline.saturating_duration_since(Instant::now()).max(CALL);
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(left))?;
    socket.set_write_timeout(Some(left))
}

/// All have met. Each tells all others what it thinks of what it was told.
fn agree(
    hosts: &Hosts,
    hello: &Hello,
    met: Vec<Option<Met>>,
    deadline: Instant,
) -> Result<Vec<Option<TcpStream>>, Error> {
    let with_number = || met.iter().enumerate().filter_map(|(p, met)| Some((p, met.as_ref()?)));
    let counted = with_number().find(|(_, met)| met.size != hosts.size());
    let counted = counted.map(|(process, met)| other_count(process, met.size, hosts));
    // Told in the order of the processes and measured by the first, so that all say the same.
    let of = |process: usize| met[process].as_ref().map_or(hello, |met| &met.hello);
    let differs = |process: usize| of(0).difference(of(process)).map(|why| (process, why));
    let different = (1..hosts.size()).find_map(differs);
    let different = different.map(|(process, why)| format!("{} {why}", hosts.name(process)));
    let verdict = counted.or(different).unwrap_or_default();
    let mut sockets: Vec<Option<TcpStream>> =
        met.into_iter().map(|met| met.map(|met| met.socket)).collect();
    for socket in sockets.iter_mut().flatten() {
        introduce(socket, deadline)?;
        // Whoever cannot be told will find out.
        let _ = put(socket, &verdict);
    }
    if !verdict.is_empty() {
        return Err(Error::Disagree(verdict));
    }
    for (process, socket) in sockets.iter_mut().enumerate() {
        let Some(socket) = socket else { continue };
        let theirs = take(socket).unwrap_or_else(|error| {
            format!("{} left while the processes met: {error}", hosts.name(process))
        });
        if !theirs.is_empty() {
            return Err(Error::Disagree(theirs));
        }
        socket.set_read_timeout(None)?;
        socket.set_write_timeout(None)?;
    }
    Ok(sockets)
}

fn other_count(process: usize, size: usize, hosts: &Hosts) -> String {
    format!(
        "process {process} says that there are {size} processes, and process {} knows of {}",
        hosts.me(),
        hosts.size()
    )
}
