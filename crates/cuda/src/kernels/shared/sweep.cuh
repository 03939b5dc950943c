// What the kernels of a sweep work on: some slices of a class that do not lead to each other.

struct Sweep {
    Class c;
    u32 slices;
    u32 ply;
    u32 modes;              // bits, below
    u32 code;               // what the depths of this pass are written as
    const u64 *pawns;       // White's and Black's, for each slice
    u64 *open[2];           // legal positions not yet decided
    u64 *unwon[2];          // positions not won so far, and those after captures
    u64 *stuck[2];          // stalemates, and where two men share a square wins after captures until they are taken in
    u64 *pawn_unwon[2], *pawn_decided[2]; // the best pawn moves, where a side has pawns
    u64 *lost[2];           // losses found at this ply, or at the one before in a winning pass
    u64 *lost_flags[2];     // which blocks of them hold any
    u64 *lost_rows[2];      // and which rows of these blocks
    u64 *won_flags[2];      // which blocks have new wins, at this ply or at the one before
    u64 *alive[2];          // which blocks have open positions
    void *cells[2];         // depths, where they are kept
    void *incoming[2];      // depths after captures, where the men of a capture share a square
    void *pawn_cells[2];    // the depths of the best pawn moves
    u64 *capture_notes[2], *pawn_notes[2]; // which codes these have, block by block
    u64 *noted[2];          // which blocks have pawn moves of this pass's code
    u64 *arriving;          // all notes: captures and pawn moves of White, of Black; and the most units
    u64 *stands[2];         // open when the fifty-move rule strikes; then what stands under it
    u64 *totals;            // for White and Black: positions won, drawn and lost
    u64 *legal;             // for White and Black: positions, where they are counted at the start
    u64 *tally;             // for White and Black: how many positions this pass decided, and the first slot
    const u64 *counted;     // which slots count, for each kind of frame and outer place
    const u8 *counted_kind; // the kind of each slice and frame; 255 where none counts
    u32 *list;              // numbers of blocks to look at, the side in the highest bit
    u32 *listed;            // how many
    const Edge *edges;
    const u32 *edge_start;  // four to a slice: captures of White's and Black's men, their pawn moves; and the end
    const u64 *const *promotions; // four to a slice: for White and Black the worth of promotions, or null
    u32 spoilt;             // plies of a win that the fifty-move rule spoils
    u32 unused;
};

enum Modes { WIDE = 1, CAPTURES = 4, PAWN_WINS = 8, MOVES = 16, FIRST = 32, NOTED = 64, MATE = 128, SPOILT = 256, ANY_DEPTH = 512 };
enum Result { WON, LOST };
