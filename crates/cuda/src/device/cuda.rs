//! Cards of NVIDIA, by way of the driver that is found when a card is asked for.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cudarc::driver::sys::CUdevice_attribute;
use cudarc::driver::{CudaContext, CudaFunction, DriverError, result};
use cudarc::nvrtc::Ptx;

use super::beside::Beside;
use super::mapped::Mapped;
use super::program::{OLDEST, program, translated};
use super::staging::{self, Staging};
use super::{Device, Kernel, Program};
use crate::error::{Error, Result};

/// Threads of a block of a launch, as the kernels are compiled for (kernels/shared/lanes.cuh).
const THREADS: u32 = 64;
/// Blocks of a launch for each multiprocessor. It holds 16 at once; the others take the places of those that are done,
/// so that none waits long for the slowest.
const BLOCKS_OF_PROCESSOR: u32 = 128;

/// Bytes that the largest class of six men takes while it is solved, with all that it reads. What waits goes
/// beside the card where it would leave less.
const WORKING: u64 = 24 << 30;

/// A card and what it is good for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// What it can do, as the vendor counts: 9.0 is a Hopper.
    pub capability: (i32, i32),
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes that are free.
    pub free: u64,
    /// Multiprocessors.
    pub processors: u32,
}

impl Description {
    /// Whether the kernels run on it.
    pub fn is_recent_enough(&self) -> bool {
        self.capability >= OLDEST
    }
}

fn has_driver() -> bool {
    // SAFETY: looks for the library by its name.
    unsafe { cudarc::driver::sys::is_culib_present() }
}

fn no_device(error: DriverError) -> Error {
    Error::NoDevice(error.to_string())
}

fn failed(doing: &'static str) -> impl Fn(DriverError) -> Error {
    move |error| Error::Card { doing, why: error.to_string() }
}

/// The cards there are; an error says why there is none.
pub fn devices() -> Result<Vec<Description>> {
    if !has_driver() {
        return Err(Error::NoDevice("the driver's library is not installed".to_owned()));
    }
    let count = CudaContext::device_count().map_err(no_device)?;
    (0..count as usize)
        .map(|number| {
            let context = CudaContext::new(number).map_err(no_device)?;
            let (free, memory) = result::mem_get_info().map_err(no_device)?;
            let processors = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
            Ok(Description {
                number,
                name: context.name().map_err(no_device)?,
                capability: context.compute_capability().map_err(no_device)?,
                memory: memory as u64,
                free: free as u64,
                processors: context.attribute(processors).map_err(no_device)? as u32,
            })
        })
        .collect()
}

/// Kernels on a card, by name.
type Functions = HashMap<&'static str, CudaFunction>;

/// Brings a part of the kernels onto a card, whose driver translates it unless that was done ahead.
fn functions(context: &Arc<CudaContext>, part: Program) -> Result<Functions> {
    let ahead = translated(part, context.compute_capability().map_err(no_device)?);
    // A driver may be too old for it.
    let ahead =
        ahead.and_then(|binary| context.load_module(Ptx::from_binary(binary.to_vec())).ok());
    let module = match ahead {
        Some(module) => module,
        None => (context.load_module(Ptx::from_src(program(part)?.into_owned())))
            .map_err(failed("loading the kernels"))?,
    };
    let function = |kernel: Kernel| {
        let found = module.load_function(kernel.name()).map_err(failed("loading the kernels"))?;
        Ok((kernel.name(), found))
    };
    Kernel::ALL.into_iter().filter(|kernel| kernel.program() == part).map(function).collect()
}

/// A card with the kernels on it.
pub struct Cuda {
    // Before the context, whose memory they are.
    memory: Mutex<Mapped>,
    beside: Mutex<Beside>,
    /// What large copies go through, once there has been one and the host has given it.
    staging: Mutex<Option<Option<Staging>>>,
    /// Bytes of the card that are taken by what waits, by address.
    waiting: Mutex<HashMap<u64, u64>>,
    context: Arc<CudaContext>,
    /// The kernels that are on the card: a part is brought there when it is first needed.
    functions: Mutex<HashMap<Program, Functions>>,
    blocks: u32,
    allowed: u64,
    /// Nanoseconds that were spent waiting for the card.
    waited: AtomicU64,
    /// Launches of each kernel and their seconds, if they are timed.
    times: Option<Mutex<BTreeMap<&'static str, (u64, f64)>>>,
}

impl Cuda {
    /// The card of a number, of whose memory at most `limit` bytes are used.
    pub fn open(number: usize, limit: Option<u64>) -> Result<Arc<Self>> {
        Self::open_as(number, limit, false)
    }

    /// The same with every launch timed, which waits for each.
    pub fn open_timed(number: usize, limit: Option<u64>) -> Result<Arc<Self>> {
        Self::open_as(number, limit, true)
    }

    fn open_as(number: usize, limit: Option<u64>, timed: bool) -> Result<Arc<Self>> {
        let cards = devices()?;
        let card = cards.get(number).ok_or_else(|| {
            Error::NoDevice(format!("there is no card {number}, only {} of them", cards.len()))
        })?;
        if !card.is_recent_enough() {
            let (name, (major, minor)) = (&card.name, OLDEST);
            let why = format!("{name} is too old: the kernels need capability {major}.{minor}");
            return Err(Error::NoDevice(why));
        }
        let context = CudaContext::new(number).map_err(no_device)?;
        let results = functions(&context, Program::Results)?;
        // Some is left for the driver and for whoever shows something on the card.
        let most = card.free - card.free / 50;
        let allowed = limit.map_or(most, |limit| limit.min(most));
        let memory = Mapped::new(number as i32, allowed).map_err(failed("reserving memory"))?;
        Ok(Arc::new(Self {
            memory: Mutex::new(memory),
            beside: Mutex::default(),
            staging: Mutex::default(),
            waiting: Mutex::default(),
            context,
            functions: Mutex::new(HashMap::from([(Program::Results, results)])),
            blocks: card.processors * BLOCKS_OF_PROCESSOR,
            allowed,
            waited: AtomicU64::new(0),
            times: timed.then(Mutex::default),
        }))
    }

    /// Launches of each kernel and their seconds; nothing unless they are timed.
    pub fn times(&self) -> BTreeMap<&'static str, (u64, f64)> {
        let times = self.times.as_ref().map(|times| times.lock());
        times.map(|times| times.unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
    }

    /// Bytes read and written in a second when memory is copied on the card.
    pub fn copy_bandwidth(&self) -> Result<f64> {
        const BYTES: usize = 4 << 30;
        const TIMES: u32 = 10;
        let (from, to) = (self.allocate(BYTES)?, self.allocate(BYTES)?);
        self.clear(from, BYTES)?;
        let copy = || self.copy(to, from, BYTES);
        copy()?;
        self.wait()?;
        let begun = Instant::now();
        (0..TIMES).try_for_each(|_| copy())?;
        self.wait()?;
        let seconds = begun.elapsed().as_secs_f64();
        self.free(from, BYTES);
        self.free(to, BYTES);
        Ok(2.0 * BYTES as f64 * f64::from(TIMES) / seconds)
    }

    /// The most bytes of its memory that were in use.
    pub fn used(&self) -> u64 {
        self.memory().size()
    }

    /// Seconds that were spent waiting for the card; in the rest it may have waited for this program.
    pub fn waited(&self) -> f64 {
        self.waited.load(Ordering::Relaxed) as f64 / 1e9
    }

    fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = wait();
        self.waited.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        done
    }

    /// The bytes of the host's memory that were in use.
    pub fn used_beside(&self) -> u64 {
        self.beside().size()
    }

    fn memory(&self) -> MutexGuard<'_, Mapped> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn beside(&self) -> MutexGuard<'_, Beside> {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What waits on the card itself.
    fn waiting_here(&self) -> MutexGuard<'_, HashMap<u64, u64>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn function(&self, kernel: Kernel) -> Result<CudaFunction> {
        let mut parts = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let part = match parts.entry(kernel.program()) {
            Entry::Occupied(part) => part.into_mut(),
            Entry::Vacant(place) => place.insert(functions(&self.context, kernel.program())?),
        };
        Ok(part[kernel.name()].clone())
    }

    /// Copies through memory that is made for it, if that is worth the way and nobody else is at it.
    fn staged<T>(&self, bytes: usize, copy: impl FnOnce(&mut Staging) -> T) -> Option<T> {
        if bytes < staging::WORTH_IT {
            return None;
        }
        let mut staging = self.staging.try_lock().ok()?;
        staging.get_or_insert_with(Staging::new).as_mut().map(copy)
    }

    fn bind(&self) -> Result<()> {
        self.context.bind_to_thread().map_err(failed("taking the card"))
    }
}

impl Device for Cuda {
    fn allocate(&self, bytes: usize) -> Result<u64> {
        self.bind()?;
        let mut memory = self.memory();
        let taken = memory.take(bytes as u64);
        let used = memory.size();
        let full = Error::Full { needed: bytes as u64, used, allowed: self.allowed };
        // Another program may have taken what was free when the card was opened.
        taken.ok().flatten().ok_or(full)
    }

    fn allocate_to_wait(&self, bytes: usize) -> Result<u64> {
        let wanted = bytes as u64;
        let mut here = self.waiting_here();
        if here.values().sum::<u64>() + wanted + WORKING <= self.allowed {
            let address = self.allocate(bytes)?;
            here.insert(address, wanted);
            return Ok(address);
        }
        self.bind()?;
        self.beside().take(wanted).ok_or(Error::FullBeside { needed: wanted })
    }

    fn free(&self, address: u64, bytes: usize) {
        let mut beside = self.beside();
        if beside.holds(address) {
            return beside.give_back(address, bytes as u64);
        }
        self.waiting_here().remove(&address);
        self.memory().give_back(address, bytes as u64);
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<()> {
        self.bind()?;
        let write = |at: usize, bytes: &[u8]| {
            // SAFETY: the caller owns this memory.
            self.waiting(|| unsafe { result::memcpy_htod_sync(to + at as u64, bytes) })
                .map_err(failed("copying to it"))
        };
        match self.staged(bytes.len(), |staging| staging.write(bytes, write)) {
            Some(done) => done,
            None => write(0, bytes),
        }
    }

    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<()> {
        self.bind()?;
        let read = |at: usize, bytes: &mut [u8]| {
            // SAFETY: the caller owns this memory.
            self.waiting(|| unsafe { result::memcpy_dtoh_sync(bytes, from + at as u64) })
                .map_err(failed("working or copying from it"))
        };
        match self.staged(bytes.len(), |staging| staging.read(bytes, read)) {
            Some(done) => done,
            None => read(0, bytes),
        }
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<()> {
        self.bind()?;
        // SAFETY: the caller owns both.
        unsafe { result::memcpy_dtod_async(to, from, bytes, std::ptr::null_mut()) }
            .map_err(failed("copying memory"))
    }

    fn clear(&self, at: u64, bytes: usize) -> Result<()> {
        self.bind()?;
        if self.beside().holds(at) {
            // Kernels that still run may look at what was there before.
            self.wait()?;
            // SAFETY: the caller owns this memory, which is the host's.
            unsafe { std::ptr::write_bytes(at as *mut u8, 0, bytes) };
            return Ok(());
        }
        // SAFETY: the caller owns this memory.
        unsafe { result::memset_d8_async(at, 0, bytes, std::ptr::null_mut()) }
            .map_err(failed("clearing memory"))
    }

    fn launch(&self, kernel: Kernel, arguments: &[u8], warps: u64) -> Result<()> {
        self.bind()?;
        let needed = (warps * 32).div_ceil(u64::from(THREADS)).max(1);
        let blocks = needed.min(u64::from(self.blocks)) as u32;
        let mut parameters = [arguments.as_ptr() as *mut c_void];
        let function = self.function(kernel)?;
        let begun = Instant::now();
        // SAFETY: the kernel takes one structure by value, which is what the arguments are.
        unsafe {
            result::launch_kernel(
                function.cu_function(),
                (blocks, 1, 1),
                (THREADS, 1, 1),
                0,
                std::ptr::null_mut(),
                &mut parameters,
            )
        }
        .map_err(failed("starting a kernel"))?;
        if let Some(times) = &self.times {
            self.wait()?;
            let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
            let (count, seconds) = times.entry(kernel.name()).or_default();
            *count += 1;
            *seconds += begun.elapsed().as_secs_f64();
        }
        Ok(())
    }

    fn wait(&self) -> Result<()> {
        self.waiting(|| self.context.synchronize()).map_err(failed("working"))
    }

    fn room(&self) -> u64 {
        self.memory().room()
    }
}

impl Drop for Cuda {
    /// The memory goes back to the card of the context, which must be this thread's.
    fn drop(&mut self) {
        let _ = self.bind();
    }
}
