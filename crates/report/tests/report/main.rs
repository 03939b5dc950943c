//! Tests of what a reader sees: the pictures' structure and the report's page.

mod browser;
mod drawings;
mod longest_wins;
mod odd_data;
mod page;
mod pictures;
#[path = "../../examples/gallery/report.rs"]
mod sample;
#[path = "../../examples/gallery/samples.rs"]
mod samples;
