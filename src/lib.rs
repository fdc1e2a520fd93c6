//! ghostcall library.
