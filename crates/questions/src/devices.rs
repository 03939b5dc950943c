//! `nimzo devices`

use std::fmt;

use nimzo_cuda::cuda;
use nimzo_cuda::program::OLDEST;
use nimzo_retro::kernel::Instructions;
use nimzo_work::Task;
use nimzo_work::memory::{self, human};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Session};

/// Show what endgames can be solved on: the processor, and graphics cards
///
/// A card serves `--device cuda`, and `--device auto` where there is one.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo devices")]
pub struct Devices {}

/// What there is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DevicesAnswer {
    /// The processor.
    cpu: Processor,
    /// Graphics cards of NVIDIA.
    cuda: Vec<CudaCard>,
    /// Why no card can be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The processor.
#[derive(Debug, Serialize, JsonSchema)]
struct Processor {
    /// Threads that the engine uses.
    threads: usize,
    /// The widest instructions that the engine uses.
    instructions: &'static str,
    /// Bytes of memory that are free.
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<u64>,
}

/// A graphics card.
#[derive(Debug, Serialize, JsonSchema)]
struct CudaCard {
    /// Its number, from 0.
    number: usize,
    /// Its name.
    name: String,
    /// What it can do, as the vendor counts: 9.0 is a Hopper.
    capability: String,
    /// Bytes of memory.
    memory: u64,
    /// Bytes of it that are free.
    free: u64,
    /// Its multiprocessors.
    multiprocessors: u32,
    /// Whether the engine can use it: it is recent enough.
    usable: bool,
    /// The most men of which it holds every class without pawns.
    men: usize,
}

impl Question for Devices {
    const PATH: &'static [&'static str] = &["devices"];
    type Answer = DevicesAnswer;

    fn ask(&self, _session: &Session, _task: &Task) -> Result<DevicesAnswer, Failure> {
        let (cards, why) = match cuda::devices() {
            Ok(cards) => (cards, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let card = |card: cuda::Description| CudaCard {
            usable: card.is_recent_enough(),
            number: card.number,
            name: card.name,
            capability: format!("{}.{}", card.capability.0, card.capability.1),
            memory: card.memory,
            free: card.free,
            multiprocessors: card.processors,
            men: nimzo_cuda::men_that_fit(card.free),
        };
        let instructions = match Instructions::best() {
            Instructions::Portable => "portable",
            Instructions::Avx2 => "AVX2",
            Instructions::Avx512 => "AVX-512",
        };
        Ok(DevicesAnswer {
            cpu: Processor {
                threads: rayon::current_num_threads(),
                instructions,
                free: memory::available(),
            },
            cuda: cards.into_iter().map(card).collect(),
            why,
        })
    }
}

impl fmt::Display for DevicesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Processor { threads, instructions, free } = &self.cpu;
        write!(f, "cpu     {threads} threads, {instructions}")?;
        if let Some(free) = free {
            write!(f, ", {} of memory free", human(*free))?;
        }
        for card in &self.cuda {
            let CudaCard { number, name, capability, memory, free, multiprocessors, usable, men } =
                card;
            let (memory, free) = (human(*memory), human(*free));
            write!(f, "\ncuda {number}  {name}, capability {capability}, {multiprocessors} ")?;
            write!(f, "multiprocessors, {free} of {memory} free")?;
            match usable {
                true => write!(f, "; holds classes of {men} men")?,
                false => write!(
                    f,
                    "; not usable: too old, capability {}.{} is needed",
                    OLDEST.0, OLDEST.1
                )?,
            }
        }
        match &self.why {
            Some(why) => write!(f, "\ncuda    {why}"),
            None => Ok(()),
        }
    }
}

impl Answer for DevicesAnswer {}
