// Single positions: when those that are watched were decided, and what finished slices hold.
//
// Plain twin of `watch`: nimzo-retro's sweep/solve/watch.rs.

struct Watch {
    const u64 *slots;        // ascending
    u64 count;
    const u64 *open, *unwon; // of the side to move in them
    u16 *found;              // what was noted; 0 while they are open
    u32 won, lost;           // what to note now
};

// Notes the positions that are no longer open.
KERNEL(watch, Watch) {
    EACH(w, (t.count + 31) / 32) {
        L64 at = wide(lane()) + w * 32;
        LB here = at < L64(t.count);
        LB waits = here & is(numbers(load_if(here, (const u16 *)t.found, at)), L32(0));
        if (!any_of(waits)) continue;
        L64 slot = load_if(waits, t.slots, at);
        LB done = waits & !some(bit_at(t.open, slot, waits));
        if (!any_of(done)) continue;
        LB unwon = some(bit_at(t.unwon, slot, done));
        store_if(done, t.found, at, cells_of<u16>(select(unwon, L32(t.lost), L32(t.won))));
    }
}

struct Results { const u64 *slots; u64 count; const u64 *unwon, *decided; u8 *found; };

// Looks up results in two bits: unwon, and decided.
KERNEL(results, Results) {
    EACH(w, (t.count + 31) / 32) {
        L64 at = wide(lane()) + w * 32;
        LB here = at < L64(t.count);
        L64 slot = load_if(here, t.slots, at);
        L64 code = slot_bit(t.unwon, slot, here) | slot_bit(t.decided, slot, here) << 1;
        store_if(here, t.found, at, cells_of<u8>(narrow(code)));
    }
}
