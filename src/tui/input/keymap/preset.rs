//! Built-in key maps.

use super::KeyMap;

/// A built-in key map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Preset {
    /// The keys of the table of bindings.
    #[default]
    Default,
    /// Keys that vim users expect, as far as single keys go. `h` and `l` switch panes, so the journal moves to `L`, and
    /// what is left out to Ctrl-L; `V` starts a range.
    Vim,
}

impl Preset {
    /// All presets, in the order of the help.
    pub const ALL: [Self; 2] = [Self::Default, Self::Vim];

    /// The name of the preset in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The key map of the preset.
    #[must_use]
    pub fn keys(self) -> KeyMap {
        let mut map = KeyMap::default();
        if self == Self::Vim {
            for (row, binding) in map.table.iter().enumerate() {
                if let Some(keys) = binding.vim {
                    map.set_row(row, keys);
                }
            }
        }
        map
    }
}
