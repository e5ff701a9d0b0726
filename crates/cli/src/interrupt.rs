//! Ctrl-C, SIGTERM and SIGHUP: the work ends and what it has found is kept; the second time everything ends.

use generate::Stop;
use host::Scratch;

/// The status of a process that was interrupted, as shells give it.
const INTERRUPTED: i32 = 130;

/// From now on such a signal pulls the switch.
pub fn listen(stop: &Stop) {
    let stop = stop.clone();
    // It fails when somebody listens already; if nobody can, Ctrl-C does what it always does.
    let _ = ctrlc::set_handler(move || {
        if stop.is_pulled() {
            host::kill_children();
            Scratch::clear_own();
            std::process::exit(INTERRUPTED);
        }
        stop.pull();
    });
}
