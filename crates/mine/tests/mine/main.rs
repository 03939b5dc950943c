//! The language, its two evaluators, and what is known from elsewhere.

mod agreement;
mod castling;
mod examples;
mod mutations;
mod planned;
mod random;
mod studies;
mod zugzwangs;

use std::sync::LazyLock;

use nimzo_chess::{Material, Metric};
use nimzo_tables::Store;
use nimzo_work::Task;
use tempfile::TempDir;

/// Tables of small classes, made once for all tests.
struct Tables {
    store: Store,
    _folder: TempDir,
}

fn tables(classes: &[&str]) -> &'static Store {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| {
        let folder = TempDir::new().expect("a temporary folder");
        Tables { store: Store::at(folder.path()), _folder: folder }
    });
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for class in classes {
        let class: Material = class.parse().expect("a class");
        TABLES.store.ensure_small(class, &Metric::ALL, &Task::silent()).expect("a table");
    }
    &TABLES.store
}
