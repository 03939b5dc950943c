use super::*;

fn noise(seed: u64) -> impl FnMut() -> u64 {
    let mut dice = fastrand::Rng::with_seed(seed);
    move || dice.u64(..)
}

fn block(seed: u64) -> Block {
    let mut next = noise(seed);
    std::array::from_fn(|_| next() & next())
}

/// Everything a kernel does to one pair of blocks, written out.
struct Everything {
    a: Block,
    b: Block,
    blockers: Blockers,
}

impl Job for Everything {
    type Output = Vec<Block>;

    #[inline(always)]
    fn run<K: Kernel>(self) -> Vec<Block> {
        let (a, b) = (K::load(&self.a), K::load(&self.b));
        let mut results: Vec<K::Set> = vec![a, K::empty(), K::transpose(&a)];
        results.extend(Symmetry::all().map(|g| K::pull(&a, g)));
        for combine in [K::add, K::keep, K::remove] {
            let mut c = a;
            combine(&mut c, &b);
            results.push(c);
        }
        let mut c = b;
        K::rook(&a, self.blockers, &mut c);
        results.push(c);
        let mut c = b;
        K::bishop(&a, self.blockers, &mut c);
        results.push(c);
        let mut c = b;
        K::knight(&a, &mut c);
        results.push(c);
        let mut c = b;
        K::king(&a, &mut c);
        results.push(c);
        for square in 0..64 {
            let mut c = a;
            K::pass_over(&mut c, square);
            results.push(c);
        }
        let mut blocks: Vec<Block> = results
            .iter()
            .map(|set| {
                let mut block = [0; 64];
                K::store(set, &mut block);
                block
            })
            .collect();
        blocks.push(std::array::from_fn(|i| {
            let mut word = [0; 64];
            word[i] = self.a[i] & self.b[i];
            u64::from(K::any(&K::load(&word)))
        }));
        let mut sparse = [0; 64];
        sparse[(self.a[0] & 63) as usize] = 1;
        let mut marks = [0; 64];
        marks[0] = K::rows(&a);
        marks[1] = K::rows(&K::load(&sparse));
        blocks.push(marks);
        let columns = std::array::from_fn(|column| K::column(&self.a, column as u8));
        let mut transposed = [0; 64];
        K::store(&K::transpose(&a), &mut transposed);
        assert_eq!(columns, transposed);
        blocks.push(columns);
        let mut row: [u8; 64] = std::array::from_fn(|i| (self.a[i] >> 5) as u8);
        let mut words = [0; 64];
        for i in 0..20 {
            words[i] = K::bytes_equal(&row, row[i]);
            words[i + 20] = K::bytes_above(&row, row[i]);
        }
        words[40] = K::bytes_above(&row, 255) | K::bytes_above(&row, 0);
        K::put_bytes(&mut row, self.b[0], 77);
        for (i, byte) in row.into_iter().enumerate() {
            words[42 + i / 8] |= u64::from(byte) << (i % 8 * 8);
        }
        blocks.push(words);
        blocks
    }
}

#[test]
fn all_kernels_are_equal() {
    for seed in 1..50 {
        let job = || {
            let set = noise(seed)();
            let blockers = Blockers::new(set & set >> 20);
            Everything { a: block(2 * seed), b: block(2 * seed + 1), blockers }
        };
        let plain = run_with(Instructions::Portable, job());
        for instructions in Instructions::available() {
            assert_eq!(run_with(instructions, job()), plain, "{instructions:?} {seed}");
        }
    }
}

/// Where a man on `from` can go, the squares of `occupied` in the way.
fn reach(steps: &[(i32, i32)], slides: bool, from: u8, occupied: u64) -> u64 {
    let mut reached = 0;
    for &(dr, df) in steps {
        let (mut r, mut f) = (i32::from(from >> 3) + dr, i32::from(from & 7) + df);
        while (0..8).contains(&r) && (0..8).contains(&f) {
            let square = r * 8 + f;
            reached |= 1 << square;
            if !slides || occupied >> square & 1 != 0 {
                break;
            }
            (r, f) = (r + dr, f + df);
        }
    }
    reached
}

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

#[test]
fn the_plain_kernel_moves_men_as_they_move() {
    type Plain = <Portable as Kernel>::Set;
    let blockers = Blockers::new(1 << 12 | 1 << 35 | 1 << 50);
    let x = block(9);
    let king: Vec<(i32, i32)> = ROOK.into_iter().chain(BISHOP).collect();
    type Fill = fn(&Plain, Blockers, &mut Plain);
    type Steps<'a> = &'a [(i32, i32)];
    let fills: [(Fill, Steps<'_>, bool); 4] = [
        (Portable::rook, &ROOK, true),
        (Portable::bishop, &BISHOP, true),
        (|x, _, out| Portable::knight(x, out), &KNIGHT, false),
        (|x, _, out| Portable::king(x, out), &king, false),
    ];
    for (fill, steps, slides) in fills {
        let mut out = Portable::empty();
        fill(&Portable::load(&x), blockers, &mut out);
        // Miri, which is slow, looks at some of them.
        let step = if cfg!(miri) { 7 } else { 1 };
        for row in (0..64u8).step_by(step) {
            for column in (0..64u8).step_by(step) {
                let reached = reach(steps, slides, row, blockers.set | 1 << column);
                let expected = (0..64).any(|to| reached >> to & 1 != 0 && x[to] >> column & 1 != 0);
                let found = out.as_flattened()[usize::from(row)] >> column & 1 != 0;
                assert_eq!(found, expected, "{row} {column}");
            }
        }
    }
}

#[test]
fn transposition_and_symmetries_of_the_plain_kernel() {
    let x = block(5);
    let set = Portable::load(&x);
    for row in 0..64u8 {
        for column in 0..64u8 {
            let bit =
                |words: &[[u64; 8]; 8], r: u8, c: u8| words.as_flattened()[usize::from(r)] >> c & 1;
            assert_eq!(bit(&Portable::transpose(&set), row, column), bit(&set, column, row));
            for g in Symmetry::all() {
                let pulled = bit(&Portable::pull(&set, g), row, column);
                assert_eq!(pulled, bit(&set, g.square(row), g.square(column)));
            }
        }
    }
}
