//! What one run leaves behind.
