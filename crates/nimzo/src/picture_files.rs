//! `--svg FILE` and `--png FILE`, which every command with a picture takes.

use std::path::{Path, PathBuf};

use nimzo_questions::Failure;
use nimzo_report::pictures::Picture;
use nimzo_work::files;

/// The files that a command with a picture draws to.
#[derive(Debug, Default, clap::Args)]
pub struct PictureFiles {
    /// Draw the picture as SVG
    #[arg(long, value_name = "FILE", value_parser = writable_file)]
    svg: Option<PathBuf>,
    /// Draw the picture as PNG
    #[arg(long, value_name = "FILE", value_parser = writable_file)]
    png: Option<PathBuf>,
}

/// A path that a file can be written to: better known before a long computation than after it.
fn writable_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    files::require_replaceable(&path)
        .and_then(|()| files::require_writable(folder.unwrap_or(Path::new("."))))
        .map_err(|reason| format!("no file can be written there: {reason}"))?;
    Ok(path)
}

impl PictureFiles {
    /// Draws and writes the files that were asked for; draws nothing when there are none.
    pub fn write(&self, draw: impl FnOnce() -> Result<Picture, Failure>) -> Result<(), Failure> {
        if self.svg.is_none() && self.png.is_none() {
            return Ok(());
        }
        let picture = draw()?;
        if let Some(path) = &self.svg {
            picture.write_svg(path)?;
        }
        if let Some(path) = &self.png {
            picture.write_png(path)?;
        }
        Ok(())
    }
}
