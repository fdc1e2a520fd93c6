use super::*;

mod reading;
mod suggesting;
