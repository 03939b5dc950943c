// Windows: of the depths of a slice with one side to move, those in which one man stands on one square or an
// image of it, side by side. The same as `Shape` of the CPU's engine (nimzo-retro's sweep/window.rs).

struct Looking {
    void *slice;         // depths of the slice
    void *window;        // those of the window
    u64 count;           // how many these are
    u64 squares;         // eight bits an image: its square
    u32 men, man;        // men in the slice, which of them the window is of
    u32 folded, places;  // as in Class
    u32 image_bits;      // of the number of an image
    u32 wide;            // whether depths take two bytes
    u32 out;             // out of the slice, or into it
    u32 unused;
};

template <class Cell> INLINE void look(const Looking &t) {
    u32 others = 6 * (t.men - 3);
    EACH(w, (t.count + 31) / 32) {
        L64 at = wide(lane()) + w * 32;
        LB here = at < L64(t.count);
        // In a window the man's image comes right after the frame, then the others as in the slice.
        L32 image = narrow(at >> others) & ((1u << t.image_bits) - 1u);
        L32 stands = narrow(L64(t.squares) >> image * 8u) & 255u;
        L32 square[6];
        u32 shift = 0;
        for (u32 man = t.men - 1; man >= 2; man--) {
            square[man] = man == t.man ? stands : narrow(at >> shift) & 63u;
            if (man != t.man) shift += 6;
        }
        L32 place = t.men > 4 ? square[2] : L32(0);
        if (t.men > 5) place = t.folded ? pair_place(square[2], square[3]) : square[2] << 6 | square[3];
        L64 block = (at >> (others + t.image_bits)) * (u64)t.places + wide(place);
        L64 slot = block << 12 | wide(square[t.men - 2] << 6 | square[t.men - 1]);
        if (t.out) store_if(here, (Cell *)t.window, at, load_if(here, (const Cell *)t.slice, slot));
        else store_if(here, (Cell *)t.slice, slot, load_if(here, (const Cell *)t.window, at));
    }
}

KERNEL(window, Looking) {
    if (t.wide) look<u16>(t);
    else look<u8>(t);
}
