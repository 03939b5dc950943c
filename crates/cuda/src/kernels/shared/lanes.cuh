// What a kernel is written in: values of the 32 lanes of a warp, and how lanes exchange them.
//
// A kernel is a program of one warp. Numbers (u32, u64, pointers) are the same for the whole warp and may
// decide where the program goes; lane values (L32, L64, LB) differ from lane to lane and may not. On a
// card a lane value is a register of a thread. Without one (see emulated.h) it is an array of 32 numbers,
// so that the same source runs, warp after warp, on a processor: there a decision by a lane value does not
// compile, which keeps the warps of a card together as well.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

#ifdef NIMZO_EMULATED
#include "emulated.h"
#else

typedef u64 L64;
typedef u32 L32;
typedef bool LB;

#define INLINE __device__ __forceinline__
// Threads of a block of a launch, the same as in src/device/cuda.rs: two warps, because a block gives its place up
// only when all its warps are done, and warps have very unequal work.
const u32 THREADS = 64;
// Blocks that a multiprocessor holds at once: the more, the fewer registers each thread has.
const u32 BLOCKS = 16;
// The warps of a launch share out the numbers below `count`.
#define KERNEL(name, Args) extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) name(const __grid_constant__ Args t)
#define EACH(w, count) for (u64 w = ((u64)blockIdx.x * blockDim.x + threadIdx.x) >> 5; w < (count); w += (u64)gridDim.x * blockDim.x >> 5)
#define UNROLL _Pragma("unroll")

const u32 WHOLE_WARP = 0xffffffffu;

INLINE L32 lane() { return threadIdx.x & 31; }
INLINE bool any_of(LB x) { return __any_sync(WHOLE_WARP, x); }
INLINE u32 votes(LB x) { return __ballot_sync(WHOLE_WARP, x); }
template <class T> INLINE T from_lane(T x, u32 lane) { return __shfl_sync(WHOLE_WARP, x, lane); }
template <class T> INLINE T from_each(T x, L32 lane) { return __shfl_sync(WHOLE_WARP, x, lane); }
template <class T> INLINE T exchange(T x, u32 distance) { return __shfl_xor_sync(WHOLE_WARP, x, distance); }
// The value of the lane so many before; nothing in particular for the first ones.
INLINE L32 from_before(L32 x, u32 distance) { return __shfl_up_sync(WHOLE_WARP, x, distance); }
template <class T> INLINE T select(LB which, T yes, T no) { return which ? yes : no; }
INLINE L64 wide(L32 x) { return x; }
INLINE L32 narrow(L64 x) { return (u32)x; }
INLINE L32 bytes(u8 x) { return x; }
template <class Cell> INLINE L32 numbers(Cell x) { return x; }
INLINE LB is(L32 x, L32 y) { return x == y; }
INLINE LB below(L32 x, L32 y) { return x < y; }
INLINE LB some(L64 x) { return x != 0; }
INLINE L64 bit(L32 place) { return 1ull << place; }
INLINE L64 bit_of(L64 x, L32 place) { return x >> place & 1; }
INLINE L64 swap_bytes(L64 x) {
    return (u64)__byte_perm((u32)x, 0, 0x0123) << 32 | __byte_perm((u32)(x >> 32), 0, 0x0123);
}
INLINE L64 reverse(L64 x) { return __brevll(x); }
INLINE L32 count_ones(L64 x) { return __popcll(x); }
INLINE L32 lowest(L64 x) { return (u32)(__ffsll((long long)x) - 1) & 63; }
INLINE u32 lowest_of(u32 x) { return (u32)(__ffs((int)x) - 1) & 31; }
INLINE u32 lowest_of(u64 x) { return (u32)(__ffsll((long long)x) - 1) & 63; }

template <class T> INLINE T load(const T *from, L64 at) { return from[at]; }
template <class T> INLINE T load_if(LB which, const T *from, L64 at) { return which ? from[at] : T(0); }
template <class T> INLINE void store(T *to, L64 at, T x) { to[at] = x; }
template <class T> INLINE void store_if(LB which, T *to, L64 at, T x) { if (which) to[at] = x; }

// One number for the whole warp, added to memory; what was there before.
INLINE u32 take(u32 *from, u32 count) {
    u32 first = 0;
    if ((threadIdx.x & 31) == 0) first = atomicAdd(from, count);
    return __shfl_sync(WHOLE_WARP, first, 0);
}
INLINE void add_to(u64 *to, u64 x) { if ((threadIdx.x & 31) == 0) atomicAdd(to, x); }
INLINE void or_to(u64 *to, u64 x) { if ((threadIdx.x & 31) == 0) atomicOr(to, x); }
INLINE void keep_in(u64 *to, u64 x) { if ((threadIdx.x & 31) == 0) atomicAnd(to, x); }
INLINE void set_to(u64 *to, u64 x) { if ((threadIdx.x & 31) == 0) *to = x; }
INLINE void min_to(u64 *to, u64 x) { if ((threadIdx.x & 31) == 0) atomicMin(to, x); }
INLINE void max_to(u64 *to, u64 x) { if ((threadIdx.x & 31) == 0) atomicMax(to, x); }
// What lanes have stored before is seen by the others after.
INLINE void whole_warp_here() { __syncwarp(); }

INLINE L32 divided(L32 x, u32 by) { return x / by; }
template <class Cell> INLINE Cell cell_of(u32 code) { return (Cell)code; }
template <class Cell> INLINE Cell cells_of(L32 x) { return (Cell)x; }
INLINE L32 lesser(L32 x, L32 y) { return x < y ? x : y; }

#endif

// The sum over all lanes, for which cards since Ampere have an instruction.
INLINE u32 sum(L32 x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(WHOLE_WARP, x);
#else
    for (u32 d = 16; d; d >>= 1) x = x + exchange(x, d);
    return from_lane(x, 0);
#endif
}

INLINE L32 greater(L32 x, L32 y) { return select(below(x, y), y, x); }

// The greatest over all lanes.
INLINE u32 greatest(L32 x) {
    for (u32 d = 16; d; d >>= 1) x = greater(x, exchange(x, d));
    return from_lane(x, 0);
}

// What any lane has.
INLINE u64 together(L64 x) {
    for (u32 d = 16; d; d >>= 1) x = x | exchange(x, d);
    return from_lane(x, 0);
}

// The least over all lanes.
INLINE u64 least(L64 x) {
    for (u32 d = 16; d; d >>= 1) {
        L64 y = exchange(x, d);
        x = select(y < x, y, x);
    }
    return from_lane(x, 0);
}

// For each lane the sum over the lanes before it.
INLINE L32 sum_before(L32 x) {
    L32 all = x;
    for (u32 d = 1; d < 32; d <<= 1) all = all + select(below(lane(), L32(d)), L32(0), from_before(all, d));
    return all - x;
}
