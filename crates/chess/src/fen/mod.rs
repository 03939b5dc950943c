//! Reading a position, and saying exactly what is wrong with one that is not chess.
//!
//! `shakmaty` decides what is legal, but tells only the kind of a fault ("invalid board part",
//! "invalid ep square"), not which rank, king or square is meant; the checks here come first and
//! name it. What a position is worth is not asked here.

mod fault;

use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, File, Piece, PositionErrorKinds, Rank, Role,
    Setup, Square, attacks,
};

use crate::error::Error;
use crate::rules::{DoublePush, position};
pub use fault::FenFault;

/// Reads a position in Forsyth-Edwards notation. The board and the side to move are required, the
/// fields after them may be left out. Positions that no game can reach are let through: the
/// published counts contain them.
///
/// ```
/// use nimzo_chess::{FenFault, parse_fen};
/// assert!(parse_fen("1k6/1P6/2K5/8/8/8/8/8 w - - 0 1").is_ok());
/// assert_eq!(parse_fen("8/8/8/5KPk/8/8/8/8/5N1n b").unwrap_err(), FenFault::Ranks(9));
/// ```
pub fn parse_fen(text: &str) -> Result<Chess, FenFault> {
    set_up_of(parse_setup(text)?)
}

/// Reads a position as [`parse_fen`] does, but only as far as to what is given: castling rights may be
/// impossible yet.
pub fn parse_setup(text: &str) -> Result<Setup, FenFault> {
    match text.is_ascii() {
        true => parse_fields(text),
        // Fields may be told apart by other blanks than those of ASCII.
        false => parse_fields(&text.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

fn parse_fields(text: &str) -> Result<Setup, FenFault> {
    let mut fields = text.split_ascii_whitespace();
    let board = parse_board(fields.next().ok_or(FenFault::Empty)?)?;
    let turn = match fields.next() {
        None => return Err(FenFault::NoSide),
        Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(FenFault::Side(other.to_owned())),
    };
    check_men(&board)?;
    let castling_rights = parse_castling(fields.next().unwrap_or("-"))?;
    let ep_square = parse_en_passant(fields.next().unwrap_or("-"), &board, turn)?;
    let halfmoves = parse_counter("halfmove clock", fields.next().unwrap_or("0"))?;
    let fullmoves = parse_counter("move number", fields.next().unwrap_or("1"))?;
    if let Some(rest) = fields.next() {
        return Err(FenFault::Trailing(rest.to_owned()));
    }
    check_kings(&board, turn)?;
    Ok(Setup {
        board,
        turn,
        castling_rights,
        ep_square,
        halfmoves,
        fullmoves: std::num::NonZeroU32::new(fullmoves).unwrap_or(std::num::NonZeroU32::MIN),
        ..Setup::empty()
    })
}

/// The position of what was read.
fn set_up_of(setup: Setup) -> Result<Chess, FenFault> {
    let rights = setup.castling_rights;
    position(setup).map_err(|refused| match refused.kinds() {
        kinds if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) => {
            FenFault::CastlingHome(letters(rights))
        }
        _ => FenFault::Other(refused.to_string()),
    })
}

/// The position of a board without rights, its counters at the beginning, or what is wrong with it.
pub fn place(board: &Board, turn: Color) -> Result<Chess, FenFault> {
    check_men(board)?;
    check_kings(board, turn)?;
    position(Setup { board: board.clone(), turn, ..Setup::empty() })
        .map_err(|refused| FenFault::Other(refused.to_string()))
}

/// Reads a position; the error names the text and what is wrong with it.
pub fn read_position(text: &str) -> Result<Chess, Error> {
    parse_fen(text).map_err(|fault| fault.of(text))
}

/// The position as FEN, with its en passant square whenever a pawn could pseudo-legally take
/// there: an illegal capture still makes a position of its own.
pub fn write_fen(position: &Chess) -> String {
    shakmaty::fen::Fen::from_position(position, EnPassantMode::PseudoLegal).to_string()
}

/// A side's name as a sentence has it.
pub fn side_name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

fn parse_board(text: &str) -> Result<Board, FenFault> {
    read_board(text).ok_or_else(|| fault_of_board(text))
}

/// The board, if nothing is wrong with it.
fn read_board(text: &str) -> Option<Board> {
    let mut board = Board::empty();
    let (mut rank, mut file) = (7, 0);
    for byte in text.bytes() {
        match byte {
            b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            _ => {
                let piece = Piece::from_char(byte.into())?;
                if file > 7 {
                    return None;
                }
                board.set_piece_at(Square::from_coords(File::new(file), Rank::new(rank)), piece);
                file += 1;
            }
        }
    }
    (rank == 0 && file == 8).then_some(board)
}

/// What is wrong with a board.
fn fault_of_board(text: &str) -> FenFault {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return FenFault::Ranks(ranks.len());
    }
    for (row, content) in ranks.into_iter().enumerate() {
        let rank = 8 - row;
        let mut squares = 0;
        for found in content.chars() {
            match (found, Piece::from_char(found)) {
                ('1'..='8', _) => squares += found as usize - '0' as usize,
                (_, Some(_)) => squares += 1,
                (_, None) => return FenFault::Character { rank, found },
            }
        }
        if squares != 8 {
            return FenFault::RankWidth { rank, text: content.to_owned(), squares };
        }
    }
    FenFault::Other("its ranks cannot be read".to_owned())
}

fn check_men(board: &Board) -> Result<(), FenFault> {
    for side in Color::ALL {
        let found = board.by_piece(side.king()).count();
        if found != 1 {
            return Err(FenFault::Kings { side, found });
        }
    }
    match (board.pawns() & Bitboard::BACKRANKS).first() {
        Some(square) => Err(FenFault::PawnSquare(square)),
        None => Ok(()),
    }
}

fn check_kings(board: &Board, turn: Color) -> Result<(), FenFault> {
    let king = |side| board.king_of(side).expect("one king each, checked before");
    if attacks::king_attacks(king(Color::White)).contains(king(Color::Black)) {
        return Err(FenFault::KingsTouch(king(Color::White), king(Color::Black)));
    }
    let waiting = king(!turn);
    match board.attacks_to(waiting, turn, board.occupied()).first() {
        Some(from) => Err(FenFault::WrongCheck { side: !turn, king: waiting, from }),
        None => Ok(()),
    }
}

/// The letters of castling rights, with the rooks that castle.
const CASTLING: [(char, Square); 4] =
    [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];

fn letters(rights: Bitboard) -> String {
    CASTLING.iter().filter(|(_, rook)| rights.contains(*rook)).map(|(letter, _)| letter).collect()
}

fn parse_castling(text: &str) -> Result<Bitboard, FenFault> {
    let mut rights = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let Some(&(_, rook)) = CASTLING.iter().find(|(one, _)| *one == letter) else {
            return Err(FenFault::Castling(text.to_owned()));
        };
        rights.toggle(rook);
        if !rights.contains(rook) {
            return Err(FenFault::Castling(text.to_owned()));
        }
    }
    Ok(rights)
}

fn parse_en_passant(text: &str, board: &Board, turn: Color) -> Result<Option<Square>, FenFault> {
    if text == "-" {
        return Ok(None);
    }
    let square: Square = text.parse().map_err(|_| FenFault::EnPassant(text.to_owned()))?;
    let impossible = |why| Err(FenFault::EnPassantImpossible { square, why });
    let Some(DoublePush { from, to }) = DoublePush::over(square, turn) else {
        return impossible(match turn {
            Color::White => "with White to move it lies on the sixth rank",
            Color::Black => "with Black to move it lies on the third rank",
        });
    };
    if board.piece_at(to) != Some(Role::Pawn.of(!turn)) {
        return impossible("no enemy pawn stands in front of it");
    }
    if board.occupied().contains(square) {
        return impossible("it is not empty");
    }
    if board.occupied().contains(from) {
        return impossible("the square the pawn came from is not empty");
    }
    Ok(Some(square))
}

fn parse_counter(what: &'static str, text: &str) -> Result<u32, FenFault> {
    text.parse().map_err(|_| FenFault::Counter { what, found: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::rules::without_en_passant;

    fn fault(text: &str) -> String {
        parse_fen(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_not_chess_is_named() {
        assert_eq!(
            fault("8/8/8/5KPk/8/8/8/8/5N1n b"),
            "the board has 9 ranks separated by '/', expected 8"
        );
        assert_eq!(fault("k7/8/8/8/8/8/8/K6K w - -"), "White has 2 kings, expected one");
        assert_eq!(fault("8/8/8/8/8/8/8/K7 w - -"), "Black has 0 kings, expected one");
        assert_eq!(
            fault("k7/8/8/8/8/8/8/R3K3 w - -"),
            "Black is not to move but its king on a8 is in check from a1"
        );
        assert_eq!(fault("8/8/8/8/8/8/1k6/K7 w - -"), "the kings on a1 and b2 touch");
        assert_eq!(
            fault("k7/8/8/8/8/8/9/K7 w - -"),
            "'9' in rank 2 is neither a man (KQRBNP, kqrbnp) nor a digit 1-8"
        );
        assert_eq!(fault("k7/8/8/8/8/7/8/K7 w"), "rank 3 (\"7\") has 7 squares, expected 8");
        assert_eq!(
            fault("k7/8/8/8/8/8/8/KQQQQQQQQ w"),
            "rank 1 (\"KQQQQQQQQ\") has 9 squares, expected 8"
        );
        assert_eq!(fault("k6P/8/8/8/8/8/8/K7 w"), "a pawn stands on h8, where no pawn can");
        assert_eq!(
            fault("k7/8/8/8/8/8/8/K7"),
            "the side to move is missing: write 'w' or 'b' after the board"
        );
        assert_eq!(fault("k7/8/8/8/8/8/8/K7 x"), "the side to move is \"x\", expected 'w' or 'b'");
        assert_eq!(
            fault("k7/8/8/8/8/8/8/K7 w - - 0 1 2"),
            "\"2\" stands after the last field; a FEN has six"
        );
        assert!(fault("k7/8/8/8/8/8/8/K7 w KK").starts_with("the castling field is"));
        assert!(fault("k7/8/8/8/8/8/8/K7 w K").starts_with("castling \"K\" needs"));
        assert_eq!(parse_fen(" ").unwrap_err(), FenFault::Empty);
    }

    #[test]
    fn an_impossible_en_passant_square_says_why() {
        let why = |text| match parse_fen(text) {
            Err(FenFault::EnPassantImpossible { why, .. }) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            why("8/8/8/3k4/2pP4/2K5/1P6/8 b - d6"),
            "with Black to move it lies on the third rank"
        );
        assert_eq!(why("8/8/8/3k4/2pP4/2K5/1P6/8 b - e3"), "no enemy pawn stands in front of it");
        assert_eq!(why("8/8/8/3k4/2pP4/2KN4/1P6/8 b - d3"), "it is not empty");
        assert_eq!(
            why("8/8/8/3k4/2pP4/2K5/1P1B4/8 b - d3"),
            "the square the pawn came from is not empty"
        );
        assert!(parse_fen("8/8/8/3k4/2pP4/2K5/1P6/8 b - z9").is_err());
    }

    #[test]
    fn an_unreachable_position_with_an_illegal_capture_is_kept_whole() {
        let fen = "2n5/8/8/2B5/1Pp5/k1K5/8/8 b - b3 0 1";
        let position = parse_fen(fen).unwrap();
        assert_eq!(write_fen(&position), fen);
        assert!(position.legal_ep_square().is_none());
        assert_eq!(
            write_fen(&without_en_passant(&position)),
            "2n5/8/8/2B5/1Pp5/k1K5/8/8 b - - 0 1"
        );
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "[KQRBNPkqrbnp1-8/]{0,40}( [wb])?( [-KQkq]{1,4})?( [-a-h1-8]{1,2})?") {
            let _ = parse_fen(&text);
        }

        #[test]
        fn what_is_read_is_written(text in "[KQRBNPkqrbnp1-8/]{0,40}( [wb])?") {
            if let Ok(position) = parse_fen(&text) {
                proptest::prop_assert_eq!(parse_fen(&write_fen(&position)).unwrap(), position);
            }
        }
    }
}
