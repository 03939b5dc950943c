//! A card's memory as one stretch of addresses that grows as it is needed: the addresses are reserved at
//! once, the memory behind them is taken piece by piece and given back in the end.

use cudarc::driver::result::DriverError;
use cudarc::driver::sys::{
    self, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationGranularity_flags,
    CUmemAllocationProp, CUmemAllocationType, CUmemLocation, CUmemLocationType,
};

use super::arena::Arena;

/// What is taken from the card at a time, where as much is left.
const STEP: u64 = 1 << 30;

/// Addresses with memory behind the first of them.
pub struct Mapped {
    base: u64,
    reserved: u64,
    granularity: u64,
    /// The card's number.
    number: i32,
    pieces: Arena,
}

impl Mapped {
    /// Addresses for at most `limit` bytes of the card of a number, whose context is this thread's.
    pub fn new(number: i32, limit: u64) -> Result<Self, DriverError> {
        let what = memory_of(number);
        let recommended = CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_RECOMMENDED;
        let mut granularity = 0;
        // SAFETY: both pointers are to values that live here.
        unsafe { sys::cuMemGetAllocationGranularity(&mut granularity, &what, recommended) }
            .result()?;
        let granularity = granularity as u64;
        let reserved = limit / granularity * granularity;
        let mut base = 0;
        // SAFETY: the pointer is to a value that lives here; any address will do.
        unsafe { sys::cuMemAddressReserve(&mut base, reserved as usize, 0, 0, 0) }.result()?;
        Ok(Self { base, reserved, granularity, number, pieces: Arena::default() })
    }

    /// Bytes taken from the card.
    pub fn size(&self) -> u64 {
        self.pieces.size()
    }

    /// Bytes that may still be handed out.
    pub fn room(&self) -> u64 {
        self.reserved - self.pieces.size() + self.pieces.free()
    }

    /// The address of so many bytes; `None` when they do not fit.
    pub fn take(&mut self, bytes: u64) -> Result<Option<u64>, DriverError> {
        if let Some(at) = self.pieces.take(bytes) {
            return Ok(Some(self.base + at));
        }
        let left = self.reserved - self.pieces.size();
        let lacking = self.pieces.lacks(bytes).next_multiple_of(self.granularity);
        if lacking > left {
            return Ok(None);
        }
        self.grow(lacking.max(STEP.next_multiple_of(self.granularity)).min(left))?;
        Ok(self.pieces.take(bytes).map(|at| self.base + at))
    }

    /// Gives memory back to whoever asks next.
    pub fn give_back(&mut self, address: u64, bytes: u64) {
        self.pieces.give_back(address - self.base, bytes);
    }

    fn grow(&mut self, bytes: u64) -> Result<(), DriverError> {
        let end = self.base + self.pieces.size();
        let (what, mut memory) = (memory_of(self.number), 0);
        // SAFETY: the pointers are to values that live here, the size is a multiple of the granularity.
        unsafe { sys::cuMemCreate(&mut memory, bytes as usize, &what, 0) }.result()?;
        // SAFETY: these addresses are reserved and have nothing behind them yet.
        let mapped = unsafe { sys::cuMemMap(end, bytes as usize, 0, memory, 0) }.result();
        // SAFETY: taken above; it lives on while it is mapped.
        unsafe { sys::cuMemRelease(memory) }.result()?;
        mapped?;
        let access = CUmemAccessDesc {
            location: what.location,
            flags: CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: mapped above.
        let allowed = unsafe { sys::cuMemSetAccess(end, bytes as usize, &access, 1) }.result();
        if let Err(error) = allowed {
            // SAFETY: mapped above, and nobody has been told.
            let _ = unsafe { sys::cuMemUnmap(end, bytes as usize) };
            return Err(error);
        }
        self.pieces.grow(bytes);
        Ok(())
    }
}

/// What is asked for: memory of the card of a number.
fn memory_of(number: i32) -> CUmemAllocationProp {
    // SAFETY: these are numbers and pointers, for which zero means "nothing special".
    let mut location: CUmemLocation = unsafe { std::mem::zeroed() };
    location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    location.id = number;
    CUmemAllocationProp {
        type_: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
        location,
        // SAFETY: as above.
        ..unsafe { std::mem::zeroed() }
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // Nothing can be done about a card that refuses; the driver takes everything back when the program ends.
        if self.pieces.size() > 0 {
            // SAFETY: all that was mapped, and nobody uses it any more.
            let _ = unsafe { sys::cuMemUnmap(self.base, self.pieces.size() as usize) };
        }
        // SAFETY: reserved when this was made.
        let _ = unsafe { sys::cuMemAddressFree(self.base, self.reserved as usize) };
    }
}
