//! A report with every kind of thing in it, made up to try the page.

use nimzo_report::reproduce::{
    Computed, Errata, MoveList, PaperVerdict, Published, Report, TableVerdict,
};

use crate::samples;

const NARROW: &str = r#"
    title = "Table 1: four endgames"
    source = "A. Uthor, Endgames <& more>, Table 1"
    rerun = "nimzo reproduce author"
    corner = "endgame"
    note = "Transcribed from print."
    compare = "exact"
    [compare_columns]
    percent = "rounded"
    [[row]]
    name = "KQvKR"
    max = "35"
    percent = "99.0"
    [[row]]
    name = "KBBvKN"
    max = "66"
    percent = "91.8"
    [[row]]
    name = "KRBvKR"
    max = "59"
    percent = "40.1"
    [[row]]
    name = "KNNvKP"
    max = "115"
"#;

const ERRATA: &str = r#"
    [[erratum]]
    id = "slip"
    table = "narrow"
    argument = "The printed 59 counts from the other side."
    check = "A second program gives 65."
    [erratum.computed]
    "KRBvKR/max" = "65"
"#;

/// The report.
pub fn report() -> Report {
    let errata = Errata::parse("errata.toml", ERRATA).expect("errata");
    let mut narrow = Computed::new();
    narrow.set("KQvKR", "max", 35);
    narrow.set("KQvKR", "percent", "98.98");
    narrow.set("KBBvKN", "max", 78);
    narrow.set("KBBvKN", "percent", "91.8");
    narrow.set("KRBvKR", "max", 65);
    narrow.set("KRBvKR", "percent", "40.12");
    narrow.skip("KNNvKP", "max", "only with --full");
    narrow.set("KNNvK", "max", 1);
    narrow.note("Depths are moves of the winner.");
    narrow.lines.push(MoveList {
        title: "Longest win".into(),
        fen: "7k/P7/8/8/8/8/1pK5/8 b - - 0 40".into(),
        moves: ["Kg7", "a8=Q", "b1=Q+", "Kxb1", "Kg6", "Qe4+"].map(String::from).into(),
        result: "1-0".into(),
    });
    narrow.lines.push(MoveList {
        title: "On a board of another size".into(),
        fen: "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K".into(),
        moves: vec!["c5".into(), "bxc5".into()],
        result: "1-0".into(),
    });
    let published = Published::parse("narrow.toml", NARROW).expect("a table");
    let narrow = TableVerdict::judge("narrow", &published, &errata, narrow, 1.25);
    let paper = |name: &str, tables| PaperVerdict {
        name: name.into(),
        title: format!("{name}: on endgames and other things of interest"),
        tables,
        errata: errata.iter().cloned().collect(),
    };
    Report {
        papers: vec![paper("author", vec![narrow]), paper("other", vec![wide()])],
        full: false,
        seconds: 3.5,
    }
}

/// A table too wide and too long for a phone, with all the sample pictures.
fn wide() -> TableVerdict {
    let mut text =
        String::from("title = \"Figure 2\"\nsource = \"s\"\nrerun = \"nimzo reproduce other\"\n");
    let mut computed = Computed::new();
    for row in 0..60 {
        text += &format!("[[row]]\nname = \"row {row}\"\n");
        for column in 0..24 {
            let value = (row * column) % 97;
            text += &format!("c{column} = \"{value},{column}\"\n");
            computed.set(format!("row {row}"), format!("c{column}"), format!("{value},{column}"));
        }
    }
    computed.pictures = samples::all().into_iter().map(|(_, picture)| picture).collect();
    let published = Published::parse("wide.toml", &text).expect("a table");
    TableVerdict::judge("wide", &published, &Errata::default(), computed, 0.05)
}
