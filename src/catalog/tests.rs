use super::*;
use serde_json::json;

mod reading;
mod suggesting;
