//! Cards of NVIDIA, by way of the driver that is found when a card is asked for.

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cudarc::driver::sys::CUdevice_attribute;
use cudarc::driver::{CudaContext, CudaFunction, DriverError, result};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};

use crate::device::{Device, Kernel, SOURCES};
use crate::error::{Error, Result};

/// Threads of a block of a launch.
const THREADS: u32 = 256;
/// Blocks that a multiprocessor is given at once.
const BLOCKS_OF_PROCESSOR: u32 = 8;
/// Memory is taken in pieces of this many bytes.
const PIECE: usize = 1 << 16;

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
    /// Whether kernels can be compiled for it here.
    pub compiler: bool,
}

fn has_driver() -> bool {
    // SAFETY: looks for the library by its name.
    unsafe { cudarc::driver::sys::is_culib_present() }
}

fn has_compiler() -> bool {
    // SAFETY: looks for the library by its name.
    unsafe { cudarc::nvrtc::sys::is_culib_present() }
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
                compiler: has_compiler(),
            })
        })
        .collect()
}

/// A card with the kernels on it.
pub struct Cuda {
    context: Arc<CudaContext>,
    functions: HashMap<&'static str, CudaFunction>,
    blocks: u32,
    allowed: u64,
    used: AtomicU64,
    /// Memory that was given back and waits for the next who asks for as much.
    pool: Mutex<Vec<(u64, usize)>>,
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
        let context = CudaContext::new(number).map_err(no_device)?;
        let ptx = Ptx::from_src(compile(card.capability)?);
        let module = context.load_module(ptx).map_err(failed("loading the kernels"))?;
        let mut functions = HashMap::new();
        for kernel in Kernel::ALL {
            let function =
                module.load_function(kernel.name()).map_err(failed("loading the kernels"))?;
            functions.insert(kernel.name(), function);
        }
        // Some is left for the driver and for whoever shows something on the card.
        let most = card.free - card.free / 50;
        Ok(Arc::new(Self {
            context,
            functions,
            blocks: card.processors * BLOCKS_OF_PROCESSOR,
            allowed: limit.map_or(most, |limit| limit.min(most)),
            used: AtomicU64::new(0),
            pool: Mutex::default(),
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
        let copy = || {
            // SAFETY: both have just been taken.
            unsafe { result::memcpy_dtod_async(to, from, BYTES, std::ptr::null_mut()) }
                .map_err(failed("copying memory"))
        };
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
        self.used.load(Ordering::Relaxed)
    }

    fn pool(&self) -> MutexGuard<'_, Vec<(u64, usize)>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn size(bytes: usize) -> usize {
        // Large sizes are rounded up further, so that what one class gives back serves the next.
        let step = (bytes / 16).next_power_of_two().max(PIECE);
        bytes.next_multiple_of(step)
    }

    /// Gives back to the card all memory that waits.
    fn empty_pool(&self) {
        for (address, bytes) in self.pool().drain(..) {
            // SAFETY: taken from the driver below, and nobody's any more.
            let _ = unsafe { result::free_sync(address) };
            self.used.fetch_sub(bytes as u64, Ordering::Relaxed);
        }
    }

    fn bind(&self) -> Result<()> {
        self.context.bind_to_thread().map_err(failed("taking the card"))
    }
}

/// The kernels as PTX for cards of a capability and those after it.
pub fn compile(capability: (i32, i32)) -> Result<String> {
    if !has_compiler() {
        return Err(Error::Compiling("the library NVRTC is not installed".to_owned()));
    }
    let source: String = SOURCES.iter().flat_map(|(_, text)| [*text, "\n"]).collect();
    let (major, minor) = capability;
    let options = CompileOptions {
        options: vec![
            format!("--gpu-architecture=compute_{major}{minor}"),
            "--std=c++17".to_owned(),
        ],
        ..CompileOptions::default()
    };
    match compile_ptx_with_opts(source, options) {
        Ok(ptx) => Ok(ptx.to_src()),
        Err(CompileError::CompileError { log, .. }) => {
            Err(Error::Compiling(log.to_string_lossy().into_owned()))
        }
        Err(error) => Err(Error::Compiling(error.to_string())),
    }
}

impl Device for Cuda {
    fn allocate(&self, bytes: usize) -> Result<u64> {
        let bytes = Self::size(bytes);
        let mut pool = self.pool();
        if let Some(at) = pool.iter().position(|&(_, size)| size == bytes) {
            return Ok(pool.swap_remove(at).0);
        }
        drop(pool);
        self.bind()?;
        let used = self.used.load(Ordering::Relaxed);
        if used + bytes as u64 > self.allowed {
            self.empty_pool();
        }
        let used = self.used.load(Ordering::Relaxed);
        let full = Error::Full { needed: bytes as u64, used, allowed: self.allowed };
        if used + bytes as u64 > self.allowed {
            return Err(full);
        }
        // SAFETY: any size may be asked for.
        let address = unsafe { result::malloc_sync(bytes) }.or_else(|_| {
            self.empty_pool();
            // SAFETY: as above.
            unsafe { result::malloc_sync(bytes) }
        });
        let address = address.map_err(|_| full)?;
        self.used.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(address)
    }

    fn free(&self, address: u64, bytes: usize) {
        self.pool().push((address, Self::size(bytes)));
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<()> {
        self.bind()?;
        // SAFETY: the caller owns this memory.
        unsafe { result::memcpy_htod_sync(to, bytes) }.map_err(failed("copying to it"))
    }

    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<()> {
        self.bind()?;
        // SAFETY: the caller owns this memory.
        unsafe { result::memcpy_dtoh_sync(bytes, from) }
            .map_err(failed("working or copying from it"))
    }

    fn clear(&self, at: u64, bytes: usize) -> Result<()> {
        self.bind()?;
        // SAFETY: the caller owns this memory.
        unsafe { result::memset_d8_async(at, 0, bytes, std::ptr::null_mut()) }
            .map_err(failed("clearing memory"))
    }

    fn launch(&self, kernel: Kernel, arguments: &[u8], warps: u64) -> Result<()> {
        self.bind()?;
        let needed = (warps * 32).div_ceil(u64::from(THREADS)).max(1);
        let blocks = needed.min(u64::from(self.blocks)) as u32;
        let mut parameters = [arguments.as_ptr() as *mut c_void];
        let function = &self.functions[kernel.name()];
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
        self.context.synchronize().map_err(failed("working"))
    }

    fn room(&self) -> u64 {
        let waiting: u64 = self.pool().iter().map(|&(_, bytes)| bytes as u64).sum();
        self.allowed.saturating_sub(self.used.load(Ordering::Relaxed) - waiting)
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        self.empty_pool();
    }
}
