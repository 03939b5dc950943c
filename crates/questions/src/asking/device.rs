//! Which device solves endgames, as our users choose it.

use std::sync::Arc;

use nimzo_cuda::SlicesOnDevice;
use nimzo_cuda::cuda::Cuda;
use nimzo_retro::slice_graph::{Cpu, Executor};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Failure;

/// What endgames are solved on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The processor.
    #[default]
    Cpu,
    /// A graphics card of NVIDIA.
    Cuda,
    /// A card if there is one, the processor otherwise.
    Auto,
}

impl DeviceChoice {
    /// The card, if that is what is meant; at most `memory` bytes of it are used.
    pub(crate) fn card(
        self,
        memory: Option<u64>,
        task: &Task,
    ) -> Result<Option<Arc<Cuda>>, Failure> {
        if self == Self::Cpu {
            return Ok(None);
        }
        match Cuda::open(0, memory) {
            Ok(card) => Ok(Some(card)),
            Err(error) if self == Self::Auto => {
                task.say(&format!("{error}; solving on the processor"));
                Ok(None)
            }
            Err(error) => Err(Failure::machine(error)),
        }
    }

    /// Who solves the slices of one plan: the card for what is large, if there is one, and the processor for the rest.
    pub(crate) fn executor(
        self,
        card: Option<&Arc<Cuda>>,
        task: &Task,
    ) -> Result<Box<dyn Executor>, nimzo_retro::Error> {
        let Some(card) = card else { return Ok(Box::new(Cpu)) };
        let may_fall_back = self == Self::Auto;
        match SlicesOnDevice::new(Arc::clone(card) as Arc<_>, may_fall_back) {
            Ok(executor) => Ok(Box::new(executor)),
            Err(error) if may_fall_back => {
                task.say(&format!("{error}; solving on the processor"));
                Ok(Box::new(Cpu))
            }
            Err(error) => Err(nimzo_retro::Error::Outside(Box::new(error))),
        }
    }
}
