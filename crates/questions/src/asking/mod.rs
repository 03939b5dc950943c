//! What asking is, whatever is asked: questions and answers, the session in which they meet, why there may be no
//! answer, and what several questions have in common.

pub mod arguments;
mod beside;
pub mod device;
mod entry;
mod failure;
mod given;
mod group;
mod layout;
pub mod limits;
mod question;
mod session;
pub mod shown;

pub use beside::Beside;
pub use entry::{Answered, Asked, Entry};
pub use failure::Failure;
pub use given::{Argument, Given};
pub use group::Group;
pub use layout::JsonLayout;
pub use question::{Answer, Manner, Question};
pub use session::{Folders, Rights, Session};
