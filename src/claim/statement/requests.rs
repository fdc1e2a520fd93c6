//! Finds what users ask for, cheaply in many messages.

use std::collections::HashMap;

use super::super::asked::Asked;
use super::requested;
use crate::literals::{Hit, LiteralFinder};
use crate::registry::{Literal, Statement, Statements};

/// Finds what messages ask for: reads only messages with a word of a request.
#[derive(Clone, Debug)]
pub struct Requests {
    finder: Option<LiteralFinder>,
    /// The literals of requests, each with the statements that it may ask for.
    literals: Vec<(Literal, Asked)>,
    /// The statements that can be requested without a literal.
    always: Asked,
}

impl Requests {
    /// Takes the literals of the requests for these statements.
    #[must_use]
    pub fn new(statements: &Statements) -> Self {
        let mut literals: HashMap<Literal, Asked> = HashMap::new();
        let mut always = Asked::default();
        for (place, statement) in statements.entries().iter().enumerate() {
            match statement.asking_literals() {
                None => always = always.and(Asked::of(place)),
                Some(own) => own.into_iter().for_each(|literal| {
                    let asked = literals.entry(literal).or_default();
                    *asked = asked.and(Asked::of(place));
                }),
            }
        }
        let literals: Vec<_> = literals.into_iter().collect();
        let finder = LiteralFinder::new(literals.iter().map(|(literal, _)| literal.text.as_str()));
        Self { finder, literals, always }
    }

    /// What the literals in a message may ask for.
    fn possible(&self, message: &str) -> Asked {
        let Some(finder) = &self.finder else { return Asked::ANYTHING };
        let mut possible = self.always;
        finder.any(message, |Hit { start, literal }| {
            if let Some((literal, asked)) = self.literals.get(literal)
                && literal.is_word_at(message, start..start + literal.text.len())
            {
                possible = possible.and(*asked);
            }
            false
        });
        possible
    }

    /// The requests of a message, and the bare statements of the same language, which may be about them.
    #[must_use]
    pub fn of(&self, message: &str, statements: &Statements) -> Asked {
        let possible = self.possible(message);
        if possible == Asked::default() {
            return possible;
        }
        let asked = requested(message, statements, |place| possible.holds(place));
        let languages: Vec<&str> =
            chosen(statements, &asked).map(|(_, statement)| statement.language.as_str()).collect();
        let is_bare =
            |statement: &Statement| statement.tool.is_none() && languages.contains(&statement.language.as_str());
        let bare = statements.entries().iter().enumerate().filter(|(_, statement)| is_bare(statement));
        chosen(statements, &asked).chain(bare).fold(Asked::default(), |all, (place, _)| all.and(Asked::of(place)))
    }
}

fn chosen<'s>(statements: &'s Statements, asked: &'s [bool]) -> impl Iterator<Item = (usize, &'s Statement)> {
    let all = statements.entries().iter().enumerate().zip(asked);
    all.filter(|(_, is_asked)| **is_asked).map(|(entry, _)| entry)
}
