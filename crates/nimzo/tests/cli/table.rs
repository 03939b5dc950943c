//! `nimzo table`: built, listed, counted, verified, damaged, interrupted.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::{json, nimzo, refused};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for tables")
}

fn text(folder: &tempfile::TempDir) -> String {
    folder.path().to_str().expect("a plain path").to_owned()
}

fn answer(folder: &tempfile::TempDir, words: &[&str]) -> Value {
    let tables = text(folder);
    json(&[words, &["--tables", &tables, "-q"]].concat())
}

/// Values with castling rights are found from every metric of everything that may come.
#[test]
fn castling_builds_what_tables_lack() {
    let folder = folder();
    answer(&folder, &["table", "build", "KRvKN", "--metrics", "wdl,dtm"]);
    let built = answer(&folder, &["table", "build", "KRvKN", "--castling"]);
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&built["tables"]), ["KRvK", "KNvK", "KRvKN"]);
    assert_eq!(names(&built["castling"]), ["KRvK", "KRvKN"]);
}

#[test]
fn build_list_stats_verify() {
    let folder = folder();
    let built = answer(&folder, &["table", "build", "KRvK", "KvKQ"]);
    let names: Vec<&str> =
        built["tables"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["KQvK", "KRvK"]);
    for table in built["tables"].as_array().unwrap() {
        assert!(table["positions"].as_u64().unwrap() > 50_000);
        assert!(table["bytes"].as_u64().unwrap() > 1000);
        assert!(table["seconds"].is_number());
    }
    let again = answer(&folder, &["table", "build", "KRvK"]);
    assert_eq!(again["tables"].as_array().unwrap().len(), 0);
    assert_eq!(again["present"], 1);
    let listed = answer(&folder, &["table", "list"]);
    assert_eq!(listed["tables"].as_array().unwrap().len(), 2);
    assert_eq!(listed["tables"][1]["name"], "KRvK");
    assert_eq!(listed["tables"][1]["metrics"][1], "dtm");
    let stats = answer(&folder, &["table", "stats", "KRvK"]);
    assert_eq!(stats["wtm"]["max_dtm"], 16);
    assert_eq!(stats["wtm"]["draw"], 0);
    assert_eq!(stats["wtm"]["percent_wins"], "100.00");
    assert!(stats["wtm"]["max_dtm_fen"].as_str().unwrap().ends_with(" w - - 0 1"));
    let turned = answer(&folder, &["table", "stats", "KvKR"]);
    assert_eq!(turned["btm"]["max_dtm"], 16);
    assert_eq!(turned["btm"]["win"], stats["wtm"]["win"]);
    let verified = answer(&folder, &["table", "verify"]);
    for table in verified["tables"].as_array().unwrap() {
        assert_eq!((table["ok"].as_bool(), table["faults"].as_u64()), (Some(true), Some(0)));
        assert!(table["positions"].as_u64().unwrap() > 40_000);
    }
}

#[test]
fn export_as_syzygys_files() {
    let folder = folder();
    let out = folder.path().join("out");
    let out_name = out.to_str().expect("a plain path");
    let export = ["table", "export", "KRvK", "--format", "syzygy", "--out", out_name];
    let tables = text(&folder);
    refused(&[&export[..], &["--tables", &tables]].concat(), &["KRvK", "dtz50", "table build"]);
    assert!(!out.exists());
    answer(&folder, &["table", "build", "KRvK", "--metrics", "dtz50"]);
    refused(&[&export[..5], &["--tables", &tables]].concat(), &["--out"]);
    let exported = answer(&folder, &export);
    let files = exported["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["KRvK.rtbw", "KRvK.rtbz"]);
    for file in files {
        let written = fs::metadata(out.join(file["name"].as_str().unwrap())).expect("a file");
        assert_eq!(file["bytes"].as_u64(), Some(written.len()));
    }
    let listed = answer(&folder, &["table", "list", "--syzygy", out_name]);
    assert_eq!(listed["syzygy"][0]["holds"], "wdl50");
    assert_eq!(
        (&listed["syzygy"][1]["holds"], &listed["syzygy"][1]["rounded"]),
        (&Value::from("dtz50"), &Value::from(true))
    );
    // By our tables, and by the files we wrote.
    let fen = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    let ours = answer(&folder, &["zug", "classify", fen]);
    let words = ["zug", "classify", fen, "--source", "syzygy", "--syzygy", out_name];
    let theirs = answer(&folder, &words);
    assert_eq!(ours["p1"]["value"], "win");
    // The table has depths under the rule only, the files give theirs by both names.
    assert_eq!(theirs["p1"]["value"], "win");
    assert!(theirs["p1"]["dtz"].as_i64().unwrap() > 1);
}

#[test]
fn pawns_by_square() {
    let folder = folder();
    let stats = answer(&folder, &["table", "stats", "KPvK", "--by-pawn"]);
    assert_eq!(stats["wtm"]["max_dtm"], 28);
    assert_eq!(stats["pawn"].as_array().unwrap().len(), 24);
    let sum: u64 =
        stats["pawn"].as_array().unwrap().iter().map(|p| p["wtm"]["win"].as_u64().unwrap()).sum();
    assert_eq!(Some(sum), stats["wtm"]["win"].as_u64());
    refused(&["table", "stats", "KQvK", "--by-pawn"], &["--by-pawn", "KQvK"]);
}

/// Less memory or disk than a build takes is refused before anything is written; what suffices gives the same files.
#[test]
fn builds_keep_within_their_limits() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [limited, unlimited] =
        folders.each_ref().map(|folder| folder.path().to_str().expect("a path"));
    let build = ["table", "build", "KRvK", "--metrics", "wdl,dtm", "-q", "--tables"];
    for (limit, named) in [("--memory", "of memory"), ("--disk", "of disk")] {
        let words = [&build[..], &[limited, limit, "2K"]].concat();
        refused(&words, &[named, "2.0 KiB are allowed"]);
        refused(&[&build[..], &[limited, limit, "2X"]].concat(), &[limit, "2X"]);
    }
    assert_eq!(std::fs::read_dir(limited).expect("the folder").count(), 0);
    let count = ["table", "build", "KPvKP", "--metrics", "wdl", "--discard", "-q"];
    refused(&[&count[..], &["--memory", "2K"]].concat(), &["KPvKP", "2.0 KiB are allowed"]);
    json(&[&build[..], &[limited, "--memory", "1G", "--disk", "1G"]].concat());
    json(&[&build[..], &[unlimited]].concat());
    let [one, other] = [limited, unlimited].map(|folder| {
        std::fs::read(std::path::Path::new(folder).join("KRvK.nimzo")).expect("a table")
    });
    assert!(one == other, "the tables differ");
}

#[test]
fn positions_of_a_discarded_class_are_held_to_their_successors() {
    let folder = folder();
    let build = |words: &[&str]| {
        answer(&folder, &[&["table", "build", "--discard", "--check", "3000"], words].concat())
    };
    let found = build(&["KRvKB", "--metrics", "wdl,dtc"]);
    let checked = &found["tables"][0]["checked"];
    assert_eq!(checked["wrong"], 0, "{found}");
    assert_eq!((&checked["wtm"], &checked["btm"]), (&3000.into(), &3000.into()), "{found}");
    let check = ["table", "build", "--discard", "--check", "3000"];
    refused(&[&check[..], &["KPvK", "--metrics", "dtc"]].concat(), &["KPvK", "without pawns"]);
    refused(&[&check[..], &["KRvK", "--metrics", "dtm"]].concat(), &["--metrics"]);
}

#[test]
fn a_plan_tells_what_seven_men_take_on_a_card() {
    let folder = folder();
    let plan = |name: &str, metrics: &str| {
        let words = ["table", "build", name, "--metrics", metrics, "--discard", "--dry-run"];
        answer(&folder, &[&words[..], &["--device", "cuda"]].concat())["card"][0].clone()
    };
    let gib = plan("KRRNvKRR", "wdl,dtc")["bytes"].as_u64().unwrap() >> 30;
    assert!((117..130).contains(&gib), "{gib}");
    let refused = plan("KQRBvKRN", "wdl,dtc")["refused"].as_str().unwrap().to_owned();
    assert!(refused.contains("GiB") && refused.contains("two pairs"), "{refused}");
    assert!(plan("KRRNvKRR", "dtm")["refused"].as_str().unwrap().contains("--metrics wdl,dtc"));
}

#[test]
fn a_discarded_class_is_counted_and_leaves_nothing() {
    let folder = folder();
    let found =
        answer(&folder, &["table", "build", "KRvKB", "--metrics", "wdl,dtm,dtc", "--discard"]);
    assert_eq!(found["tables"][0]["wtm"]["max_dtm"], 29);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn bad_names_are_pointed_at() {
    refused(&["table", "build", "KQXvK"], &["KQXvK", "character 3"]);
    refused(&["table", "build", "KQvK", "--metrics", "dtx"], &["dtx", "dtz50"]);
    refused(&["table", "build", "KvK"], &["KvK"]);
    refused(
        &["table", "stats", "KQRvKQ", "--tables", "/nowhere"],
        &["KQRvKQ", "nimzo table build"],
    );
    refused(&["table", "verify", "KQRvKQ", "--tables", "/nowhere"], &["KQRvKQ"]);
    refused(&["table", "build", "KQQQQQvKR", "-q"], &["KQQQQQvK"]);
    refused(&["table", "build", "KRRNvKRR", "-q"], &["KRRNvKRR", "--discard"]);
}

/// Each way to spoil a file is noticed by whoever reads it, with a message that names the file.
#[test]
fn spoilt_files_are_refused() {
    let folder = folder();
    answer(&folder, &["table", "build", "KQvK"]);
    let path = folder.path().join("KQvK.nimzo");
    let whole = fs::read(&path).unwrap();
    let fen = "8/8/8/8/8/2k5/7q/K7 b - - 0 1";
    let refuse = |bytes: &[u8], named: &str| {
        fs::write(&path, bytes).unwrap();
        let tables = text(&folder);
        refused(&["probe", fen, "--tables", &tables], &["KQvK.nimzo", named]);
        let verify =
            nimzo(&["table", "verify", "KQvK", "--tables", &tables, "-q"]).output().unwrap();
        assert_eq!(verify.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&verify.stdout).contains(named));
    };
    refuse(&whole[..whole.len() - 100], "damaged");
    refuse(b"nothing like a table", "not a table");
    let mut newer = whole.clone();
    newer[8] = 9;
    refuse(&newer, "version 9");
    let mut header = whole.clone();
    header[30] ^= 4;
    refuse(&header, "damaged");
    // A flipped bit anywhere in the values is found by verifying, wherever probing did not look.
    for at in [whole.len() / 3, whole.len() / 2, whole.len() - 40] {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        fs::write(&path, &flipped).unwrap();
        let tables = text(&folder);
        let verify =
            nimzo(&["table", "verify", "KQvK", "--tables", &tables, "-q"]).output().unwrap();
        assert_eq!(verify.status.code(), Some(1), "byte {at}");
    }
}

fn left_over(folder: &Path) -> Vec<String> {
    let names =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.starts_with('.')).collect()
}

/// Killed in the middle, a build leaves only whole tables, and goes on when asked again.
#[cfg(unix)]
#[test]
fn a_killed_build_leaves_whole_tables_and_goes_on() {
    let folder = folder();
    let tables = text(&folder);
    let program = env!("CARGO_BIN_EXE_nimzo");
    for milliseconds in [30, 120, 400] {
        let mut child = std::process::Command::new(program)
            .args(["table", "build", "KQvKR", "--tables", &tables, "-q"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        let listed = answer(&folder, &["table", "list"]);
        assert!(listed["tables"].as_array().unwrap().iter().all(|t| t.get("error").is_none()));
    }
    answer(&folder, &["table", "build", "KQvKR"]);
    assert_eq!(left_over(folder.path()).len(), 3);
    assert_eq!(answer(&folder, &["table", "stats", "KQvKR"])["wtm"]["max_dtm"], 35);
}

/// A disk that takes no more: an error that names the file, and no table in its place.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_no_table() {
    let folder = folder();
    let tables = text(&folder);
    let program = env!("CARGO_BIN_EXE_nimzo");
    let script =
        format!("trap '' XFSZ; ulimit -f 8; exec {program} table build KQvK --tables {tables} -q");
    let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("KQvK.nimzo"), "{message}");
    assert!(left_over(folder.path()).is_empty());
}

#[test]
fn random_positions_are_legal_and_repeatable() {
    let words = ["table", "random", "KQPvKR", "--number", "50", "--seed", "7"];
    let thrown = json(&words);
    assert_eq!(thrown, json(&words), "the same seed gives other positions");
    let positions = thrown["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 50);
    for fen in positions {
        let fen: shakmaty::fen::Fen = fen.as_str().unwrap().parse().unwrap();
        let position: shakmaty::Chess =
            fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert_eq!(shakmaty::Position::board(&position).occupied().count(), 5);
    }
    refused(&["table", "random", "KXvK"], &["KXvK"]);
}

#[test]
fn positions_are_counted_without_tables() {
    let document = json(&["table", "count", "--men", "3", "--castling"]);
    assert_eq!(
        (document["total"].as_u64(), document["castling"].as_u64()),
        (Some(368_079), Some(211))
    );
    let document = json(&["table", "count", "KPvKP", "--ep"]);
    let possible = json(&["table", "count", "KPvKP", "--ep", "possible"]);
    assert_eq!(document["en_passant"], 23_017);
    assert_eq!(possible["en_passant"], 21_893);
    assert_eq!(document["classes"][0]["name"], "KPvKP");
    refused(&["table", "count", "--men", "7", "--ep", "usable"], &["7 men"]);
}

/// Statistics are counted once and kept, for whoever may write into the folder.
#[test]
fn statistics_are_kept_beside_a_table_and_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    nimzo(&["table", "build", "KRvKN", "--tables", tables, "-q"]).succeeds();
    let stats = |words: &[&str]| json(&[words, &["--tables", tables, "-q"]].concat());
    let words = ["table", "stats", "KNvKR", "--histogram", "--positions", "3"];
    let kept = folder.path().join("KRvKN.stats");
    assert!(!kept.exists());
    let first = stats(&words);
    assert!(kept.exists());
    assert_eq!(stats(&words), first);
    assert_eq!(stats(&["table", "stats", "KRvKN"])["wtm"]["max_dtm"], first["btm"]["max_dtm"]);
    // What is kept is what is read: blocks are not looked into any more, so their damage is not seen.
    let table = folder.path().join("KRvKN.nimzo");
    let mut bytes = fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 512].iter_mut().for_each(|byte| *byte ^= 0xFF);
    fs::write(&table, bytes).unwrap();
    assert_eq!(stats(&words), first);
    fs::remove_file(&kept).unwrap();
    nimzo(&[&words[..], &["--tables", tables, "-q"]].concat()).ends_with(2);
}

#[test]
fn a_plan_says_what_is_in_reach_and_what_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let plan = json(&["table", "plan", "KRvKN", "--tables", tables]);
    assert_eq!(plan["build"]["possible"], true, "{plan}");
    assert_eq!(plan["syzygy"], serde_json::json!(["KRvKN.rtbw", "KRvKN.rtbz"]));
    let far = "KQRBvKQRB";
    let plan = json(&["table", "plan", far, "--tables", tables]);
    assert_eq!(plan["build"]["possible"], false, "{plan}");
    assert!(plan["build"]["why"].is_string() && plan["build"]["positions"].is_u64(), "{plan}");
    let fen = "8/2k5/8/1p1p4/1P1P4/8/2K5/8 w - - 0 1";
    let plan = json(&["table", "plan", "KPPvKPP", "--fen", fen, "--tables", tables]);
    assert!(plan["solve"]["slices"].as_u64().is_some_and(|slices| slices > 0), "{plan}");
}
