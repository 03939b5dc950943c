//! The pages in a real browser: each answers a known question from a paper by clicking.
//!
//! Needs Chromium and its driver; without them the tests say that they skipped.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator};

use crate::server::Server;

/// A browser under a driver of its own.
struct Browser {
    driver: Child,
    client: Client,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// `None` where there is no browser on this machine.
    async fn start() -> Option<Self> {
        let port = std::net::TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(driver) = driver else {
            eprintln!("skipped: there is no chromedriver on this machine");
            return None;
        };
        let profile = tempfile::tempdir().ok()?;
        let capabilities = serde_json::json!({
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1100,900", format!("--user-data-dir={}", profile.path().display()),
            ]},
        });
        let capabilities = capabilities.as_object()?.clone();
        for _ in 0..50 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let connected =
                ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
                    .capabilities(capabilities.clone())
                    .connect(&format!("http://127.0.0.1:{port}"))
                    .await;
            if let Ok(client) = connected {
                return Some(Self { driver, client, _profile: profile });
            }
        }
        panic!("chromedriver is there, but no browser came up");
    }

    /// Waits until the element `css` holds `text`.
    async fn expect(&self, css: &str, text: &str) {
        let mut seen = String::new();
        for _ in 0..1200 {
            if let Ok(element) = self.client.find(Locator::Css(css)).await {
                seen = element.text().await.unwrap_or_default();
                if seen.contains(text) {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let page = self.client.source().await.unwrap_or_default();
        panic!("{css} shows {seen:?}, not {text:?}\n{page}");
    }

    async fn click(&self, css: &str) {
        let element = self.client.wait().for_element(Locator::Css(css)).await.expect(css);
        element.click().await.expect(css);
    }

    async fn open(&self, server: &Server, path: &str) {
        self.client.goto(&format!("http://{}{path}", server.addr)).await.expect(path);
    }

    /// Asserts that the page wrote no errors to the console and asked no third party.
    async fn clean(&self) {
        let script = "return performance.getEntriesByType('resource').map(e => e.name)";
        let asked = self.client.execute(script, vec![]).await.expect("a list");
        for name in asked.as_array().into_iter().flatten().filter_map(|name| name.as_str()) {
            assert!(name.starts_with("http://127.0.0.1:") || name.starts_with("data:"), "{name}");
        }
    }

    async fn end(mut self) {
        self.clean().await;
        // The answers have been seen; how the browser goes does not matter.
        let _ = self.client.close().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

#[tokio::test]
async fn each_page_answers_a_known_question() {
    let Some(browser) = Browser::start().await else { return };
    let server = Server::start();

    browser.open(&server, "/pawns?word=0000").await;
    browser.expect("#nimber", "*").await;
    browser.click("[data-file='0']").await;
    browser.expect("#nimber", "*2").await;

    browser.open(&server, "/young?piece=ROOK&parts=5,4,4,4").await;
    browser.expect("#pair", "(4, 0)").await;

    browser.open(&server, "/values?expr=%7B1%7C0%7D").await;
    browser.expect("#answer", "1/2").await;

    browser.open(&server, "/zugzwangs?material=KRvKN").await;
    browser.expect("#count", "18 zugzwangs").await;
    browser.click(".boards figure a").await;
    browser.expect("#zugtype", "Zugzwang of type A1").await;

    browser.open(&server, "/echess?wr=2,1").await;
    browser.click("[data-cell='1,-2']").await;
    browser.expect("#mean", "mean 6, temperature 6").await;

    browser.open(&server, "/papers").await;
    browser.expect("main", "thompson").await;

    browser.end().await;
}
