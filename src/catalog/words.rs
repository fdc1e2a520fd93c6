//! The words of a tool's name, and which of them are synonyms.

use std::collections::BTreeSet;

use super::names;

/// Verbs that are synonyms in tool names. A verb may be in several groups.
const SYNONYMS: [&[&str]; 8] = [
    &["list", "get", "fetch", "retrieve", "read", "show", "view"],
    &["save", "store", "remember", "add", "keep", "record"],
    &["create", "make", "add", "new", "generate"],
    &["send", "create", "compose"],
    &["find", "search", "query"],
    &["delete", "remove", "erase"],
    &["update", "edit", "modify", "change"],
    &["run", "execute"],
];

/// Other words that change what a tool does. Replacing one with another is not a typing error.
const DISTINCTIVE: [&str; 24] = [
    "set", "put", "post", "write", "open", "close", "start", "stop", "enable", "disable", "lock", "unlock", "push",
    "pull", "on", "off", "in", "out", "up", "down", "min", "max", "first", "last",
];

/// Verbs without a synonym with which tool names begin.
const MORE_VERBS: [&str; 25] = [
    "analyze", "book", "call", "cancel", "check", "close", "complete", "convert", "copy", "download", "export",
    "extract", "import", "move", "open", "organize", "play", "rename", "schedule", "set", "start", "stop", "take",
    "upload", "write",
];

/// Verbs of tools that read and change nothing.
const READING: [&str; 39] = [
    "get",
    "list",
    "search",
    "find",
    "fetch",
    "read",
    "show",
    "view",
    "retrieve",
    "lookup",
    "look",
    "check",
    "calculate",
    "think",
    "query",
    "describe",
    "count",
    "compare",
    "verify",
    "validate",
    "browse",
    "inspect",
    "estimate",
    "preview",
    "authenticate",
    "assess",
    "classify",
    "detect",
    "determine",
    "diagnose",
    "evaluate",
    "examine",
    "explore",
    "identify",
    "locate",
    "recommend",
    "suggest",
    "summarize",
    "trace",
];

/// The same in other languages, as the first or the last word of a name: `bestellung_anzeigen`, `consulter_commande`.
const READING_ELSEWHERE: [&str; 79] = [
    // German
    "abfragen",
    "abrufen",
    "anzeigen",
    "auflisten",
    "auslesen",
    "ermitteln",
    "finden",
    "holen",
    "lesen",
    "nachschlagen",
    "pruefen",
    "prüfen",
    "suchen",
    "ueberpruefen",
    "überprüfen",
    "zeigen",
    "berechnen",
    "nachsehen",
    // French
    "afficher",
    "chercher",
    "consulter",
    "lire",
    "lister",
    "montrer",
    "obtenir",
    "rechercher",
    "recuperer",
    "récupérer",
    "trouver",
    "verifier",
    "vérifier",
    "voir",
    "calculer",
    // Spanish and Portuguese
    "buscar",
    "busca",
    "calcular",
    "comprobar",
    "consulta",
    "consultar",
    "encontrar",
    "leer",
    "listar",
    "listado",
    "mostrar",
    "obtener",
    "recuperar",
    "revisar",
    "ver",
    "verificar",
    "exibir",
    "ler",
    "obter",
    "pesquisar",
    "procurar",
    "verificacao",
    "visualizar",
    "conferir",
    "localizar",
    // Italian, Dutch
    "cercare",
    "cerca",
    "elenca",
    "leggere",
    "leggi",
    "mostra",
    "ottenere",
    "trovare",
    "trova",
    "verifica",
    "visualizza",
    "bekijken",
    "controleren",
    "lezen",
    "ophalen",
    "opvragen",
    "opzoeken",
    "tonen",
    "weergeven",
    "zoeken",
    "zoek",
];

/// The same in Chinese and Japanese, where names are not divided into words.
const READING_UNSPACED: [&str; 12] =
    ["查询", "查看", "查找", "获取", "搜索", "检索", "列出", "读取", "查詢", "獲取", "検索", "取得"];

/// Verbs that only read with certain things: an account is opened to be used, and an expense is tracked by noting it.
const READING_OF: [(&str, [&str; 6]); 2] = [
    ("open", ["webpage", "page", "url", "website", "browser", "link"]),
    ("track", ["order", "package", "parcel", "shipment", "delivery", "flight"]),
];

/// Last words of names without a verb whose tools show a state (`ride_status`, `bank_balance`).
const SHOWN: [&str; 10] = [
    "status",
    "availability",
    "balance",
    "info",
    "information",
    "details",
    "history",
    "weather",
    "forecast",
    "directions",
];

/// Things that a user gets by ordering them.
const OBTAINED: [&str; 6] = ["ride", "cab", "taxi", "ticket", "tickets", "rental"];

/// Prefixes that reverse the meaning of a word.
const OPPOSITE: [&str; 6] = ["un", "dis", "de", "re", "in", "non"];

/// Words without a meaning of their own in a name such as `write_to_file`.
const FILLERS: [&str; 5] = ["a", "an", "of", "the", "to"];

/// A name in its folded spelling and as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spelling {
    pub(super) folded: String,
    /// The distinct words, in the singular.
    pub(super) words: BTreeSet<String>,
}

impl Spelling {
    pub(super) fn of(name: &str) -> Self {
        let words = split(name).into_iter().map(singular).filter(|word| !FILLERS.contains(&word.as_str()));
        Self { folded: names::fold(name), words: words.collect() }
    }

    /// The spellings of a name and of its forms without namespaces.
    pub(super) fn all(name: &str) -> Vec<Self> {
        names::forms(name).into_iter().map(Self::of).collect()
    }

    /// Returns the one word of each that the other lacks; `None` if more words differ.
    pub(super) fn different_words<'a>(&'a self, other: &'a Self) -> Option<(&'a str, &'a str)> {
        let mut here = self.words.difference(&other.words);
        let mut there = other.words.difference(&self.words);
        match (here.next(), here.next(), there.next(), there.next()) {
            (Some(here), None, Some(there), None) => Some((here, there)),
            _ => None,
        }
    }
}

/// Whether two verbs are synonyms in tool names.
pub(super) fn are_synonyms(one: &str, other: &str) -> bool {
    SYNONYMS.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// Whether a name begins with a verb and has an object, as names of tools do: `create_folder`,
/// `functions.moveFiles:0`.
#[must_use]
pub fn begins_with_verb(name: &str) -> bool {
    names::forms(name).into_iter().any(|form| {
        let words = split(form);
        words.len() > 1 && words.first().is_some_and(|word| is_doing(word))
    })
}

/// Whether a word has a meaning of its own and so is hardly a misspelling of another.
pub(super) fn has_own_meaning(word: &str) -> bool {
    DISTINCTIVE.contains(&word) || OPPOSITE.contains(&word) || SYNONYMS.iter().any(|group| group.contains(&word))
}

/// Whether one word is the other with a prefix that reverses its meaning.
pub(super) fn are_opposites(one: &str, other: &str) -> bool {
    let turns = |long: &str, short: &str| OPPOSITE.iter().any(|prefix| long.strip_prefix(prefix) == Some(short));
    turns(one, other) || turns(other, one)
}

/// Whether a tool only reads, judging by the first verb of its name.
#[must_use]
pub fn only_reads(name: &str) -> bool {
    let words = split(name);
    let Some(at) = words.iter().position(|word| READING.contains(&word.as_str()) || is_doing(word)) else {
        return reads_elsewhere(&words);
    };
    let is = |place: usize, test: &dyn Fn(&str) -> bool| words.get(place).is_some_and(|word| test(word));
    let reads = |word: &str| READING.contains(&word);
    // A list may also be an object, and "check in" is an action.
    let names_list = is(at, &|word| word == "list") && is(at + 1, &|word| is_doing(word) && !reads(word));
    let checks_in = is(at, &|word| word == "check") && is(at + 1, &|word| matches!(word, "in" | "out"));
    // "Search and play" does more than search.
    let does_more = words.iter().any(|word| word == "and") && words.iter().any(|word| is_doing(word) && !reads(word));
    reads_of(&words, at) || is(at, &reads) && !names_list && !checks_in && !does_more
}

/// Whether a name without a common English verb says that its tool reads.
fn reads_elsewhere(words: &[String]) -> bool {
    let reads = |word: &String| READING_ELSEWHERE.contains(&word.as_str());
    let begins = |word: &String| READING_UNSPACED.iter().any(|verb| word.starts_with(verb));
    words.first().is_some_and(|first| reads(first) || begins(first))
        || words.last().is_some_and(reads)
        || reads_of(words, 0)
}

/// Whether the word at an index is a verb that only reads the thing after it.
fn reads_of(words: &[String], at: usize) -> bool {
    let pair = words.get(at).zip(words.get(at + 1));
    pair.is_some_and(|(verb, thing)| {
        READING_OF.iter().any(|(known, things)| verb == known && things.contains(&thing.as_str()))
    })
}

/// Whether a tool shows a state, judging by a name without a verb of doing (`ride_status`).
#[must_use]
pub fn shows(name: &str) -> bool {
    let words = split(name);
    let acts = words.iter().any(|word| is_doing(word) && !READING.contains(&word.as_str()));
    !acts && words.last().is_some_and(|word| SHOWN.contains(&word.as_str()))
}

/// Whether a tool orders something for the user rather than showing it, judging by its name (`get_ride`,
/// `get_train_tickets`).
#[must_use]
pub fn obtains(name: &str) -> bool {
    let words = split(name);
    let [verb, .., thing] = words.as_slice() else { return false };
    verb == "get" && words.len() <= 3 && OBTAINED.contains(&thing.as_str())
}

/// Whether a word is a verb that says what a tool does.
fn is_doing(word: &str) -> bool {
    MORE_VERBS.contains(&word) || SYNONYMS.iter().any(|group| group.contains(&word))
}

/// The words of a name in lower case, each in the singular as well.
#[must_use]
pub fn name_words(name: &str) -> Vec<String> {
    split(name).into_iter().flat_map(|word| [singular(word.clone()), word]).collect()
}

/// The first of these words: the first word of a name, in the singular.
#[must_use]
pub fn first_name_word(name: &str) -> Option<String> {
    // A shortcut: most names are a single word in lower case.
    if !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()) {
        return Some(singular(name.to_owned()));
    }
    name_words(name).into_iter().next()
}

/// The words of a name in lower case, split at separators and before capitals.
#[must_use]
pub fn split(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None;
    let mut letters = name.chars().peekable();
    while let Some(c) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        // `createFolder` and `HTTPRequest` have two words each.
        let begins = c.is_uppercase()
            && before.is_some_and(|b: char| b.is_lowercase() || (b.is_uppercase() && after.is_lowercase()));
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = Some(c);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The approximate singular of an English plural. A word that is not a plural is still changed consistently.
fn singular(word: String) -> String {
    let stem = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() > 2);
    if let Some(stem) = stem("ies") {
        return format!("{stem}y");
    }
    if let Some(stem) = stem("es").filter(|stem| stem.ends_with("ch") || stem.ends_with("sh") || stem.ends_with('x')) {
        return stem.to_owned();
    }
    match stem("s").filter(|stem| !stem.ends_with('s')) {
        Some(stem) => stem.to_owned(),
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_into_its_words() {
        for (name, words) in [
            ("save_memory", ["memory", "save"].as_slice()),
            ("listFiles", &["file", "list"]),
            ("HTTPRequest", &["http", "request"]),
            ("HassLightTurnOn", &["hass", "light", "on", "turn"]),
            ("write-to file", &["file", "write"]),
            ("list memories, boxes and glass", &["and", "box", "glass", "list", "memory"]),
            ("__", &[]),
        ] {
            let spelling = Spelling::of(name);
            assert_eq!(spelling.words.iter().map(String::as_str).collect::<Vec<_>>(), words, "{name}");
        }
    }

    #[test]
    fn words_that_turn_a_name_around_are_known() {
        assert!(are_opposites("unlock", "lock") && are_opposites("able", "disable"));
        assert!(!are_opposites("lock", "block"));
        assert!(are_synonyms("get", "list") && are_synonyms("send", "create") && !are_synonyms("get", "set"));
        assert!(has_own_meaning("get") && has_own_meaning("off") && !has_own_meaning("serch"));
    }

    #[test]
    fn a_tool_reads_by_its_verb() {
        for name in ["get_order", "list_items", "check_status", "bank_get_balance", "find_flights"] {
            assert!(only_reads(name), "{name}");
        }
        for name in [
            "bestellung_anzeigen",
            "kundeFinden",
            "consulter_commande",
            "buscar_pedido",
            "obter_pedido",
            "查询订单",
            "track_order",
        ] {
            assert!(only_reads(name), "{name}");
        }
        assert!(only_reads("open_webpage") && !only_reads("open_account"));
        assert!(only_reads("assess_claim") && only_reads("trace_payment") && only_reads("locate_order"));
        for name in ["track_expense", "bestellung_stornieren", "取消订单", "agendar_visita"] {
            assert!(!only_reads(name), "{name}");
        }
        for name in ["HassListAddItem", "check_in_guest", "book_table", "ride"] {
            assert!(!only_reads(name), "{name}");
        }
        assert!(obtains("GetRide") && obtains("get_train_tickets"));
        assert!(!obtains("get_ride_status") && !obtains("find_ride") && !obtains("get_order"));
    }
}
