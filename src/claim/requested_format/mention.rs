//! Whether a message mentions data in any way: formats, requests and responses, programs.
//!
//! An object with a single common member is a wrapper around a reply if nobody mentioned data, and may be what the user
//! asked for otherwise.

mod words;

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use hashbrown::HashSet;

use self::words::{BEGINNINGS, METHODS, STAND_INS, UNSPACED, WORDS};
use super::phrases;
use super::words::{DATA, FORMATS};

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| WORDS.split_whitespace().chain(DATA).chain(FORMATS).collect());
static UNSPACED_WORDS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(UNSPACED.split_whitespace()).ok());

/// Whether a user's message mentions data, if only by a name for it.
#[must_use]
pub fn mentions_data(message: &str) -> bool {
    let is_unspaced = || !message.is_ascii() && UNSPACED_WORDS.as_ref().is_none_or(|words| words.is_match(message));
    let is_said = || message.contains(['{', '`']) || phrases::said(message).speaks();
    words(message).any(is_of_data) || shows_a_request(message) || is_unspaced() || is_said()
}

/// Whether a user's message is about data to be shown, not only in a word that has other meanings too ("my keys"): it
/// names a format or a stand-in for data, or data twice ("an example of an answer").
#[must_use]
pub(in crate::claim) fn speaks_of_data(message: &str) -> bool {
    let mut named: HashSet<String> = HashSet::new();
    let is_plain = |word: &str| {
        let word = word.to_lowercase();
        STAND_INS.contains(&word.as_str()) || FORMATS.contains(&word.as_str()) || {
            named.extend(is_of_data(&word).then_some(word));
            named.len() > 1
        }
    };
    let in_unspaced = |known: &AhoCorasick| known.find_iter(message).nth(1).is_some();
    words(message).any(is_plain) || !message.is_ascii() && UNSPACED_WORDS.as_ref().is_none_or(in_unspaced)
}

/// Whether the instructions of an application demand answers as data. They are often long and mention many things.
#[must_use]
pub fn demands_data(instructions: &str) -> bool {
    words(instructions).any(|word| FORMATS.contains(&word.to_lowercase().as_str()))
        || phrases::said(instructions).speaks()
}

/// The words of a message: runs of letters and digits, so that `reply.json` and `text_body` are two words each.
fn words(message: &str) -> impl Iterator<Item = &str> {
    message.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether an HTTP method comes before a path: "get /health".
fn shows_a_request(message: &str) -> bool {
    let is_path = |word: &str| word.starts_with('/') || word.starts_with("http");
    let is_method = |word: &str| METHODS.iter().any(|method| method.eq_ignore_ascii_case(word));
    message
        .split_whitespace()
        .zip(message.split_whitespace().skip(1))
        .any(|(one, next)| is_method(one) && is_path(next))
}

fn is_of_data(word: &str) -> bool {
    if METHODS.contains(&word) {
        return true;
    }
    let is_small = word.bytes().all(|byte| byte.is_ascii_lowercase());
    let word = if is_small { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
    KNOWN.contains(word.as_ref()) || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_speaks_of_data_in_any_way_mentions_it() {
        for message in [
            "What should I POST to the Slack webhook to say the build is done?",
            "What does the server return when the name is taken?",
            "Act as our REST server. GET /health",
            "get /health",
            "Write it as a Python dict",
            "Give me the request body for the send endpoint",
            "i18n file for the greeting please",
            "Now the same as an object literal",
            "Serialize the string hello",
            "curl body please",
            "Put it into `text`",
            "How do I parse reply.json?",
            "Gib mir den Body für die Anfrage",
            "Was gibt die Schnittstelle zurück?",
            "Und als Zeichenkette?",
            "Was liefert der Endpunkt bei Erfolg?",
            "O que o servidor devolve?",
            "Qual é o corpo do pedido?",
            "¿Qué devuelve el servidor?",
            "Que renvoie le serveur ?",
            "服务器返回什么",
            "リクエストの本文は",
            "서버 응답은",
        ] {
            assert!(mentions_data(message), "{message}");
        }
    }

    #[test]
    fn one_word_with_other_meanings_is_not_about_data() {
        for message in [
            "I need a mock response for my unit test.",
            "Give me a sample payload",
            "Was gibt das Tool zurück, als Beispiel?",
            "Donne-moi un exemple de réponse.",
            "Print the tool output of the last call.",
        ] {
            assert!(speaks_of_data(message), "{message}");
        }
        for message in ["I lost my keys.", "My body aches.", "I returned home late.", "We met at the post office."] {
            assert!(!speaks_of_data(message), "{message}");
        }
    }

    #[test]
    fn everyday_talk_mentions_no_data() {
        for message in [
            "",
            "Hi, how are you?",
            "When does the tide turn?",
            "Can I get a refund?",
            "Which herbs go with parsley?",
            "Get me a taxi, and put the rest on my bill.",
            "What are the primary colours?",
            "Guten Morgen, wie geht es dir?",
            "Wann kommt der Zug?",
            "Bom dia, tudo bem?",
            "Quando é a consulta?",
            "你好",
            "おはようございます",
        ] {
            assert!(!mentions_data(message), "{message}");
        }
    }

    #[test]
    fn an_application_demands_data_by_its_format_or_in_an_example() {
        for instruction in [
            "Always answer with a JSON object with one member `message`.",
            "Respond in JSON: {\"response\": string}",
            "Your reply looks like this: {\"text\": \"…\"}",
            "请以JSON格式返回",
        ] {
            assert!(demands_data(instruction), "{instruction}");
        }
        for instruction in [
            "You are a friendly assistant. Respond to each request of the user, and return to the topic.",
            "You may use these tools: send_message(to, body).",
        ] {
            assert!(!demands_data(instruction), "{instruction}");
        }
    }
}
