//! The kernels on a processor: their source, compiled by the C++ compiler with lane values that are arrays,
//! warp after warp. For tests; slow.

use std::process::Command;
use std::sync::{Arc, OnceLock};

use libloading::Library;

use super::{Device, Kernel, Program, SHARED};
use crate::error::Result;

/// The processor in the place of a card.
pub struct Emulated {
    library: &'static Library,
    twins: &'static Library,
}

impl Emulated {
    /// Compiles the kernels, once.
    pub fn new() -> Self {
        static LIBRARIES: [OnceLock<Library>; 2] = [const { OnceLock::new() }; 2];
        let [library, twins] = &LIBRARIES;
        Self {
            library: library
                .get_or_init(|| compile(&[Program::Results, Program::Depths, Program::Windows])),
            twins: twins.get_or_init(|| compile(&[Program::Twins])),
        }
    }

    /// The same as a device.
    pub fn device() -> Arc<dyn Device> {
        Arc::new(Self::new())
    }

    /// A number that the source exports.
    pub fn number(&self, name: &str) -> u64 {
        // SAFETY: the source below has such functions.
        unsafe { self.library.get::<unsafe extern "C" fn() -> u64>(name).expect(name)() }
    }
}

fn compile(parts: &[Program]) -> Library {
    let folder = tempfile::tempdir().expect("a folder for the compiled kernels");
    let mut source = String::from("#define NIMZO_EMULATED\n");
    parts.iter().for_each(|part| source.push_str(part.definitions()));
    for (name, _) in SHARED.iter().chain(parts.iter().flat_map(|part| part.sources())) {
        source.push_str(&format!("#include \"{name}\"\n"));
    }
    if parts.contains(&Program::Results) {
        source.push_str("#include \"tests/pairs.h\"\n");
        for name in [
            "Sweep", "Ply", "Class", "View", "Edge", "Folding", "Parent", "Search", "Widening",
            "Board", "Watch", "Results", "Looking",
        ] {
            let size = format!("extern \"C\" u64 size_of_{name}() {{ return sizeof({name}); }}\n");
            source.push_str(&size);
        }
    }
    let (input, output) = (folder.path().join("all.cpp"), folder.path().join("kernels.so"));
    std::fs::write(&input, source).expect("a file in the folder");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let done = Command::new(&compiler)
        .args(["-std=c++17", "-O2", "-ftree-vectorize", "-fPIC", "-shared"])
        .args(["-I", concat!(env!("CARGO_MANIFEST_DIR"), "/src/kernels"), "-o"])
        .args([&output, &input])
        .output()
        .unwrap_or_else(|error| {
            panic!("the C++ compiler {compiler} runs the kernels in tests; set CXX: {error}")
        });
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // SAFETY: the library has been made from the source above and runs nothing when loaded.
    unsafe { Library::new(&output) }.expect("the compiled kernels")
}

impl Device for Emulated {
    fn allocate(&self, bytes: usize) -> Result<u64> {
        let words = vec![0xA5A5_A5A5_A5A5_A5A5u64; bytes.div_ceil(8)].into_boxed_slice();
        Ok(Box::into_raw(words) as *mut u64 as u64)
    }

    fn free(&self, address: u64, bytes: usize) {
        let words = std::ptr::slice_from_raw_parts_mut(address as *mut u64, bytes.div_ceil(8));
        // SAFETY: made by `allocate`.
        drop(unsafe { Box::from_raw(words) });
    }

    fn write(&self, to: u64, bytes: &[u8]) -> Result<()> {
        // SAFETY: the caller owns this memory.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<()> {
        // SAFETY: the caller owns this memory.
        unsafe {
            std::ptr::copy_nonoverlapping(from as *const u8, bytes.as_mut_ptr(), bytes.len())
        };
        Ok(())
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<()> {
        // SAFETY: the caller owns both.
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes) };
        Ok(())
    }

    fn clear(&self, at: u64, bytes: usize) -> Result<()> {
        // SAFETY: the caller owns this memory.
        unsafe { std::ptr::write_bytes(at as *mut u8, 0, bytes) };
        Ok(())
    }

    fn launch(&self, kernel: Kernel, arguments: &[u8], _: u64) -> Result<()> {
        type Entry = unsafe extern "C" fn(*const u8);
        // SAFETY: every kernel takes a reference to its structure.
        unsafe {
            let library = match kernel.program() {
                Program::Twins => self.twins,
                Program::Results | Program::Depths | Program::Windows => self.library,
            };
            let entry = library.get::<Entry>(kernel.name()).expect("a kernel of this name");
            entry(arguments.as_ptr());
        }
        Ok(())
    }

    fn wait(&self) -> Result<()> {
        Ok(())
    }

    fn room(&self) -> u64 {
        1 << 40
    }
}
