//! Reading LLVM IR in its text form, as clang 19 writes it for C.
