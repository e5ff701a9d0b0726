//! Whole projects: what a folder holds, which units of it are tested, and how one budget is shared among them.
//!
//! [`discover()`] finds out how a folder is built and where its code is. [`Site::open`] makes its modules ready and lists
//! their units, and a [`Workshop`] is where a campaign has them tested, or a [`Crew`] of processes with one in each.
//! [`share`] says which units go on for how long when there is one budget for all of them.

pub mod crew;
pub mod deal;
pub mod discover;
pub mod earlier;
pub mod fuse;
pub mod message;
pub mod regenerate;
pub mod share;
pub mod since;
pub mod site;
pub mod supporting;
pub mod until;
pub mod worker;
pub mod workshop;

pub use crew::{Bounds, Crew, Outsourced};
pub use discover::{Code, DiscoverError, Kind, Layout, Module, discover};
pub use earlier::Earlier;
pub use fuse::Fuse;
pub use regenerate::restore;
pub use since::{SinceError, since};
pub use site::{Options, Outcome, Payload, Site, Task, Written};
pub use supporting::is_supporting;
pub use until::Until;
pub use workshop::{Observer, Workshop};
