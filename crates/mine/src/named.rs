//! Questions with a name, each with its query and what it means; and the examples that teach the
//! language.

use nimzo_chess::Metric;

/// A question that people ask often.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// The query.
    pub query: &'static str,
    /// What comes first in the list.
    pub deepest_by: Option<Metric>,
    /// What is found, and why one may want to know.
    pub explanation: &'static str,
}

/// The library of named questions.
pub const NAMED: &[Named] = &[
    Named {
        name: "deepest-unique",
        query: "only_winning(w) or only_winning(b)",
        deepest_by: Some(Metric::Dtm),
        explanation: "Won with a single winning move, the deepest first: where a study may begin.",
    },
    Named {
        name: "underpromotion-only",
        query: "only_winning(w, underpromotion) or only_winning(b, underpromotion)",
        deepest_by: Some(Metric::Dtm),
        explanation: "The one winning move promotes to a knight, bishop or rook.",
    },
    Named {
        name: "knight-only",
        query: "only_winning(w, promotion to N) or only_winning(b, promotion to N)",
        deepest_by: Some(Metric::Dtm),
        explanation: "The one winning move promotes to a knight.",
    },
    Named {
        name: "bishop-only",
        query: "only_winning(w, promotion to B) or only_winning(b, promotion to B)",
        deepest_by: Some(Metric::Dtm),
        explanation: "The one winning move promotes to a bishop: a queen would stalemate, or be less.",
    },
    Named {
        name: "rook-only",
        query: "only_winning(w, promotion to R) or only_winning(b, promotion to R)",
        deepest_by: Some(Metric::Dtm),
        explanation: "The one winning move promotes to a rook.",
    },
    Named {
        name: "mutual-zugzwangs",
        query: "mutual",
        deepest_by: Some(Metric::Dtm),
        explanation: "Whoever is to move would do better to pass. Each stands in the list once for \
                      either side to move.",
    },
    Named {
        name: "full-point-zugzwangs",
        query: "zug(A3)",
        deepest_by: Some(Metric::Dtm),
        explanation: "Whoever is to move loses.",
    },
    Named {
        name: "stalemate-saves",
        query: "draw(w) and after(w, stalemate) or draw(b) and after(b, stalemate)",
        deepest_by: Some(Metric::Dtm),
        explanation: "The side to move does not win, and would if stalemating won: one of its moves \
                      stalemates. First come those that the other side would lose if it had to move.",
    },
    Named {
        name: "fortress-candidates",
        query: "draw(b) and null(draw(w)) and every_move(b, quiet) \
                or draw(w) and null(draw(b)) and every_move(w, quiet)",
        deepest_by: None,
        explanation: "Drawn whoever is to move, with nothing to take and no pawn to push: the side to \
                      move holds by standing well. Whether it is a fortress is for people to say.",
    },
    Named {
        name: "long-only-move-lines",
        query: "(only_winning(w) and dtm(w) >= 20) or (only_winning(b) and dtm(b) >= 20)",
        deepest_by: Some(Metric::Dtm),
        explanation: "One winning move and at least twenty plies to go. With --format pgn each comes \
                      with its line, in which further only moves are marked.",
    },
    Named {
        name: "quiet-keys",
        query: "only_winning(w, king and not check) or only_winning(b, king and not check)",
        deepest_by: Some(Metric::Dtm),
        explanation: "The one winning move is a king's step that threatens nothing at once.",
    },
    Named {
        name: "cursed-wins",
        query: "cursed(w) or cursed(b)",
        deepest_by: Some(Metric::Dtz50),
        explanation: "Won, but not within fifty moves without a capture or pawn move.",
    },
    Named {
        name: "unreachable",
        query: "not reachable",
        deepest_by: None,
        explanation: "A simple proof says that no game reaches the position.",
    },
];

/// The question of a name.
pub fn named(name: &str) -> Option<&'static Named> {
    NAMED.iter().find(|one| one.name.eq_ignore_ascii_case(name))
}

/// A query with an endgame to ask it of.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The endgame.
    pub class: &'static str,
    /// The query.
    pub query: &'static str,
    /// What it finds.
    pub finds: &'static str,
}

const fn example(class: &'static str, query: &'static str, finds: &'static str) -> Example {
    Example { class, query, finds }
}

/// Twenty examples, from simple to hard, on endgames that are solved in a moment.
pub const EXAMPLES: &[Example] = &[
    example("KQvK", "mate", "every mate with a queen"),
    example("KPvK", "win(w) and P on a", "a rook's pawn that wins, White to move"),
    example("KQvKR", "dtm(w) >= 68", "the longest wins, in plies"),
    example("KBNvK", "loss(b) and dtm(b) in 64..66", "a range of depths"),
    example("KBPvK", "draw(w) and P on {a 5-7, h 5-7}", "the wrong bishop"),
    example("KQvKP", "draw(w) and p on {a2, c2}", "pawns that hold against a queen"),
    example("KRvKB", "draw(b) and k on corner", "the safe corner"),
    example("KRvKN", "attacks(R, n) and attacks(k, n)", "a knight attacked and guarded"),
    example("KBvKB", "opposite_color_bishops and win(w)", "wins in spite of the bishops"),
    example("KPvKP", "count(white on 7-8) = 2", "both White men far ahead"),
    example("KRvKN", "mutual", "mutual zugzwangs: either side would pass"),
    example("KPvK", "draw(w) and null(loss(b))", "the same, told by a null move"),
    example("KRvKN", "only_winning(w, capture)", "only a capture wins"),
    example("KPvK", "only_winning(w, promotion to R)", "only a rook wins: a queen stalemates"),
    example("KRvKP", "only_drawing(b, promotion to N)", "only a knight holds"),
    example("KQvKR", "winning_moves(w) = 2 and not check", "exactly two moves win"),
    example("KPvKP", "every_move(w, loses) and moves(w) > 1", "whatever White does, he loses"),
    example("KPvK", "draw(w) and after(w, stalemate)", "a try that stalemates"),
    example("KNNvK", "after(w, mate)", "a mate in one with two knights"),
    example("KRvKR", "win(w) and moves(w, wins) < moves(w, check)", "numbers compared"),
];
