//! A browser under a driver of its own, and what a person does with it.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};

use crate::server::{self, Server};

/// Chromium, driven.
pub struct Browser {
    driver: Child,
    port: u16,
    client: Client,
    _profile: tempfile::TempDir,
}

/// How long a page may take to show an answer: some solve a window or a class first.
const PATIENCE: Duration = Duration::from_secs(150);

impl Browser {
    /// A browser of its own, with nothing remembered.
    pub async fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        drop(listener);
        let mut driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver must be installed (Debian: chromium-driver)");
        let profile = tempfile::tempdir().expect("a folder for the browser");
        let capabilities = serde_json::json!({
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1200,1000", format!("--user-data-dir={}", profile.path().display()),
            ]},
        });
        let capabilities = capabilities.as_object().expect("it is an object").clone();
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let connected =
                ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
                    .capabilities(capabilities.clone())
                    .connect(&format!("http://127.0.0.1:{port}"))
                    .await;
            if let Ok(client) = connected {
                return Self { driver, port, client, _profile: profile };
            }
        }
        let _ = driver.kill();
        let _ = driver.wait();
        panic!("chromedriver is there, but no browser came up");
    }

    /// Opens a page of the explorer.
    pub async fn open(&self, server: &Server, path: &str) {
        self.client.goto(&format!("http://{}{path}", server.addr)).await.expect(path);
    }

    /// Waits until the element `css` holds `text`, and returns all that it holds.
    pub async fn expect(&self, css: &str, text: &str) -> String {
        let mut seen = String::new();
        let begun = std::time::Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Ok(element) = self.client.find(Locator::Css(css)).await {
                seen = element.text().await.unwrap_or_default();
                if seen.contains(text) {
                    return seen;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let page = self.client.source().await.unwrap_or_default();
        panic!("{css} shows {seen:?}, not {text:?}\n{page}");
    }

    /// What an element holds now, if it is there.
    pub async fn seen(&self, css: &str) -> Option<String> {
        self.client.find(Locator::Css(css)).await.ok()?.text().await.ok()
    }

    /// Clicks an element as soon as it is there.
    pub async fn click(&self, css: &str) {
        self.act(css, async || self.element(css).await?.click().await).await;
    }

    /// Presses a key on an element.
    pub async fn press(&self, css: &str, key: Key) {
        let key = char::from(key).to_string();
        self.act(css, async || self.element(css).await?.send_keys(&key).await).await;
    }

    /// Replaces a field's text and presses Enter.
    pub async fn write(&self, css: &str, text: &str) {
        let typed = format!("{text}\u{e007}");
        let write = async || {
            let field = self.element(css).await?;
            field.clear().await?;
            field.send_keys(&typed).await
        };
        self.act(css, write).await;
    }

    /// Chooses from a list by the option's value.
    pub async fn choose(&self, css: &str, value: &str) {
        self.act(css, async || self.element(css).await?.select_by_value(value).await).await;
    }

    /// Drags from the middle of one element to the middle of another.
    pub async fn drag(&self, from: &str, to: &str) {
        let glide = Some(Duration::from_millis(120));
        let left = 0;
        let drag = async || {
            let actions = MouseActions::new("mouse".to_owned())
                .then(over(self.element(from).await?, glide))
                .then(PointerAction::Down { button: left })
                .then(over(self.element(to).await?, glide))
                .then(PointerAction::Up { button: left });
            self.client.perform_actions(actions).await
        };
        self.act(from, drag).await;
    }

    /// Moves the pointer over an element.
    pub async fn hover(&self, css: &str) {
        let hover = async || {
            let element = self.element(css).await?;
            let actions = MouseActions::new("mouse".to_owned()).then(over(element, None));
            self.client.perform_actions(actions).await
        };
        self.act(css, hover).await;
    }

    /// The address's path and query.
    pub async fn address(&self) -> String {
        let address = self.client.current_url().await.expect("an address");
        format!("{}?{}", address.path(), address.query().unwrap_or_default())
    }

    /// The browser's own back button.
    pub async fn back(&self) {
        self.client.back().await.expect("back");
    }

    /// The browser's own reload.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("reload");
    }

    /// Waits for an element.
    async fn element(&self, css: &str) -> Result<Element, CmdError> {
        self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await
    }

    /// Does something with the element `css`, and does it again where the page drew itself anew
    /// between finding the element and using it.
    async fn act(&self, css: &str, action: impl AsyncFn() -> Result<(), CmdError>) {
        let begun = std::time::Instant::now();
        loop {
            match action().await {
                Ok(()) => return,
                Err(CmdError::Standard(told))
                    if told.error == ErrorStatus::StaleElementReference
                        && begun.elapsed() < PATIENCE =>
                {
                    // A drag that was cut short leaves a button down.
                    self.client.release_actions().await.expect(css);
                }
                Err(error) => panic!("{css}: {error}"),
            }
        }
    }

    /// Asserts that nothing was written to the console and no third party was asked; then ends.
    pub async fn end(mut self) {
        let script = "return performance.getEntriesByType('resource').map(e => e.name)";
        let asked = self.client.execute(script, vec![]).await.expect("a list");
        for name in asked.as_array().into_iter().flatten().filter_map(|name| name.as_str()) {
            let is_ours = ["http://127.0.0.1:", "data:", "blob:http://127.0.0.1:"]
                .iter()
                .any(|prefix| name.starts_with(prefix));
            assert!(is_ours, "{name}");
        }
        let session = self.client.session_id().await.expect("an answer").expect("a session");
        let path = format!("/session/{session}/se/log");
        let log = server::post_json(self.port, &path, r#"{"type":"browser"}"#);
        assert_eq!(log["value"], serde_json::json!([]), "the console is not clean");
        // The answers have been seen; how the browser goes does not matter.
        let _ = self.client.close().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The pointer comes to the middle of an element.
fn over(element: Element, duration: Option<Duration>) -> PointerAction {
    PointerAction::MoveToElement { element, duration, x: 0.0, y: 0.0 }
}
