//! Whether a sentence only says again what was done before the user's last message. A tool of an earlier turn may have done
//! it then, even if the user asks for it once more: "Yes, book it for Ana, please" – "Your table for Ana is booked".

use super::super::super::sentence::Sentence;
use super::super::action_kinds::{is_booking, is_strong};
use super::super::known_tokens::KnownTokens;
use super::super::report::EarlierAction;
use super::super::user_request::UserRequest;
use super::super::window::has_word;
use super::Grounds;
use crate::registry::{ActionKind, Lexicon, WordClass};

/// The most words from the label of a value to the value: "the guest name is Ana".
const LABELS: usize = 3;

impl Grounds<'_> {
    /// What was done and said before the user's last message; `None` if nothing was reported as done and no tool was
    /// called, or that message wants more.
    pub(in crate::claim) fn earlier_turns<'g>(&'g self, words: &'g Lexicon) -> Option<EarlierTurns<'g>> {
        let reports = self.window.earlier_reports(self.statements);
        let reported: Vec<&EarlierAction> = reports.flat_map(|report| &report.actions).collect();
        let wants_more = || self.now().is_short && self.traits().wants_more && !self.only_asks();
        // A tool may have done it though no answer said so, unless the user still answers a question.
        let may_be_untold = || self.has_tools && !self.was_asked();
        if reported.is_empty() && !may_be_untold() || wants_more() {
            return None;
        }
        let said = self.window.said_before();
        let asked = self.window.asked_last().unwrap_or_default();
        let is_known = self.window.numbered_now().iter().all(|word| said.contains(word.as_str()));
        let open = self.open_wishes();
        is_known.then_some(EarlierTurns { said, asked, reported, open, reply: self.reply, words })
    }

    /// All messages before the reply.
    pub(in crate::claim) fn said_so_far(&self) -> String {
        self.window.said_before() + "\n" + self.window.asked_last().unwrap_or_default()
    }

    /// What the user orders in this turn, or agrees to; and what was ordered since an answer last reported anything.
    fn open_wishes(&self) -> Vec<&UserRequest> {
        let is_order = |wish: &&UserRequest| self.is_order(wish);
        let mut open: Vec<_> = self.now().wishes.iter().filter(is_order).collect();
        if open.is_empty() && self.now().assents {
            open.extend(&self.wanted().accepted);
        }
        let since = self.window.requested_since_report(self.statements);
        open.extend(since.flat_map(|requested| &requested.wishes).filter(is_order));
        open
    }
}

/// What was done and said before the user's last message.
pub(in crate::claim) struct EarlierTurns<'g> {
    /// All messages, in small letters.
    said: String,
    /// The user's last message.
    asked: &'g str,
    /// What the answers report as done.
    reported: Vec<&'g EarlierAction>,
    /// What the user still wants.
    open: Vec<&'g UserRequest>,
    /// The text whose sentences are judged.
    reply: &'g str,
    words: &'g Lexicon,
}

impl EarlierTurns<'_> {
    /// Whether they say all that a sentence of the reply says, and the user wants nothing that they do not report.
    pub(in crate::claim) fn say(&self, sentence: &Sentence<'_>) -> bool {
        let sums_up = self.sums_up(sentence);
        let matters = |wish: &&&UserRequest| !sums_up || is_strong(wish.kinds) || self.names_thing(wish);
        (sums_up || !self.reported.is_empty())
            && self.open.iter().filter(matters).all(|wish| self.holds_wish(wish))
            && self.holds(sentence)
    }

    /// Whether a sentence says of the user alone that all is done: "You're all set." It answers no small talk.
    fn sums_up(&self, sentence: &Sentence<'_>) -> bool {
        let known = KnownTokens::new(&sentence.tokens, self.words);
        let is_you = |at: usize| known.is(at, WordClass::YouAre);
        let names = |at: usize| known.noun(at).is_some() && known.word(at).is_none_or(|word| word.verb.is_none());
        (0..sentence.tokens.len()).any(is_you) && !(0..sentence.tokens.len()).any(names)
    }

    fn names_thing(&self, wish: &UserRequest) -> bool {
        wish.nouns.iter().any(|noun| self.words.is_thing(noun) || self.words.is_record(noun))
    }

    /// Whether an answer reports what a wish asks for, done to what it names.
    fn holds_wish(&self, wish: &UserRequest) -> bool {
        // "Your ticket is confirmed" reports a booking.
        let books = |action: &EarlierAction| {
            action.kinds.has(ActionKind::Complete)
                && action.head.as_deref().is_some_and(|head| self.words.is_booked(head))
        };
        let is_same = |action: &&EarlierAction| {
            action.kinds.compatible().meets(wish.kinds) || is_booking(wish.kinds) && books(action)
        };
        // "Put it under Ana" says with any verb how it is to be done.
        let is_light = !wish.nouns.is_empty() && !is_strong(wish.kinds)
            || wish.kinds.has(ActionKind::Complete)
            || self.words.is(&wish.verb, WordClass::Acknowledging);
        // Next to what is only named, other words may be of anything: "that's totally fine for the booking".
        let matters = |noun: &&String| !wish.by_noun || self.words.is_thing(noun) || self.is_name(noun);
        (is_light || self.reported.iter().any(is_same))
            && wish.nouns.iter().filter(matters).all(|noun| self.holds_noun(noun))
    }

    fn holds_noun(&self, noun: &String) -> bool {
        if self.words.is_thing(noun) {
            self.reported.iter().any(|action| action.nouns.contains(noun) || action.head.as_ref() == Some(noun))
        } else {
            has_word(&self.said, noun) || self.is_label(noun)
        }
    }

    /// Whether a word of the user's last message is written as a name.
    fn is_name(&self, noun: &str) -> bool {
        let mut written = self.asked.split(|letter: char| !letter.is_alphanumeric());
        written.any(|word| word.starts_with(char::is_uppercase) && word.to_lowercase() == noun)
    }

    /// Whether a word of the user's last message labels a name or a number, which has to be known itself.
    fn is_label(&self, noun: &str) -> bool {
        let written: Vec<&str> = self.asked.split_whitespace().collect();
        let is_value = |word: &&str| word.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
        let labels = |at: usize| written.iter().skip(at + 1).take(LABELS).any(is_value);
        (0..written.len()).any(|at| written.get(at).is_some_and(|word| *word == noun) && labels(at))
    }

    /// Whether the names, numbers and things of a sentence of the reply are known; what is no name may be a word of the
    /// user's last message.
    fn holds(&self, sentence: &Sentence<'_>) -> bool {
        let known = KnownTokens::new(&sentence.tokens, self.words);
        sentence.tokens.iter().enumerate().filter(|(_, token)| !token.is_mark()).all(|(at, token)| {
            let (text, word) = (token.text.as_ref(), known.word(at));
            let is_capital =
                || self.reply.get(token.span.clone()).is_some_and(|said| said.starts_with(char::is_uppercase));
            if at > 0 && word.is_none() && is_capital() || text.contains(|letter: char| letter.is_ascii_digit()) {
                return self.said.contains(text);
            }
            let names_action = || word.is_some_and(|word| word.action.is_some() || word.verb.is_some());
            let is_plain = |noun: &str| !self.words.is_thing(noun) && (word.is_some() || has_word(self.asked, noun));
            known.noun(at).is_none_or(|noun| names_action() || is_plain(&noun) || self.holds_noun(&noun))
        })
    }
}
