//! What holds for the whole: the command line's manners, the layers and licences of what it is made of, the pages about
//! it.

mod dependencies;
mod docs;
mod house;
mod links;
