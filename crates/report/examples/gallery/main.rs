//! Writes one picture of each kind, as SVG and PNG, and a made-up report, to look at:
//! `cargo run -p nimzo-report --example gallery -- DIR`.

mod report;
mod samples;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: gallery DIR");
        return ExitCode::from(2);
    };
    for (name, picture) in samples::all() {
        let written = picture
            .write_svg(&folder.join(format!("{name}.svg")))
            .and_then(|()| picture.write_png(&folder.join(format!("{name}.png"))));
        if let Err(error) = written {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    }
    match nimzo_report::html::write(&report::report(), &folder) {
        Ok(page) => {
            println!("{}", page.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
