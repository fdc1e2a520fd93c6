//! A document that is searched many times: it is checked once, and each of its objects and lists is walked once.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::{FoundValue, JsonTextError, JsonWalker, check, find_with};
use crate::source::profile::{JsonPath, PathFilter, PathStep};

/// A JSON document with an index that speeds up repeated searches.
#[derive(Debug)]
pub(crate) struct JsonDocument {
    text: String,
    checked: OnceCell<Result<(), JsonTextError>>,
    index: ContainerIndex,
}

impl JsonDocument {
    /// Wraps a text without parsing it; a search reports invalid JSON.
    #[must_use]
    pub(crate) fn new(text: String) -> Self {
        Self { text, checked: OnceCell::new(), index: ContainerIndex::default() }
    }

    #[must_use]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// All values that `path` leads to; `key` replaces its `{key}`.
    pub(crate) fn find(&self, path: &JsonPath, key: Option<&str>) -> Result<Vec<FoundValue>, JsonTextError> {
        (*self.checked.get_or_init(|| check(&self.text)))?;
        let walk = JsonWalker { text: &self.text };
        find_with(walk, path, |at, step| self.index.step(walk, at, step, key))
    }
}

/// The positions of an object's members by name; an error for a name that occurs more than once.
type Members = HashMap<String, Result<usize, JsonTextError>>;
/// The indexes and positions of a list's elements, by the value of a member.
type Elements = HashMap<String, Vec<(usize, usize)>>;
/// The elements of a list by the value of a member, or why they cannot be found.
type Filtered = Rc<Result<Elements, JsonTextError>>;

/// The contents of the objects and lists visited so far, by their positions.
#[derive(Debug, Default)]
struct ContainerIndex {
    objects: RefCell<HashMap<usize, Rc<Members>>>,
    lists: RefCell<HashMap<usize, Rc<Vec<usize>>>>,
    filtered: RefCell<HashMap<(usize, String), Filtered>>,
}

impl ContainerIndex {
    /// The same as [`JsonWalker::step`].
    fn step(
        &self,
        walk: JsonWalker<'_>,
        at: usize,
        step: &PathStep,
        key: Option<&str>,
    ) -> Result<Vec<(PathStep, usize)>, JsonTextError> {
        let element = |(place, at): (usize, usize)| (PathStep::Element(place), at);
        match (step, key) {
            (PathStep::Member(name), _) => self.member(walk, at, name),
            (PathStep::Key, Some(name)) => self.member(walk, at, name),
            (PathStep::Key, None) => Ok(Vec::new()),
            (PathStep::Element(place), _) => {
                let found = self.elements(walk, at).get(*place).map(|at| element((*place, *at)));
                Ok(found.into_iter().collect())
            }
            (PathStep::Each(None), _) => Ok(self.elements(walk, at).iter().copied().enumerate().map(element).collect()),
            (PathStep::Each(Some(PathFilter { member, value })), _) => {
                let Some(value) = value.as_deref().or(key) else { return Ok(Vec::new()) };
                let by_value = self.by_value(walk, at, member);
                let found = (*by_value).as_ref().map_err(|error| *error)?.get(value);
                Ok(found.into_iter().flatten().copied().map(element).collect())
            }
        }
    }

    fn member(&self, walk: JsonWalker<'_>, at: usize, name: &str) -> Result<Vec<(PathStep, usize)>, JsonTextError> {
        let members = cached(&self.objects, at, || {
            let mut members = Members::new();
            for (name, at) in walk.members(at) {
                members.entry(name).and_modify(|known| *known = Err(JsonTextError::Twice)).or_insert(Ok(at));
            }
            members
        });
        let found = members.get(name).copied().transpose()?;
        Ok(found.map(|at| (PathStep::Member(name.to_owned()), at)).into_iter().collect())
    }

    fn elements(&self, walk: JsonWalker<'_>, at: usize) -> Rc<Vec<usize>> {
        cached(&self.lists, at, || walk.elements(at))
    }

    /// The elements of the list at `at` by the value of a member.
    fn by_value(&self, walk: JsonWalker<'_>, at: usize, member: &str) -> Rc<Result<Elements, JsonTextError>> {
        cached(&self.filtered, (at, member.to_owned()), || {
            let mut elements = Elements::new();
            for (place, at) in self.elements(walk, at).iter().copied().enumerate() {
                if let Some((_, value)) = self.member(walk, at, member)?.first() {
                    elements.entry(walk.value(*value)).or_default().push((place, at));
                }
            }
            Ok(elements)
        })
    }
}

/// The cached value of a position, which is computed at the first use.
fn cached<K: Eq + Hash, V>(cache: &RefCell<HashMap<K, Rc<V>>>, position: K, make: impl FnOnce() -> V) -> Rc<V> {
    if let Some(value) = cache.borrow().get(&position) {
        return Rc::clone(value);
    }
    // The cache is not borrowed here, since `make` may look up another position.
    let value = Rc::new(make());
    cache.borrow_mut().insert(position, Rc::clone(&value));
    value
}
