// Promotions seen from behind: what promoting into finished slices is worth in each position of slices
// before it. A warp has a block of a parent and goes through all promotions that come to it now, so that
// nobody else writes there.
//
// Its plain twin is nimzo-retro's sweep/fold/mod.rs.

struct Parent { u64 *unwon, *decided; u32 first, end; };

struct Folding { Class c; const u64 *pawns; u64 slices; const Parent *parents; const Edge *edges; };

KERNEL(fold, Folding) {
    u64 blocks = (u64)t.c.frames << t.c.outer_bits;
    // The same block of all parents side by side: what they read of a child often lies in the same words.
    EACH(w, t.slices * blocks) {
        Outside o = outside(t.c, t.pawns, w % t.slices * blocks + w / t.slices);
        if (!is_stored(t.c, o.outer) || !o.distinct) continue;
        const Parent &parent = t.parents[o.slice];
        u64 block = o.block - (u64)o.slice * t.c.frames * t.c.places;
        Set where = all_distinct(o);
        Codes best;
        best.unwon = read(parent.unwon, block);
        best.decided = read(parent.decided, block);
        for (u32 i = parent.first; i < parent.end; i++) raise(best, codes(t.edges[i].view, o, where));
        write(parent.unwon, block, best.unwon);
        write(parent.decided, block, best.decided);
    }
}
