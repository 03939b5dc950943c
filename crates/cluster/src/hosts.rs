//! The file that lists the processes.

use std::fs;
use std::path::Path;

use crate::Error;

/// The addresses of all processes in order, and which of them this is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
    me: usize,
}

impl Hosts {
    /// Reads a file with a line `HOST:PORT` for each process; empty lines and what follows `#` are
    /// passed over.
    pub fn read(path: &Path, me: usize) -> Result<Self, Error> {
        let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
        let text = fs::read_to_string(path).map_err(unreadable)?;
        Self::parse(&text, &path.display().to_string(), me)
    }

    pub(crate) fn parse(text: &str, place: &str, me: usize) -> Result<Self, Error> {
        let mut addresses: Vec<String> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let bad = |why: &str| Error::BadHosts {
                place: format!("{place}, line {}", number + 1),
                why: format!("{line:?} {why}"),
            };
            let (host, port) = line.rsplit_once(':').ok_or_else(|| bad("has no port"))?;
            if host.is_empty() || host.contains(char::is_whitespace) {
                return Err(bad("has no host"));
            }
            if !port.parse::<u16>().is_ok_and(|port| port > 0) {
                return Err(bad("has no port"));
            }
            if addresses.iter().any(|known| known == line) {
                return Err(bad("is there twice"));
            }
            addresses.push(line.to_owned());
        }
        if addresses.is_empty() {
            return Err(Error::BadHosts { place: place.to_owned(), why: "no process".to_owned() });
        }
        if me >= addresses.len() {
            let (count, place) = (addresses.len(), place.to_owned());
            return Err(Error::NoSuchProcess { process: me, count, place });
        }
        Ok(Self { addresses, me })
    }

    /// How many processes there are.
    pub fn size(&self) -> usize {
        self.addresses.len()
    }

    /// Which of them this is.
    pub fn me(&self) -> usize {
        self.me
    }

    /// The address of a process; nothing for one that is not listed.
    pub fn address(&self, process: usize) -> &str {
        self.addresses.get(process).map_or("", String::as_str)
    }

    /// A process as messages name it.
    pub fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.address(process))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_in_order() {
        let text = "# two machines\n10.0.0.1:2101\n\n[fd00::2]:2101  # the second\n";
        let hosts = Hosts::parse(text, "hosts", 1).unwrap();
        assert_eq!((hosts.size(), hosts.me()), (2, 1));
        assert_eq!(hosts.name(1), "process 1 ([fd00::2]:2101)");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, me, said) in [
            (
                "a:1\nb\n",
                0,
                "hosts, line 2: \"b\" has no port; expected a line HOST:PORT for each process",
            ),
            (
                ":1\n",
                0,
                "hosts, line 1: \":1\" has no host; expected a line HOST:PORT for each process",
            ),
            (
                "a:0\n",
                0,
                "hosts, line 1: \"a:0\" has no port; expected a line HOST:PORT for each process",
            ),
            (
                "a:1\na:1\n",
                0,
                "hosts, line 2: \"a:1\" is there twice; expected a line HOST:PORT for each process",
            ),
            ("\n", 0, "hosts: no process; expected a line HOST:PORT for each process"),
            ("a:1\n", 1, "--process 1: hosts lists 1 processes, numbered from 0"),
        ] {
            assert_eq!(Hosts::parse(text, "hosts", me).unwrap_err().to_string(), said);
        }
    }
}
