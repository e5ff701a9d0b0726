//! Ctrl-C: the search ends and what it has found is kept; the second time everything ends.

use generate::Stop;
use std::sync::atomic::AtomicBool;

/// The status of a process that Ctrl-C ended, as shells give it.
const INTERRUPTED: i32 = 130;

/// What Ctrl-C pulls. A signal is for the whole process, and so is this.
pub static STOP: Stop = {
    static SWITCH: AtomicBool = AtomicBool::new(false);
    Stop::new(&SWITCH)
};

/// From now on Ctrl-C pulls the switch.
pub fn listen() {
    // It fails when somebody listens already; if nobody can, Ctrl-C does what it always does.
    let _ = ctrlc::set_handler(|| {
        if STOP.is_pulled() {
            std::process::exit(INTERRUPTED);
        }
        STOP.pull();
    });
}
