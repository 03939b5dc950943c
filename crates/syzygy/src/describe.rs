//! What a Syzygy file says of itself, without its values.

use std::path::{Path, PathBuf};

use nimzo_chess::Material;
use nimzo_work::files;
use shakmaty::{Color, Role};

use crate::Error;
use crate::file::{Content, flags};

/// A Syzygy file.
#[derive(Debug, Clone)]
pub struct Described {
    /// Where it is.
    pub path: PathBuf,
    /// The class that its name says.
    pub class: Material,
    /// Its size.
    pub bytes: u64,
    /// The depths that it holds; `None` if it holds results.
    pub depths: Option<DescribedDepths>,
}

/// The depths of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescribedDepths {
    /// The side to move.
    pub turn: Color,
    /// Whether depths of wins may be a ply more.
    pub wins_rounded: bool,
    /// Whether depths of losses may be a ply more.
    pub losses_rounded: bool,
}

/// Bytes from which a file describes itself.
const BEGINNING: usize = 128;

impl Described {
    /// The Syzygy files of a folder, those of fewer men first, or what is wrong with them. Other files
    /// are passed over.
    pub fn all(folder: &Path) -> Result<Vec<Result<Self, Error>>, Error> {
        let mut found = Vec::new();
        for path in files::list(folder).map_err(Error::io(folder))? {
            let contents = [Content::Results, Content::Depths];
            let is_of = |content: &Content| path.extension().is_some_and(|e| e == content.ending());
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if let (Some(content), Ok(class)) = (contents.into_iter().find(is_of), name.parse()) {
                found.push((class, content, path));
            }
        }
        found.sort_by_key(|(class, _, path): &(Material, _, PathBuf)| {
            (class.count(), class.pawns(), path.clone())
        });
        Ok(found
            .into_iter()
            .map(|(class, content, path)| Self::read(path, class, content))
            .collect())
    }

    fn read(path: PathBuf, class: Material, content: Content) -> Result<Self, Error> {
        let damaged = |why: &str| Error::Damaged { path: path.clone(), why: why.to_owned() };
        let file = files::open(&path).map_err(Error::io(&path))?;
        let bytes = file.length().map_err(Error::io(&path))?;
        if bytes % 64 != 16 {
            return Err(damaged("its length is not that of a Syzygy file"));
        }
        let mut beginning = vec![0; BEGINNING.min(bytes as usize)];
        file.read_exact_at(&mut beginning, 0).map_err(Error::io(&path))?;
        if !beginning.starts_with(&content.magic()) {
            return Err(damaged("it does not begin as a Syzygy file does"));
        }
        let pawns = |color: Color| class.army(color).count(Role::Pawn) > 0;
        let both = pawns(Color::White) && pawns(Color::Black);
        let tables = if class.has_pawns() { 4 } else { 1 };
        let orders = 5 + tables * (1 + usize::from(both) + class.count());
        let depths = match (content, beginning.get(orders.next_multiple_of(2))) {
            (Content::Results, _) => None,
            (Content::Depths, None) => return Err(damaged("it is too short")),
            (Content::Depths, Some(found)) => Some(DescribedDepths {
                turn: Color::from_white(found & flags::BLACK == 0),
                wins_rounded: found & flags::WIN_PLIES == 0,
                losses_rounded: found & flags::LOSS_PLIES == 0,
            }),
        };
        Ok(Self { path, class, bytes, depths })
    }
}
