//! Announcements at the end of a turn: "I'll look that up now, one moment." If no tool runs and nothing follows, the
//! user waits in vain.

use std::ops::Range;

use super::super::sentence::{Analysis, Sentence, is_ideograph, sentences};
use super::super::{Claim, ClaimKind, Signal, Span};
use super::StatementFinder;
use crate::registry::{Announcements, Class, Language, Lexicon, PhraseSet, Statements, Token, WordClass};

/// The most bytes of a reply that only announces something.
const LONGEST: usize = 300;
/// The most words and marks of a sentence that only asks for patience.
const PATIENCE: usize = 9;
/// The fewest words after a dash that begin another statement ("let me look – it is on the second floor").
const BEHIND_PAUSE: usize = 3;
/// Marks that exclude an announcement, because they ask or show something.
const NOT_WITHIN: [char; 6] = ['?', '？', '`', '|', '{', '<'];

impl StatementFinder {
    /// The announcement at the end of a text.
    #[must_use]
    pub fn announced(&self, text: &str, statements: &Statements) -> Option<Claim> {
        let announcement = announcement(text, statements)?;
        let mut claim = Claim {
            kind: ClaimKind::Statement,
            class: Some(Class::Announced),
            span: announcement.span,
            pattern: Some(format!("announced_{}", announcement.language.name)),
            replacement: Some(announcement.language.denials.any.clone()),
            ..Claim::default()
        };
        claim.add_reason(Signal::Announced);
        Some(claim)
    }
}

/// Whether a text ends with an announcement, and contains little else.
pub(super) fn announces(text: &str, statements: &Statements) -> bool {
    announcement(text, statements).is_some()
}

/// The announcement at the end of a text.
struct Announcement<'s> {
    span: Span,
    language: &'s Language,
}

fn announcement<'s>(text: &str, statements: &'s Statements) -> Option<Announcement<'s>> {
    if text.len() > LONGEST || text.contains(NOT_WITHIN) {
        return None;
    }
    let sentences = sentences(text, &[], statements.languages());
    // A list, or what a colon introduces, is in the reply itself.
    if sentences.iter().any(|sentence| sentence.is_item || sentence.announces()) {
        return None;
    }
    let is_unspaced = text.contains(is_ideograph);
    statements.words().iter().filter(|words| words.unspaced == is_unspaced).find_map(|words| {
        let language = statements.language(&words.language)?;
        let spoken: Vec<Sentence<'_>> = sentences.iter().map(|sentence| sentence.in_words(text, words)).collect();
        let said = spoken.iter().map(|sentence| SpokenSentence { sentence: Analysis::new(sentence, language), words });
        Some(Announcement { span: last_said(&said.collect::<Vec<_>>())?, language })
    })
}

/// The sentence with the announcement, and the requests for patience after it.
fn last_said(said: &[SpokenSentence<'_, '_>]) -> Option<Span> {
    let place = said.iter().rposition(|sentence| !sentence.only_waits())?;
    let (last, end) = (said.get(place)?, said.last()?);
    let phrase = last.announces(said.iter().any(SpokenSentence::waits))?;
    let mut others = said.iter().enumerate().filter(|(other, _)| *other != place);
    let asks = last.asks_back(&phrase) || others.any(|(_, other)| other.asks_back(&(0..0)));
    (!asks).then(|| Span::new(last.sentence.sentence.span.start, end.sentence.sentence.span.end))
}

/// A sentence with the words of its language.
struct SpokenSentence<'a, 't> {
    sentence: Analysis<'a, 't>,
    words: &'a Lexicon,
}

impl SpokenSentence<'_, '_> {
    fn end(&self) -> usize {
        self.sentence.tokens().len()
    }

    /// The first phrase of a set in a range of tokens.
    fn phrase(&self, phrases: &PhraseSet, mut places: Range<usize>) -> Option<Range<usize>> {
        places.find_map(|at| {
            let begins = self.sentence.begins_clause(at);
            let mut found = phrases.found(self.sentence.tokens(), at, begins, self.words.boundaries());
            found.next().map(|(_, end)| at..end)
        })
    }

    fn holds(&self, phrases: &PhraseSet, places: Range<usize>) -> bool {
        self.phrase(phrases, places).is_some()
    }

    fn waits(&self) -> bool {
        self.holds(&self.words.announcements.waiting, 0..self.end())
    }

    /// Whether it only asks for patience.
    fn only_waits(&self) -> bool {
        self.end() <= PATIENCE && self.waits() && self.announces(true).is_none()
    }

    /// The tokens of its announcement; `waits` says whether the user is asked for patience.
    fn announces(&self, waits: bool) -> Option<Range<usize>> {
        let Announcements { alone, with_waiting, later, .. } = &self.words.announcements;
        let all = 0..self.end();
        let waiting = || self.phrase(with_waiting, all.clone()).filter(|_| waits);
        let found = self.phrase(alone, all.clone()).or_else(waiting)?;
        let sentence = &self.sentence;
        let is_modal = |at: usize| {
            sentence.tokens().get(at).is_some_and(|token| self.words.is(token.text.as_ref(), WordClass::Modal))
        };
        let is_offered =
            sentence.holds_terms() || sentence.is_conditional(found.start) || (0..found.start).any(is_modal);
        let is_of_now = !sentence.is_past() && !sentence.is_framed() && !self.holds(later, all);
        let counts = is_of_now && !is_offered && !sentence.negates_anywhere() && !self.goes_on(found.end);
        counts.then_some(found)
    }

    /// Whether something other than a request for patience follows a dash: "let me look – it is on the second floor".
    fn goes_on(&self, from: usize) -> bool {
        let tokens = self.sentence.tokens();
        let mut pauses = (from..self.end()).filter(|at| tokens.get(*at).is_some_and(Token::is_mark));
        pauses.any(|pause| {
            let after = pause + 1..self.end();
            let words = after.clone().filter(|at| tokens.get(*at).is_some_and(|token| !token.is_mark())).count();
            words >= BEHIND_PAUSE && !self.holds(&self.words.announcements.waiting, after)
        })
    }

    /// Whether it needs an answer first, outside of these tokens.
    fn asks_back(&self, but: &Range<usize>) -> bool {
        let outside = |at: &usize| !but.contains(at);
        let boundaries = self.words.boundaries();
        (0..self.end()).filter(outside).any(|at| self.words.asks_back.begins(self.sentence.tokens(), at, boundaries))
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::KnownTools;
    use crate::claim::{Asked, StatementFinder};
    use crate::registry::Registry;

    /// The announcement of a text, and its language.
    fn announced(text: &str) -> Option<(String, String)> {
        let registry = Registry::builtin().unwrap();
        let finder = StatementFinder::with_tools(registry.statements(), &KnownTools::default());
        let claim = finder.announced(text, registry.statements());
        assert!(claim.is_none() || finder.says_briefly(text, Asked::default(), registry.statements()), "{text}");
        claim.map(|claim| (claim.span.of(text).to_owned(), claim.pattern.unwrap()))
    }

    #[test]
    fn a_reply_that_ends_with_what_it_is_about_to_do_announces_it() {
        for (language, texts) in [
            (
                "en",
                &[
                    "I'll look that up now, one moment.",
                    "Sure! Let me check the timetable for you.",
                    "Thanks. I'm searching the archive.",
                    "One moment, please. I'll pull up your file.",
                    "Please hold on while I verify your booking.",
                    "Of course. I'll order the lamp for you. Just a moment, please!",
                    "I’ll check whether the shop is open and get back to you.",
                ][..],
            ),
            (
                "de",
                &[
                    "Ich sehe gleich nach, einen Moment bitte.",
                    "Gern, ich schaue im Fahrplan nach.",
                    "Ich suche die Verbindung.",
                    "Lassen Sie mich das kurz prüfen.",
                    "Ich bestelle die Lampe jetzt. Einen Augenblick bitte.",
                ],
            ),
            (
                "pt",
                &[
                    "Vou verificar o horário, só um momento.",
                    "Claro, deixe-me consultar a lista.",
                    "Estou procurando o arquivo.",
                    "Vou encomendar o candeeiro. Um instante, por favor.",
                ],
            ),
            (
                "es",
                &[
                    "Voy a consultar el horario, un momento.",
                    "Claro, déjame revisar la lista.",
                    "Estoy buscando el archivo.",
                    "Voy a pedir la lámpara. Un momento, por favor.",
                ],
            ),
            (
                "fr",
                &[
                    "Je vais vérifier l'horaire, un instant.",
                    "Bien sûr, laissez-moi consulter la liste.",
                    "Je regarde tout de suite.",
                    "Je commande la lampe. Un instant, s'il vous plaît.",
                ],
            ),
            ("zh", &["好的，我帮您查一下，请稍等。", "我来查询时刻表。", "我这就为您下单，请稍等。"]),
            ("zh-hant", &["好的，我幫您查一下，請稍等。", "我來查詢時刻表。"]),
        ] {
            for text in texts {
                let pattern = announced(text).map(|(_, pattern)| pattern);
                assert_eq!(pattern.as_deref(), Some(format!("announced_{language}").as_str()), "{text}");
            }
        }
        // A request for patience belongs to the announcement.
        let (said, _) = announced("Hello Ana. I'll check the list. One moment!").unwrap();
        assert_eq!(said, "I'll check the list. One moment!");
    }

    #[test]
    fn offers_questions_promises_and_what_follows_at_once_announce_nothing() {
        for text in [
            "I'll be happy to help.",
            "I'm here to help. One moment at a time!",
            "I can look that up for you.",
            "I'll look that up if you like.",
            "I'll check that once you tell me the number.",
            "Shall I check that for you?",
            "I'll check it. What is the number?",
            "I'll check it, please give me the number.",
            "Let me know if you need anything else.",
            "I won't check that now.",
            "I'll check in on you tomorrow.",
            "I'll look into it every Monday.",
            "If it rains, I'll check the forecast.",
            "Let me check. The museum opens at nine.",
            "Let me look – it is on the second floor.",
            "Let me check: the total is 40.",
            "She said \"let me check\".",
            "Maria will check that. One moment.",
            "He is checking the list now, one moment.",
            "> I'll look that up now, one moment.",
            "I'll look forward to it.",
            "Here is what I do first:\n- I'll check the list, one moment.",
            "One moment, please.",
            "I checked the list a moment ago.",
            "Let's look at the menu.",
            "I'll be right back, one moment.",
            "Ja, ich sehe.",
            "Ich suche ein Paar Schuhe.",
            "Wir sehen uns dann.",
            "Wir sollten anrufen, und zwar sofort.",
            "我们去看看吧。",
            "你可以去看看。",
            "有时间我去看看。",
            "Ich helfe gern, einen Moment.",
            "Ich kann das nachsehen, einen Moment Geduld vorausgesetzt.",
            "Soll ich nachsehen?",
            "Ich schaue nach, wenn du mir die Nummer sagst.",
            "Ich schaue jeden Montag nach.",
            "Ich sehe nicht nach.",
            "Maria sieht gleich nach.",
            "Posso verificar o horário.",
            "Vou verificar se me disser o número.",
            "Não vou verificar agora.",
            "Quer que eu verifique?",
            "Vou verificar amanhã.",
            "Puedo consultar el horario.",
            "Voy a consultar el horario cuando me digas el número.",
            "No voy a consultar el horario.",
            "¿Voy a consultar el horario?",
            "Voy a revisar la lista mañana.",
            "Je peux vérifier l'horaire.",
            "Je vais vérifier si vous me donnez le numéro.",
            "Je ne vais pas vérifier.",
            "Je vais vérifier demain.",
            "我可以帮您查询时刻表。",
            "如果您告诉我编号，我帮您查一下。",
            "需要我帮您查一下吗？",
            "我不能帮您查询。",
            "我明天帮您查一下。",
        ] {
            assert_eq!(announced(text), None, "{text}");
        }
    }
}
