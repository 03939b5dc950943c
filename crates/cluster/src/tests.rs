use std::net::TcpListener;
use std::sync::Arc;
use std::thread::{scope, spawn};
use std::time::Duration;

use nimzo_retro::sweep::Company;

use crate::{Cluster, Error, Hello, Hosts};

const PATIENCE: Duration = Duration::from_secs(60);

/// Processes of this machine at ports that were free a moment ago.
fn hosts(size: usize) -> Vec<Hosts> {
    let taken: Vec<TcpListener> =
        (0..size).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines = taken.iter().map(|one| format!("{}\n", one.local_addr().unwrap()));
    let text: String = lines.collect();
    (0..size).map(|me| Hosts::parse(&text, "hosts", me).unwrap()).collect()
}

/// What becomes of processes that say these things of themselves.
fn joined(hellos: &[Hello]) -> Vec<Result<Cluster, Error>> {
    scope(|scope| {
        let threads: Vec<_> = (hosts(hellos.len()).into_iter().zip(hellos))
            .map(|(hosts, hello)| scope.spawn(move || Cluster::join(hosts, hello, PATIENCE)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn messages_arrive_in_their_rounds_whatever_their_length() {
    let members = joined(&vec![Hello::new("question", "plan"); 3]);
    let threads = members.into_iter().map(|member| {
        let member = member.unwrap();
        spawn(move || {
            let me = member.me();
            for round in 0..20usize {
                let message =
                    |from: usize, to: usize| vec![(from * 3 + to) as u8; round * round * 7919];
                let outgoing = (0..3).map(|to| message(me, to)).collect();
                let incoming = member.exchange(outgoing).unwrap();
                assert!(incoming == (0..3).map(|from| message(from, me)).collect::<Vec<_>>());
            }
            member.close().unwrap();
        })
    });
    threads.collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn whoever_leaves_tells_the_others_why() {
    let mut members = joined(&vec![Hello::new("question", "plan"); 3]);
    let leaver = members.remove(1).unwrap();
    leaver.leave("the disk is full");
    for member in members {
        let error = member.unwrap().exchange(vec![Vec::new(); 3]).unwrap_err().to_string();
        assert!(error.starts_with("process 1 (127.0.0.1:"), "{error}");
        assert!(error.contains("has stopped: the disk is full"), "{error}");
    }
}

/// Who leaves because another is lost names that one, and so does whoever hears it from him.
#[test]
fn whoever_has_lost_one_passes_on_which() {
    let mut members = joined(&vec![Hello::new("question", "plan"); 3]);
    let leaver = members.remove(2).unwrap();
    leaver.health.lose(1, "is gone: it closed the connection");
    leaver.leave("what the loss led to");
    let first = members.remove(0).unwrap();
    let error = first.exchange(vec![Vec::new(); 3]).unwrap_err().to_string();
    assert!(error.starts_with("process 1 (127.0.0.1:"), "{error}");
    assert!(error.contains("is gone: it closed the connection"), "{error}");
}

/// Who has nothing more to ask does not miss the one who is lost, and still tells those who do.
#[test]
fn whoever_loses_one_at_the_end_passes_on_which() {
    let mut members = joined(&vec![Hello::new("question", "plan"); 3]);
    let closing = members.remove(2).unwrap();
    let health = Arc::clone(&closing.health);
    health.close();
    health.lose(1, "is gone: it closed the connection");
    let end = std::thread::spawn(move || closing.close());
    let error = members.remove(0).unwrap().exchange(vec![Vec::new(); 3]).unwrap_err().to_string();
    assert!(error.starts_with("process 1 (127.0.0.1:"), "{error}");
    end.join().unwrap().unwrap();
}

#[test]
fn processes_that_differ_say_who_differs_and_in_what() {
    let usual = Hello::new("question", "plan");
    let version = Hello { version: "9.9.9".to_owned(), ..usual.clone() };
    let plan = Hello::new("question", "another plan");
    for (other, said) in [(version, "runs version 9.9.9"), (plan, "sees other tables")] {
        for refused in joined(&[usual.clone(), usual.clone(), other]) {
            let said_of_it = refused.err().expect("refused").to_string();
            assert!(said_of_it.starts_with("process 2 (127.0.0.1:"), "{said_of_it}");
            assert!(said_of_it.contains(said), "{said_of_it}");
        }
    }
}
