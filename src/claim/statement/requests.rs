//! Finds what users ask for, cheaply in many messages.

use std::collections::HashMap;

use super::requested;
use crate::literals::{Hit, LiteralFinder};
use crate::registry::{ActionKinds, Literal, Statement, Statements};

/// What a user asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The statements, as a bit for each index; those from the 64th on share one.
    statements: u64,
    /// The kinds of action.
    kinds: ActionKinds,
    /// Further kinds that count with an application behind the conversation.
    in_application: ActionKinds,
    /// Whether there is an application behind it.
    has_application: bool,
    /// Whether the assistant may have asked the user something before.
    was_asked_back: bool,
}

impl Asked {
    /// An unknown request, which may be anything.
    pub const ANYTHING: Self = Self {
        statements: u64::MAX,
        kinds: ActionKinds::ALL,
        in_application: ActionKinds::ALL,
        has_application: true,
        was_asked_back: true,
    };

    /// No request, from a user who may answer a question.
    pub const ANSWERING: Self = Self {
        statements: 0,
        kinds: ActionKinds::NONE,
        in_application: ActionKinds::NONE,
        has_application: false,
        was_asked_back: true,
    };

    /// No request, with an application behind the conversation.
    pub const OF_APPLICATION: Self = Self {
        statements: 0,
        kinds: ActionKinds::NONE,
        in_application: ActionKinds::NONE,
        has_application: true,
        was_asked_back: false,
    };

    /// A request for these kinds of action, and for more within an application, without statements.
    #[must_use]
    pub fn for_kinds(kinds: ActionKinds, in_application: ActionKinds) -> Self {
        Self { kinds, in_application, ..Self::default() }
    }

    /// The kinds of action that count in any conversation.
    #[must_use]
    pub fn kinds(self) -> ActionKinds {
        if self.has_application { self.kinds.and(self.in_application) } else { self.kinds }
    }

    /// Whether there is an application behind the conversation.
    #[must_use]
    pub fn has_application(self) -> bool {
        self.has_application
    }

    /// Whether any reported change of a thing outside the conversation may count: there is an application behind the
    /// conversation, or the assistant asked the user something.
    #[must_use]
    pub fn may_be_served(self) -> bool {
        self.has_application || self.was_asked_back
    }

    /// Whether the user may have answered a question.
    #[must_use]
    pub fn was_asked_back(self) -> bool {
        self.was_asked_back
    }

    /// The same with an application behind the conversation.
    #[must_use]
    pub fn in_application(self) -> Self {
        Self { has_application: true, ..self }
    }

    /// The same without statements: phrases are requested by the last message alone.
    #[must_use]
    pub fn without_statements(self) -> Self {
        Self { statements: 0, ..self }
    }

    /// The kinds that count given whether there is an application.
    #[must_use]
    pub fn as_known(self) -> Self {
        Self { kinds: self.kinds(), in_application: ActionKinds::NONE, ..self }
    }

    /// Whether some statement may be requested.
    #[must_use]
    pub fn names_statements(self) -> bool {
        self.statements != 0
    }

    /// Whether the statement at an index may be requested.
    #[must_use]
    pub fn holds(self, place: usize) -> bool {
        self.meets(Self::of(place))
    }

    /// The union of two requests.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            statements: self.statements | other.statements,
            kinds: self.kinds.and(other.kinds),
            in_application: self.in_application.and(other.in_application),
            has_application: self.has_application | other.has_application,
            was_asked_back: self.was_asked_back | other.was_asked_back,
        }
    }

    /// The intersection of two requests.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self {
            statements: self.statements & other.statements,
            kinds: self.kinds.common(other.kinds),
            in_application: self.in_application.common(other.in_application),
            has_application: self.has_application & other.has_application,
            was_asked_back: self.was_asked_back & other.was_asked_back,
        }
    }

    /// Whether two requests have something in common.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.common(other) != Self::default()
    }

    /// Whether all of this is in the other.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        self.common(other) == self
    }

    /// A request for the statement at an index.
    pub(in crate::claim) fn of(place: usize) -> Self {
        Self { statements: 1 << place.min(63), ..Self::default() }
    }
}

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
