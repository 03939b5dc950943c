//! A browser under a driver of its own, and what a person does with it.
//!
//! The driver speaks the WebDriver protocol: JSON over HTTP. What these tests need of it is a page's worth,
//! where the client crates for it bring forty others that every fresh build would wait for.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{Server, ask_json};

/// Chromium, driven.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

/// A key that is no letter, by the code that the protocol gives it.
#[derive(Clone, Copy)]
#[repr(u16)]
pub enum Key {
    Tab = 0xE004,
    Enter = 0xE007,
    Left = 0xE012,
    Right = 0xE014,
}

impl Key {
    fn text(self) -> String {
        String::from_utf16_lossy(&[self as u16])
    }
}

/// Why the driver did not do something: the protocol's name for it, and the driver's words.
struct Refusal {
    error: String,
    message: String,
}

impl Refusal {
    /// The page drew itself anew between finding an element and using it.
    fn is_stale(&self) -> bool {
        self.error == "stale element reference"
    }
}

/// How long a page may take to show an answer: some solve a window or a class first.
const PATIENCE: Duration = Duration::from_secs(150);

/// The name under which the protocol hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// A browser of its own, with nothing remembered.
    pub fn start() -> Self {
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
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1200,1000", format!("--user-data-dir={}", profile.path().display()),
            ]},
        }}});
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(200));
            let answer = ask_json(port, "POST", "/session", &wanted).unwrap_or_default();
            if let Some(session) = answer["value"]["sessionId"].as_str() {
                return Self { driver, port, session: session.to_owned(), _profile: profile };
            }
        }
        let _ = driver.kill();
        let _ = driver.wait();
        panic!("chromedriver is there, but no browser came up");
    }

    /// Opens a page of the explorer.
    pub fn open(&self, server: &Server, path: &str) {
        self.must("url", json!({ "url": format!("http://{}{path}", server.addr) }));
    }

    /// Waits until the element `css` holds `text`, and returns all that it holds.
    pub fn expect(&self, css: &str, text: &str) -> String {
        self.until(&format!("{text:?} in {css}"), || {
            self.seen(css).filter(|seen| seen.contains(text))
        })
    }

    /// Asks again and again until there is an answer; patiently, because the machine may be busy.
    pub fn until<T>(&self, what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(answer) = answer() {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let page = self.read("source").unwrap_or_default();
        panic!("waited in vain for {what}\n{page}");
    }

    /// What an element holds now, if it is there.
    pub fn seen(&self, css: &str) -> Option<String> {
        let element = self.find(css).ok()?;
        self.read(&format!("element/{element}/text")).ok()?.as_str().map(str::to_owned)
    }

    /// Clicks an element as soon as it is there.
    pub fn click(&self, css: &str) {
        self.with_element(css, |element| {
            self.tell(&format!("element/{element}/click"), json!({})).map(drop)
        });
    }

    /// Presses a key on an element.
    pub fn press(&self, css: &str, key: Key) {
        self.with_element(css, |element| self.write_into(element, &key.text()));
    }

    /// Replaces a field's text and presses Enter.
    pub fn write(&self, css: &str, text: &str) {
        let typed = format!("{text}{}", Key::Enter.text());
        self.with_element(css, |element| {
            self.tell(&format!("element/{element}/clear"), json!({}))?;
            self.write_into(element, &typed)
        });
    }

    /// Chooses from a list by the option's value.
    pub fn choose(&self, css: &str, value: &str) {
        self.click(&format!("{css} option[value='{value}']"));
    }

    /// Drags from the middle of one element to the middle of another.
    pub fn drag(&self, from: &str, to: &str) {
        self.with_element(from, |element| {
            let target = self.wait_for(to)?;
            self.point(&[
                over(element, 120),
                json!({ "type": "pointerDown", "button": 0 }),
                over(&target, 120),
                json!({ "type": "pointerUp", "button": 0 }),
            ])
        });
    }

    /// Moves the pointer over an element.
    pub fn hover(&self, css: &str) {
        self.with_element(css, |element| self.point(&[over(element, 0)]));
    }

    /// The address's path and query.
    pub fn address(&self) -> String {
        let address = self.read("url").unwrap_or_else(|refusal| panic!("{}", refusal.message));
        let address = address.as_str().unwrap_or_default();
        address.splitn(4, '/').nth(3).map_or_else(String::new, |rest| format!("/{rest}"))
    }

    /// The browser's own back button.
    pub fn back(&self) {
        self.must("back", json!({}));
    }

    /// The browser's own reload.
    pub fn reload(&self) {
        self.must("refresh", json!({}));
    }

    /// Asserts that nothing was written to the console and no third party was asked; then ends.
    pub fn end(self) {
        let script = "return performance.getEntriesByType('resource').map(e => e.name)";
        let asked = self.must("execute/sync", json!({ "script": script, "args": [] }));
        for name in asked.as_array().into_iter().flatten().filter_map(|name| name.as_str()) {
            let is_ours = ["http://127.0.0.1:", "data:", "blob:http://127.0.0.1:"]
                .iter()
                .any(|prefix| name.starts_with(prefix));
            assert!(is_ours, "{name}");
        }
        let log = self.must("se/log", json!({ "type": "browser" }));
        assert_eq!(log, json!([]), "the console is not clean");
    }

    /// Does something with the element `css` as soon as it is there, and does it again where the page drew
    /// itself anew in between.
    fn with_element(&self, css: &str, action: impl Fn(&str) -> Result<(), Refusal>) {
        let begun = Instant::now();
        loop {
            match self.wait_for(css).and_then(|element| action(&element)) {
                Ok(()) => return,
                Err(refusal) if refusal.is_stale() && begun.elapsed() < PATIENCE => {
                    // A drag that was cut short leaves a button down.
                    let _ = self.ask("DELETE", "actions", &Value::Null);
                }
                // The bar of jobs may lie over it: a user would scroll.
                Err(refusal)
                    if refusal.error == "element click intercepted"
                        && begun.elapsed() < PATIENCE =>
                {
                    let script =
                        "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })";
                    self.must("execute/sync", json!({ "script": script, "args": [css] }));
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(refusal) => panic!("{css}: {}: {}", refusal.error, refusal.message),
            }
        }
    }

    fn wait_for(&self, css: &str) -> Result<String, Refusal> {
        let begun = Instant::now();
        loop {
            match self.find(css) {
                Err(refusal)
                    if refusal.error == "no such element" && begun.elapsed() < PATIENCE =>
                {
                    std::thread::sleep(Duration::from_millis(50));
                }
                other => return other,
            }
        }
    }

    fn find(&self, css: &str) -> Result<String, Refusal> {
        let found = self.tell("element", json!({ "using": "css selector", "value": css }))?;
        Ok(found[ELEMENT].as_str().unwrap_or_default().to_owned())
    }

    fn write_into(&self, element: &str, text: &str) -> Result<(), Refusal> {
        self.tell(&format!("element/{element}/value"), json!({ "text": text })).map(drop)
    }

    fn point(&self, actions: &[Value]) -> Result<(), Refusal> {
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.tell("actions", json!({ "actions": [mouse] })).map(drop)
    }

    fn must(&self, command: &str, document: Value) -> Value {
        self.tell(command, document)
            .unwrap_or_else(|refusal| panic!("{command}: {}: {}", refusal.error, refusal.message))
    }

    fn tell(&self, command: &str, document: Value) -> Result<Value, Refusal> {
        self.ask("POST", command, &document)
    }

    fn read(&self, command: &str) -> Result<Value, Refusal> {
        self.ask("GET", command, &Value::Null)
    }

    /// One command of the protocol.
    fn ask(&self, method: &str, command: &str, document: &Value) -> Result<Value, Refusal> {
        let path = format!("/session/{}/{command}", self.session);
        let mut answer = ask_json(self.port, method, &path, document)
            .unwrap_or_else(|| panic!("the driver did not answer {command}"));
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => {
                let message = value["message"].as_str().unwrap_or_default().to_owned();
                Err(Refusal { error: error.to_owned(), message })
            }
            None => Ok(value),
        }
    }
}

impl Drop for Browser {
    /// What was to be seen has been seen; how the browser goes does not matter.
    fn drop(&mut self) {
        let _ = ask_json(self.port, "DELETE", &format!("/session/{}", self.session), &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The pointer comes to the middle of an element.
fn over(element: &str, milliseconds: u32) -> Value {
    json!({ "type": "pointerMove", "duration": milliseconds, "x": 0, "y": 0, "origin": { ELEMENT: element } })
}

/// What a person sees, and what a program can find out about it.
impl Browser {
    /// Makes the window so large.
    pub fn resize(&self, width: u32, height: u32) {
        self.must("window/rect", json!({ "width": width, "height": height }));
    }

    /// Shows the page as a telephone of 390 by 844 points would.
    pub fn as_on_a_telephone(&self) {
        let size = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": size });
        self.must("goog/cdp/execute", command);
    }

    /// The page as a picture in PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        let seen = self.read("screenshot").unwrap_or_else(|refusal| panic!("{}", refusal.message));
        decode(seen.as_str().expect("a text"))
    }

    /// Shows pages as in the dark, or as by day.
    pub fn at_night(&self, is_night: bool) {
        let value = if is_night { "dark" } else { "light" };
        let feature = json!([{ "name": "prefers-color-scheme", "value": value }]);
        let command =
            json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": feature } });
        self.must("goog/cdp/execute", command);
    }

    /// What a script returns.
    pub fn run(&self, script: &str) -> Value {
        self.must("execute/sync", json!({ "script": script, "args": [] }))
    }

    /// What a script hands to the function that it is given last.
    pub fn run_to_its_end(&self, script: &str) -> Value {
        self.must("execute/async", json!({ "script": script, "args": [] }))
    }

    /// Presses keys wherever the focus is.
    pub fn type_keys(&self, keys: &[Key]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.text() }))
            })
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.must("actions", json!({ "actions": [keyboard] }));
    }
}

/// The bytes of a text in base64.
fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = text.bytes().filter_map(digit).map(u32::from).collect();
    let group = |four: &[u32]| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}
