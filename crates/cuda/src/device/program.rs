//! The kernels as a driver takes them: PTX, an assembly language that it translates for the card at hand.
//!
//! They are compiled ahead and are part of the program, so that a machine with a card needs its driver and
//! nothing else. Some are there translated as well for one kind of card, whose driver would
//! need three seconds for it. Whoever changes the kernels compiles them again: `cargo run -p nimzo-cuda --example card ptx
//! crates/cuda/src/kernels/compiled`, with the library NVRTC and without a card.

use std::borrow::Cow;
use std::ffi::CString;

use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts, result, sys};
use xxhash_rust::xxh3::xxh3_64;

use super::{Program, SHARED};
use crate::error::{Error, Result};

/// The oldest cards that the kernels are compiled for: Turing, of 2018.
pub const OLDEST: (i32, i32) = (7, 5);

/// The cards for which some of the kernels are translated ahead: Hopper.
const TRANSLATED: (i32, i32) = (9, 0);

/// The parts that are, and the names of the files in which they lie.
pub const TRANSLATED_PARTS: [(Program, &str); 3] = [
    (Program::Results, "results.cubin"),
    (Program::Depths, "depths.cubin"),
    (Program::Twins, "twins.cubin"),
];

/// The name of the file in which a part lies compiled ahead.
pub fn file_name(part: Program) -> &'static str {
    match part {
        Program::Results => "results.ptx",
        Program::Depths => "depths.ptx",
        Program::Twins => "twins.ptx",
        Program::Windows => "windows.ptx",
    }
}

fn compiled_ahead(part: Program) -> &'static str {
    match part {
        Program::Results => include_str!("../kernels/compiled/results.ptx"),
        Program::Depths => include_str!("../kernels/compiled/depths.ptx"),
        Program::Twins => include_str!("../kernels/compiled/twins.ptx"),
        Program::Windows => include_str!("../kernels/compiled/windows.ptx"),
    }
}

fn translated_ahead(part: Program) -> &'static [u8] {
    match part {
        Program::Results => include_bytes!("../kernels/compiled/results.cubin"),
        Program::Depths => include_bytes!("../kernels/compiled/depths.cubin"),
        Program::Windows => &[],
        Program::Twins => include_bytes!("../kernels/compiled/twins.cubin"),
    }
}

/// A part of the kernels in the language of cards of this capability, if that lies there for its source.
pub fn translated(part: Program, capability: (i32, i32)) -> Option<&'static [u8]> {
    if capability != TRANSLATED {
        return None;
    }
    translated_ahead(part).strip_prefix(format!("{}\n", heading(&source(part))).as_bytes())
}

/// A part of the kernels; where what was compiled ahead is of another source, it is compiled now.
pub fn program(part: Program) -> Result<Cow<'static, str>> {
    if compiled_ahead(part).starts_with(&heading(&source(part))) {
        return Ok(compiled_ahead(part).into());
    }
    compile(part).map(Cow::Owned)
}

const STANDARD: &str = "--std=c++17";

fn need_compiler() -> Result<()> {
    // SAFETY: looks for the library by its name.
    if unsafe { sys::is_culib_present() } {
        return Ok(());
    }
    Err(Error::Compiling("the library NVRTC is not installed".to_owned()))
}

/// Translates a part of the kernels.
pub fn translate(part: Program) -> Result<Vec<u8>> {
    need_compiler()?;
    let source = source(part);
    let mut text = format!("{}\n", heading(&source)).into_bytes();
    let (major, minor) = TRANSLATED;
    let options = [format!("--gpu-architecture=sm_{major}{minor}"), STANDARD.to_owned()];
    let compiling = |error: result::NvrtcError| Error::Compiling(error.to_string());
    let whole = CString::new(source).map_err(|error| Error::Compiling(error.to_string()))?;
    let program = result::create_program(&whole, None).map_err(compiling)?;
    // SAFETY: the program was made above and is given back once; the buffer has the size that was told.
    unsafe {
        result::compile_program(program, &options).map_err(compiling)?;
        let mut size = 0;
        sys::nvrtcGetCUBINSize(program, &mut size).result().map_err(compiling)?;
        let mut binary = vec![0u8; size];
        sys::nvrtcGetCUBIN(program, binary.as_mut_ptr().cast()).result().map_err(compiling)?;
        result::destroy_program(program).map_err(compiling)?;
        text.extend(binary);
    }
    Ok(text)
}

/// Compiles a part of the kernels.
pub fn compile(part: Program) -> Result<String> {
    need_compiler()?;
    let source = source(part);
    let (major, minor) = OLDEST;
    let options = CompileOptions {
        options: vec![format!("--gpu-architecture=compute_{major}{minor}"), STANDARD.to_owned()],
        ..CompileOptions::default()
    };
    match compile_ptx_with_opts(&source, options) {
        Ok(ptx) => Ok(format!("{}\n{}", heading(&source), ptx.to_src())),
        Err(CompileError::CompileError { log, .. }) => {
            Err(Error::Compiling(log.to_string_lossy().into_owned()))
        }
        Err(error) => Err(Error::Compiling(error.to_string())),
    }
}

fn source(part: Program) -> String {
    let files = SHARED.iter().chain(part.sources()).flat_map(|(_, text)| [*text, "\n"]);
    [part.definitions()].into_iter().chain(files).collect()
}

/// The first line, by which it is seen what source a program was compiled from.
fn heading(source: &str) -> String {
    format!("// nimzo's kernels, compiled from source {:016x}", xxh3_64(source.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Kernel;

    #[test]
    fn the_kernels_compiled_ahead_are_those_of_the_source() {
        for part in Program::ALL {
            assert!(
                compiled_ahead(part).starts_with(&heading(&source(part))),
                "the kernels have changed: compile them again, as the head of this file says"
            );
        }
        for (part, _) in TRANSLATED_PARTS {
            assert!(
                translated(part, TRANSLATED).is_some_and(|binary| binary.starts_with(b"\x7fELF")),
                "the kernels have changed: translate them again, as the head of this file says"
            );
        }
        for kernel in Kernel::ALL {
            let entry = format!(".entry {}(", kernel.name());
            assert!(compiled_ahead(kernel.program()).contains(&entry), "{kernel:?}");
        }
    }
}
