//! Files that appear whole or not at all, folders that one writer holds at a time, and disks that fail
//! when a test asks them to.
//!
//! Whatever matters on disk (tables, parts of tables, records, pictures, reports) is read and written
//! through here: [`write_atomically`] puts a file into its place, [`FolderLock`] keeps a second writer
//! out and clears what a killed one left, and [`File`] with the functions beside it are the plain
//! calls. Each call asks [`faults`] first, so that a test can let any of them fail.

mod atomic;
mod disk;
pub mod faults;
mod lock;
mod scratch;

pub use atomic::{Draft, require_replaceable, require_writable, write_atomically};
pub use disk::{
    File, create_folder, free_space, list, open, open_to_write, read, read_to_string, remove,
    remove_folder, rename, sync_folder,
};
pub use lock::{FolderLock, LockError};
pub use scratch::Scratch;
