//! Caches the SQL that every finding of a batch needs.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

/// The statements that were built, by their parts.
#[derive(Default)]
pub(super) struct SqlTexts {
    /// A list, because a batch has few statements, which makes a linear search fastest.
    known: RefCell<Vec<(Vec<String>, Rc<str>)>>,
}

impl SqlTexts {
    /// The SQL for some parts, of which the first names its purpose; `make` must depend only on these parts.
    pub(super) fn of<'p>(
        &self,
        parts: impl Iterator<Item = &'p str> + Clone,
        make: impl FnOnce() -> String,
    ) -> Rc<str> {
        self.try_of::<Infallible>(parts, || Ok(make())).unwrap_or_else(|never| match never {})
    }

    /// The same for a `make` that may fail.
    pub(super) fn try_of<'p, E>(
        &self,
        parts: impl Iterator<Item = &'p str> + Clone,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Result<Rc<str>, E> {
        let mut known = self.known.borrow_mut();
        if let Some((_, sql)) = known.iter().find(|(known, _)| known.iter().map(String::as_str).eq(parts.clone())) {
            return Ok(Rc::clone(sql));
        }
        let sql: Rc<str> = make()?.into();
        known.push((parts.map(str::to_owned).collect(), Rc::clone(&sql)));
        Ok(sql)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_of_parts_has_its_own_sql_and_is_asked_for_it_once() {
        let texts = SqlTexts::default();
        let lists: [&[&str]; 5] = [&["read", "a", "b"], &["read", "ab"], &["read", "a"], &["write", "a", "b"], &[]];
        for parts in lists.into_iter().chain(lists) {
            let sql = texts.of(parts.iter().copied(), || parts.join(" "));
            assert_eq!(*sql, *parts.join(" "));
        }
        let again = texts.of(lists[0].iter().copied(), || unreachable!("it is known"));
        assert_eq!((&*again, texts.known.borrow().len()), ("read a b", lists.len()));
    }
}
