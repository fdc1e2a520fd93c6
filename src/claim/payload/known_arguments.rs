//! What is known about the arguments of a call before they are read.

/// What is known about the arguments of a call before they are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownArguments<'t> {
    /// The names of arguments in a schema.
    pub(crate) names: &'t [&'t str],
    /// The names of those that a schema takes as text only, so that `007` is no number.
    pub(crate) texts: &'t [&'t str],
    /// Those of whose type the schema says nothing: their values are text, as servers read them.
    pub(crate) untyped: Untyped<'t>,
}

/// The arguments of whose type a schema says nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Untyped<'t> {
    /// Those with these names.
    Only(&'t [&'t str]),
    /// Those with other names than these.
    AllBut(&'t [&'t str]),
}

impl Untyped<'_> {
    pub(super) fn contains(self, name: &str) -> bool {
        match self {
            Self::Only(untyped) => untyped.contains(&name),
            Self::AllBut(typed) => !typed.contains(&name),
        }
    }
}

/// Nothing is known: the look of each value decides.
impl Default for Untyped<'_> {
    fn default() -> Self {
        Self::Only(&[])
    }
}
