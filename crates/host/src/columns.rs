//! How wide the terminal is.

/// The columns of the terminal that standard output or standard error goes to; none if there is no terminal.
pub fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout())
        .or_else(|_| rustix::termios::tcgetwinsize(std::io::stderr()))
        .ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}
