//! Connections: accepted, bounded in number and patience, and ended in good order.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use nimzo_work::Task;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use nimzo_questions::Failure;

use super::Shared;
use super::api::Refusal;
use super::strangers::Peer;

/// More connections than this wait until one ends.
const MOST_CONNECTIONS: usize = 512;
/// No request needs a body at all; some clients send an empty document.
const LARGEST_BODY: u64 = 16 << 10;

/// Accepts connections on `addr` until `task` is stopped, then lets the open ones finish. Only
/// HTTP/1 is spoken: one protocol, with a time limit on every phase of it. A client that has not sent
/// its request's head within `patience`, or its next request, is let go; one that takes nothing of its
/// answer is given twice as long.
pub async fn listen(
    addr: SocketAddr,
    patience: Duration,
    router: Router,
    task: &Task,
) -> Result<(), Failure> {
    let listener = TcpListener::bind(addr)
        .await
        .map_err(|reason| Failure::input(format!("cannot listen on {addr}: {reason}")))?;
    task.say(&format!("the explorer is at http://{}/ (Ctrl-C ends it)", listener.local_addr()?));
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let open = GracefulShutdown::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place,
            () = stopped(task) => break,
        };
        let Ok(place) = place else { break };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => (stream, Peer(peer.ip())),
                // The client went away, or we are out of files: the next one may fare better.
                Err(_) => { tokio::time::sleep(Duration::from_millis(20)).await; continue }
            },
            () = stopped(task) => break,
        };
        // Answers are small and written at once; waiting to fill packets only adds delay.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(2 * patience));
        let routed = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(peer);
            routed.call(request)
        });
        let stream = TokioIo::new(Box::pin(stream));
        let connection = open.watch(builder.serve_connection(stream, service));
        tokio::spawn(async move {
            // A connection that breaks off is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    let _ = tokio::time::timeout(Duration::from_secs(3), open.shutdown()).await;
    Ok(())
}

async fn stopped(task: &Task) {
    while task.check().is_ok() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Refuses requests that a foreign page could make a browser send: another host's name that was
/// pointed at this machine, or a change asked for without our own header.
pub async fn only_for_us(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.unwrap_or_default();
    if !is_local(host) && !shared.manners.hosts.iter().any(|name| is_named(host, name)) {
        let message = format!("this server answers to localhost and addresses, not to {host:?}");
        return Refusal(StatusCode::FORBIDDEN, message).into_response();
    }
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    if changes && !request.headers().contains_key("x-nimzo") {
        let message = "a request that changes something carries the header X-Nimzo: 1";
        return Refusal(StatusCode::FORBIDDEN, message.into()).into_response();
    }
    next.run(request).await
}

/// Refuses bodies: nothing here reads one, so a client that sends much of it is mistaken or hostile.
pub async fn only_small(request: Request, next: Next) -> Response {
    if request.headers().contains_key(header::TRANSFER_ENCODING) {
        let message = "a request's length is told in Content-Length";
        return Refusal(StatusCode::LENGTH_REQUIRED, message.into()).into_response();
    }
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > LARGEST_BODY) {
        let message = format!("a request's body has at most {LARGEST_BODY} bytes");
        return Refusal(StatusCode::PAYLOAD_TOO_LARGE, message).into_response();
    }
    next.run(request).await
}

/// Refuses what takes longer than `most`.
pub async fn within(most: Duration, request: Request, next: Next) -> Response {
    match tokio::time::timeout(most, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let message = "other questions keep the server busy; ask again".to_owned();
            Refusal(StatusCode::SERVICE_UNAVAILABLE, message).into_response()
        }
    }
}

/// A host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

/// A name that the owner has given this server.
fn is_named(host: &str, name: &str) -> bool {
    without_port(host).eq_ignore_ascii_case(name)
}

/// A literal address, or localhost: names that nobody else can point at us.
fn is_local(host: &str) -> bool {
    let name = without_port(host).trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::{is_local, is_named};

    #[test]
    fn only_names_that_cannot_be_pointed_elsewhere_are_local() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.0.2"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["example.org", "localhost.example.org:8080", "", "127.0.0.1.example.org"] {
            assert!(!is_local(host), "{host}");
        }
        assert!(is_named("Tables.example.org:443", "tables.example.org"));
        assert!(!is_named("example.org", "tables.example.org"));
    }
}
