//! The explorer, run as a user would: the real server, plain requests, and a real browser.

mod browser;
mod explorer;
mod hostile;
mod limits;
mod pages;
mod requests;
mod server;
mod shown;
mod strangers;
