//! Verbs that do not inflect, as in Chinese: particles and adverbs around them report an action as done ("已取消", "取消了",
//! "取消好了").

use std::ops::Range;

use super::{Form, FrameReader, VerbReading};
use crate::registry::{TokenKind, WordClass};

/// The words that may come between an adverb of completion and its verb.
const WITHIN: [WordClass; 2] = [WordClass::Adverb, WordClass::Completing];

/// Words that make the next one a noun: "的", "您的".
const OWNING: [WordClass; 2] = [WordClass::Attributive, WordClass::Users];

/// The most words of a text that consists of a verb and its object alone.
const ALONE: usize = 5;

/// The last characters of verbs with a goal: what follows is where something went.
const GOALS: [char; 7] = ['到', '至', '给', '給', '入', '进', '進'];

impl FrameReader<'_, '_, '_, '_> {
    /// How the words around a verb report it.
    pub(super) fn by_aspect(&self, at: usize, clause: &Range<usize>) -> Option<VerbReading> {
        let known = self.known;
        let before = || clause.start..at;
        let is_led_by = |class| before().any(|place| known.is(place, class));
        let acts = |class| before().any(|place| known.is(place, class) && !self.owns(place, at));
        let by_others = acts(WordClass::You) || acts(WordClass::Third) || self.suffers_from_others(clause, at);
        let ends = [clause.start, clause.end.saturating_sub(1)];
        let is_timed = ends.into_iter().any(|place| known.is(place, WordClass::Subordinator));
        if by_others || is_timed || is_led_by(WordClass::Modal) || self.is_object(clause, at) {
            return None;
        }
        let opened = self.opened(clause, at);
        let after = self.after_result(at, clause.end);
        // "预订成功后" says when; in "取消申请被拒绝了" it is an application that suffers.
        let suffers_later = || (after..clause.end).any(|place| known.is(place, WordClass::PassiveMarker));
        if known.is_any(after, &[WordClass::Attributive, WordClass::Subordinator]) || suffers_later() {
            return None;
        }
        let ends_over = || {
            let last = clause.end.checked_sub(1).filter(|last| *last >= after);
            last.is_some_and(|last| known.is(last, WordClass::Perfective))
                && !(after..clause.end).any(|place| self.is_verb(place))
        };
        let is_done = opened.is_some() || after > at + 1 || ends_over();
        let form = match () {
            () if is_done && !(is_led_by(WordClass::Will) && opened.is_none()) => Form::Active,
            () if is_led_by(WordClass::Will) => Form::Future,
            () if is_led_by(WordClass::AuthorIs) || self.is_all(clause, at) => Form::Progressive,
            () => return None,
        };
        let group = opened.unwrap_or_else(|| known.before_adverbs(clause.start, at).0);
        let (suffers, phrase) = self.done_to(clause, group, at, after)?;
        let suffers = suffers && form == Form::Active && !is_led_by(WordClass::Author);
        Some(VerbReading {
            form: if suffers { Form::Passive } else { form },
            is_completing: is_done,
            by_several: is_led_by(WordClass::Several),
            group,
            subject: Some(phrase),
        })
    }

    /// Whether the text consists of a verb and its object alone ("计时器暂停").
    fn is_all(&self, clause: &Range<usize>, at: usize) -> bool {
        let known = self.known;
        let is_alone = known.tokens.len() <= ALONE && self.sentence.begins_with_openers(clause.start);
        let counts = [WordClass::Preposition, WordClass::Determiner];
        let is_named = |place: usize| self.names(place) && !self.is_verb(place) || known.is_any(place, &counts);
        let is_said = |place: usize| place == at || is_named(place) || known.is_mark(place);
        is_alone && (clause.start..known.tokens.len()).all(is_said) && (at == clause.start || at + 1 == clause.end)
    }

    /// Whether a person is named as the owner of a thing ("您明天的会议").
    fn owns(&self, somebody: usize, end: usize) -> bool {
        (somebody + 1..end).any(|place| self.known.is(place, WordClass::Attributive))
    }

    /// Whether a verb is the object of another one ("已设置提醒"). "您的预订成功" says that it succeeded.
    fn is_object(&self, clause: &Range<usize>, at: usize) -> bool {
        let (known, start) = (self.known, clause.start);
        let after = self.after_result(at, clause.end);
        let is_of_others = || (start..at).any(|place| known.is(place, WordClass::Third));
        if at > start && known.is_any(at - 1, &OWNING) && after > at + 1 && !is_of_others() {
            return !known.is_mark(after);
        }
        let leads = [WordClass::ObjectMarker, WordClass::Attributive, WordClass::Determiner, WordClass::Perfective];
        let is_thing = known.word(at).is_some_and(|word| word.thing.is_some());
        is_thing && at > start && (known.is_any(at - 1, &leads) || self.is_verb(at - 1))
    }

    /// The adverb of completion before a verb, separated only by adverbs or by a phrase with a marker.
    fn opened(&self, clause: &Range<usize>, at: usize) -> Option<usize> {
        let known = self.known;
        let over = (clause.start..at).rev().find(|place| known.is(*place, WordClass::Completing))?;
        let next = (over + 1..at).find(|place| !known.is_any(*place, &WITHIN)).unwrap_or(at);
        let leads = [WordClass::Preposition, WordClass::ObjectMarker, WordClass::PassiveMarker];
        let is_led = next == at || known.is_any(next, &leads) && !(next..at).any(|place| self.is_verb(place));
        is_led.then_some(over)
    }

    /// The token after a verb and its particles of result.
    fn after_result(&self, at: usize, end: usize) -> usize {
        let says_result = |place: &usize| {
            self.known.is_any(*place, &[WordClass::Perfective, WordClass::Result, WordClass::Completing])
        };
        (at + 1..end).take_while(says_result).last().map_or(at + 1, |last| last + 1)
    }

    /// Whether somebody else is named as the agent ("被商家取消").
    fn suffers_from_others(&self, clause: &Range<usize>, at: usize) -> bool {
        let marker = (clause.start..at).rev().find(|place| self.known.is(*place, WordClass::PassiveMarker));
        marker.is_some_and(|marker| !(marker + 1..at).all(|place| self.known.is_any(place, &WITHIN)))
    }

    /// Whether a word is a verb and cannot be a noun.
    fn is_verb(&self, at: usize) -> bool {
        self.known.word(at).is_some_and(|word| word.verb.is_some() && word.thing.is_none())
    }

    /// What the action was done to: the object moved before the verb, the one after it, or the beginning of the clause;
    /// and whether that is the subject. `None` if somebody else is the agent ("张三寄了发票").
    fn done_to(&self, clause: &Range<usize>, group: usize, at: usize, after: usize) -> Option<(bool, Range<usize>)> {
        let known = self.known;
        let marker = (clause.start..at).rev().find(|place| known.is(*place, WordClass::ObjectMarker));
        if let Some(marker) = marker {
            return Some((false, marker + 1..known.phrase_end(marker + 1, at)));
        }
        let is_opener = |place: &usize| known.is_any(*place, &WITHIN) || self.sentence.begins_with_openers(place + 1);
        let start = (clause.start..group).find(|place| !is_opener(place)).unwrap_or(group);
        let names = |places: &Range<usize>| places.clone().any(|place| self.names(place));
        let names_thing = |places: &Range<usize>| {
            places.clone().any(|place| known.word(place).is_some_and(|word| word.thing.is_some()))
        };
        let by_author = (clause.start..group).any(|place| known.is(place, WordClass::Author));
        let topic = start..group;
        let has_topic = !by_author && names(&topic) && !known.is(start, WordClass::Preposition);
        let object = after..known.phrase_end(after, clause.end);
        let reaches = self.reaches(at) || known.is(after, WordClass::Preposition);
        if !names(&object) || has_topic && (reaches || names_thing(&topic) && !names_thing(&object)) {
            let topic_counts = reaches || group < at || names_thing(&topic) || after == at + 1;
            return (!has_topic || topic_counts).then_some((has_topic, if has_topic { topic } else { group..group }));
        }
        (!has_topic).then_some((false, object))
    }

    /// Whether a token may be a noun: a known thing, a title, or any other word that is not a number.
    fn names(&self, at: usize) -> bool {
        let token = self.known.tokens.get(at);
        token.is_some_and(|token| {
            token.kind == TokenKind::Thing
                || self.known.noun(at).is_some() && !token.text.starts_with(|first: char| first.is_ascii_digit())
        })
    }

    /// Whether a verb has a goal ("添加到", "发给"): what follows is not its object.
    fn reaches(&self, at: usize) -> bool {
        self.known.tokens.get(at).is_some_and(|token| token.text.ends_with(GOALS))
    }
}
