//! A server for strangers: who asks, how often they may, and what is told about all of them together.
//!
//! Someone at this machine asks as often as he likes. Every other address has a bucket of requests that
//! fills at a steady rate; an empty one means 429. Behind a proxy the address is the one that the proxy
//! names.

use std::collections::HashMap;
use std::fmt::Write;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;
use super::api::Refusal;

/// Seconds' worth of requests that an address may ask at once.
const BURST: f64 = 10.0;
/// Addresses that are remembered; when there are more, those that have not asked for a while go.
const MOST_ADDRESSES: usize = 10_000;
/// Upper ends of the classes of how long answers take, in seconds.
const BOUNDS: [f64; 6] = [0.005, 0.02, 0.1, 0.5, 2.0, 10.0];

/// The address that a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// How much strangers may do.
#[derive(Clone, Debug)]
pub struct Manners {
    /// Requests a second of one address; none for no limit.
    pub rate: Option<f64>,
    /// Whether a proxy stands before this server and names the address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Names that this server answers to beside localhost and literal addresses.
    pub hosts: Vec<String>,
    /// No jobs: nothing is ever written.
    pub read_only: bool,
}

/// Who asked how often.
pub struct Strangers {
    rate: Option<f64>,
    behind_proxy: bool,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// The requests that an address has left, at a time.
#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Strangers {
    /// Nobody has asked yet.
    pub fn new(manners: &Manners) -> Self {
        let Manners { rate, behind_proxy, .. } = *manners;
        Self { rate, behind_proxy, buckets: Mutex::default() }
    }

    /// Who asks: the peer, or whom the proxy names. Only the last name counts, which the proxy itself
    /// has written; those before it anybody may have made up.
    fn address(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let named = || {
            let named = headers.get_all("x-forwarded-for").iter().next_back()?;
            named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        };
        if self.behind_proxy { named().or(peer) } else { peer }
    }

    /// Whether an address may ask at a time; if not, how long it has to wait.
    fn admit(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let Some(rate) = self.rate.filter(|_| !address.is_loopback()) else { return Ok(()) };
        let most = (BURST * rate).max(1.0);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |bucket: &Bucket| {
            let waited = now.saturating_duration_since(bucket.at).as_secs_f64();
            (bucket.left + rate * waited).min(most)
        };
        if buckets.len() >= MOST_ADDRESSES {
            buckets.retain(|_, bucket| filled(bucket) < most);
        }
        if buckets.len() >= 2 * MOST_ADDRESSES {
            // More addresses at once than anybody has good use for.
            buckets.clear();
        }
        let bucket = buckets.entry(network(address)).or_insert(Bucket { left: most, at: now });
        let left = filled(bucket);
        if left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - left) / rate));
        }
        *bucket = Bucket { left: left - 1.0, at: now };
        Ok(())
    }
}

/// Of an IPv6 address the half that is given to one customer.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        },
        four => four,
    }
}

/// Counts a request, and refuses it if its address asks too often.
pub async fn count_and_limit(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    let begun = Instant::now();
    let waits = shared
        .strangers
        .address(peer, request.headers())
        .and_then(|address| shared.strangers.admit(address, begun).err());
    let response = match waits {
        None => next.run(request).await,
        Some(waits) => {
            let seconds = waits.as_secs() + 1;
            let message = format!("too many requests from this address; ask again in {seconds} s");
            let refusal = Refusal(StatusCode::TOO_MANY_REQUESTS, message);
            ([(header::RETRY_AFTER, seconds.to_string())], refusal).into_response()
        }
    };
    shared.metrics.count(response.status(), begun.elapsed());
    response
}

/// What the server has done, for whoever watches it.
#[derive(Default)]
pub struct Metrics {
    /// By the first digit of the status.
    statuses: [AtomicU64; 6],
    limited: AtomicU64,
    /// By how long they took; the last for all that took longer.
    durations: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Metrics {
    fn count(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).min(5);
        self.statuses[class].fetch_add(1, Ordering::Relaxed);
        if status == StatusCode::TOO_MANY_REQUESTS {
            self.limited.fetch_add(1, Ordering::Relaxed);
        }
        let seconds = took.as_secs_f64();
        let place = BOUNDS.iter().position(|&bound| seconds <= bound).unwrap_or(BOUNDS.len());
        self.durations[place].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    /// In Prometheus's text format.
    fn text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        };
        let name = "nimzo_requests_total";
        head(&mut text, name, "counter", "Requests by the first digit of their status.");
        for (class, count) in self.statuses.iter().enumerate().skip(2) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}{{status=\"{class}xx\"}} {count}");
        }
        let name = "nimzo_requests_limited_total";
        head(
            &mut text,
            name,
            "counter",
            "Requests refused because too many came, or too many jobs.",
        );
        let _ = writeln!(text, "{name} {}", self.limited.load(Ordering::Relaxed));
        let name = "nimzo_request_duration_seconds";
        head(&mut text, name, "histogram", "How long answers took.");
        let mut so_far = 0;
        for (bound, count) in
            BOUNDS.iter().map(f64::to_string).chain(["+Inf".into()]).zip(&self.durations)
        {
            so_far += count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {so_far}");
        }
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {so_far}");
        for (name, help, value) in gauges {
            head(&mut text, name, "gauge", help);
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }
}

/// `GET /metrics`
pub async fn metrics(State(shared): State<Arc<Shared>>) -> Response {
    let gauges = [
        ("nimzo_jobs_open", "Jobs that wait or run.", shared.jobs.open_count() as u64),
        (
            "nimzo_turns_free",
            "Turns that are free for questions.",
            shared.busy.available_permits() as u64,
        ),
    ];
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, shared.metrics.text(&gauges)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strangers(rate: f64, behind_proxy: bool) -> Strangers {
        let manners =
            Manners { rate: Some(rate), behind_proxy, hosts: Vec::new(), read_only: false };
        Strangers::new(&manners)
    }

    #[test]
    fn an_address_has_a_burst_and_then_its_rate() {
        let all = strangers(2.0, false);
        let (one, other) = ("203.0.113.7".parse().unwrap(), "203.0.113.8".parse().unwrap());
        let start = Instant::now();
        let admitted = (0..100).filter(|_| all.admit(one, start).is_ok()).count();
        assert_eq!(admitted, 20, "ten seconds' worth at once");
        assert!(all.admit(other, start).is_ok(), "another address has a bucket of its own");
        let later = start + Duration::from_secs(3);
        assert_eq!((0..100).filter(|_| all.admit(one, later).is_ok()).count(), 6);
        let waits = all.admit(one, later).unwrap_err();
        assert!(waits <= Duration::from_millis(500), "{waits:?}");
        assert!(all.admit("127.0.0.1".parse().unwrap(), start).is_ok());
        assert!((0..1000).all(|_| all.admit("::1".parse().unwrap(), start).is_ok()));
    }

    #[test]
    fn a_customer_of_ipv6_is_one_address() {
        let all = strangers(1.0, false);
        let now = Instant::now();
        let admitted = (0..100u128).filter(|&n| {
            let address = Ipv6Addr::from_bits(0x2001_0db8 << 96 | n);
            all.admit(address.into(), now).is_ok()
        });
        assert_eq!(admitted.count(), 10);
    }

    #[test]
    fn remembered_addresses_are_bounded() {
        let all = strangers(1.0, false);
        let now = Instant::now();
        for n in 0..30_000u32 {
            let _ = all.admit(std::net::Ipv4Addr::from_bits(0x0A00_0000 | n).into(), now);
        }
        let remembered = all.buckets.lock().unwrap().len();
        assert!(remembered <= 2 * MOST_ADDRESSES, "{remembered}");
    }

    #[test]
    fn a_proxy_names_the_address_last() {
        let peer = Some("10.0.0.1".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "1.2.3.4, 203.0.113.7".parse().unwrap());
        let named = Some("203.0.113.7".parse().unwrap());
        assert_eq!(strangers(1.0, true).address(peer, &headers), named);
        assert_eq!(strangers(1.0, false).address(peer, &headers), peer, "anybody may write it");
    }

    #[test]
    fn counts_are_told_in_the_format() {
        let metrics = Metrics::default();
        metrics.count(StatusCode::OK, Duration::from_millis(1));
        metrics.count(StatusCode::TOO_MANY_REQUESTS, Duration::from_secs(60));
        let text = metrics.text(&[("nimzo_jobs_open", "Jobs.", 3)]);
        for line in [
            "nimzo_requests_total{status=\"2xx\"} 1",
            "nimzo_requests_total{status=\"4xx\"} 1",
            "nimzo_requests_limited_total 1",
            "nimzo_request_duration_seconds_bucket{le=\"0.005\"} 1",
            "nimzo_request_duration_seconds_bucket{le=\"+Inf\"} 2",
            "nimzo_request_duration_seconds_count 2",
            "nimzo_jobs_open 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
