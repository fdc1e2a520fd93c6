//! Whether a tool reads or changes something, judging by its name.

use super::words::{is_doing, split};

/// Verbs of tools that read and change nothing.
const READING: [&str; 43] = [
    "get", "list", "search", "find", "fetch", "read", "show", "view", "retrieve", "lookup", "look", "check",
    "calculate", "think", "query", "describe", "count", "compare", "verify", "validate", "browse", "inspect",
    "estimate", "preview", "authenticate", "assess", "classify", "detect", "determine", "diagnose", "evaluate",
    "examine", "explore", "identify", "locate", "recommend", "suggest", "summarize", "trace", "goto", "review",
    "compute", "display",
];

/// What the tools of a browser do to read pages, right after the word `browser`: cars navigate as well, and homes wait.
const BROWSING: [&str; 5] = ["navigate", "scroll", "snapshot", "wait", "hover"];

/// Words of a browser's tool that does more than read a page: `browser_navigate_and_submit`.
const ACTING_ON_PAGES: [&str; 17] = [
    "and", "then", "click", "submit", "fill", "type", "press", "select", "drag", "drop", "buy", "order", "pay",
    "login", "accept", "confirm", "evaluate",
];

/// The same in other languages, as the first or the last word of a name: `bestellung_anzeigen`, `consulter_commande`.
const READING_ELSEWHERE: [&str; 79] = [
    // German
    "abfragen", "abrufen", "anzeigen", "auflisten", "auslesen", "ermitteln", "finden", "holen", "lesen", "nachschlagen",
    "pruefen", "prüfen", "suchen", "ueberpruefen", "überprüfen", "zeigen", "berechnen", "nachsehen",
    // French
    "afficher", "chercher", "consulter", "lire", "lister", "montrer", "obtenir", "rechercher", "recuperer", "récupérer",
    "trouver", "verifier", "vérifier", "voir", "calculer", // Spanish and Portuguese
    "buscar", "busca", "calcular", "comprobar", "consulta", "consultar", "encontrar", "leer", "listar", "listado",
    "mostrar", "obtener", "recuperar", "revisar", "ver", "verificar", "exibir", "ler", "obter", "pesquisar",
    "procurar", "verificacao", "visualizar", "conferir", "localizar", // Italian, Dutch
    "cercare", "cerca", "elenca", "leggere", "leggi", "mostra", "ottenere", "trovare", "trova", "verifica",
    "visualizza", "bekijken", "controleren", "lezen", "ophalen", "opvragen", "opzoeken", "tonen", "weergeven",
    "zoeken", "zoek",
];

/// The same in Chinese and Japanese, where names are not divided into words.
const READING_UNSPACED: [&str; 12] =
    ["查询", "查看", "查找", "获取", "搜索", "检索", "列出", "读取", "查詢", "獲取", "検索", "取得"];

/// Commands of a shell that read, as whole names.
const READING_IN_SHELL: [&str; 10] = ["ls", "pwd", "cat", "head", "tail", "grep", "wc", "du", "diff", "tree"];

/// Words of tools that open or close a session, whatever is done in it.
const OF_SESSION: [&str; 7] = ["login", "logon", "logout", "signin", "signout", "authenticate", "authentication"];

/// Verbs of tools that prepare something for another tool.
const PREPARING: [&str; 4] = ["assemble", "draft", "prepare", "stage"];

/// Verbs that only read with certain things: an account is opened to be used, and an expense is tracked by noting it.
const READING_OF: [(&str, [&str; 6]); 2] = [
    ("open", ["webpage", "page", "url", "website", "browser", "link"]),
    ("track", ["order", "package", "parcel", "shipment", "delivery", "flight"]),
];

/// Last words of names without a verb whose tools show a state (`ride_status`, `bank_balance`).
const SHOWN: [&str; 11] = [
    "status", "availability", "balance", "info", "information", "details", "history", "weather", "forecast",
    "directions", "tree",
];

/// What git shows: `git_log`, `git_diff_staged`.
const SHOWN_BY_GIT: [&str; 5] = ["log", "show", "status", "diff", "blame"];

/// What the tools of a browser do that leaves the world as it is, right after the word `browser`.
const OF_BROWSER_ALONE: [&str; 5] = ["close", "take", "tab", "tabs", "resize"];

/// Units and notations between which the tools of calculators convert: `liter_to_gallon`.
const CONVERTED: [&str; 42] = [
    "liter", "liters", "litre", "litres", "gallon", "gallons", "km", "kilometer", "kilometers", "kilometre",
    "kilometres", "mile", "miles", "meter", "meters", "metre", "metres", "foot", "feet", "inch", "inches", "cm",
    "celsius", "fahrenheit", "kelvin", "kg", "kilogram", "kilograms", "pound", "pounds", "lb", "lbs", "ounce",
    "ounces", "usd", "eur", "gbp", "rgb", "hex", "decimal", "binary", "utc",
];

/// Things that a user gets by ordering them.
const OBTAINED: [&str; 6] = ["ride", "cab", "taxi", "ticket", "tickets", "rental"];

/// Verbs of tools that look among all there is, whoever has it.
const SEARCHING: [&str; 6] = ["search", "find", "browse", "explore", "recommend", "suggest"];

/// What is on offer to anybody: that a search found it says nothing of what a user has booked.
const OFFERED: [&str; 44] = [
    "flight", "flights", "hotel", "hotels", "train", "trains", "bus", "buses", "restaurant", "restaurants", "movie",
    "movies", "cinema", "cinemas", "theater", "theaters", "show", "shows", "concert", "concerts", "attraction",
    "attractions", "doctor", "doctors", "dentist", "dentists", "car", "cars", "rental", "rentals", "product",
    "products", "apartment", "apartments", "house", "houses", "salon", "salons", "provider", "providers", "room",
    "rooms", "venue", "venues",
];

/// Whether a tool only finds what is on offer: `search_flights`, and not `search_bookings`.
#[must_use]
pub fn searches_offers(name: &str) -> bool {
    let words = split(name);
    let is_of = |word: &String, all: &[&str]| all.contains(&word.as_str());
    only_reads(name)
        && words.iter().any(|word| is_of(word, &SEARCHING))
        && words.last().is_some_and(|last| is_of(last, &OFFERED))
}

/// Whether a tool only reads, judging by the first verb of its name. A tool of a browser reads if the word after
/// `browser` is a verb of browsing, and no other word says that it does something.
#[must_use]
pub fn only_reads(name: &str) -> bool {
    let words = split(name);
    if browses(&words) || shows_commits(&words) || converts(&words) || is_shell_command(&words, &READING_IN_SHELL) {
        return true;
    }
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

/// Whether these are the words of a browser's tool that does nothing but read pages.
fn browses(words: &[String]) -> bool {
    let is_browsing = |word: &str| BROWSING.contains(&word);
    let acts = |word: &String| ACTING_ON_PAGES.contains(&word.as_str()) || is_doing(word);
    words.windows(2).any(|pair| pair[0] == "browser" && is_browsing(&pair[1])) && !words.iter().any(acts)
}

/// Whether these are the words of a tool that shows what git keeps.
fn shows_commits(words: &[String]) -> bool {
    words.windows(2).any(|pair| pair[0] == "git" && SHOWN_BY_GIT.contains(&pair[1].as_str()))
}

/// Whether these are the words of a tool that says how much something is in another unit.
fn converts(words: &[String]) -> bool {
    let is_unit = |word: &String| CONVERTED.contains(&word.as_str());
    matches!(words, [from, to, into] if is_unit(from) && to == "to" && is_unit(into))
}

/// Whether a name is the command of a shell that goes to another directory.
fn changes_directory(words: &[String]) -> bool {
    is_shell_command(words, &["cd"])
}

/// Whether a name is one of these commands of a shell, and nothing else.
fn is_shell_command(words: &[String], commands: &[&str]) -> bool {
    matches!(words, [command] if commands.contains(&command.as_str()))
}

/// What a sentence says that may report a session.
const SAID_OF_SESSION: [&str; 25] = [
    "log in", "log out", "sign in", "sign out", "check in", "check out", "authenticate", "verify", "login", "logout",
    "session", "einloggen", "ausloggen", "anmelden", "abmelden", "sesión", "sessão", "conectar", "connecter", "entrar",
    "登录", "登錄", "登入", "connect", "access",
];

/// What a sentence says that may report where in a session one is.
const SAID_OF_PLACE: [&str; 6] = ["directory", "folder", "path", "navigate", "switch", "open"];

/// What a sentence says of anything that was done.
const SAID_OF_ALL: [&str; 4] = ["do", "complete", "finish", "set"];

/// Whether a sentence may report no more than what a tool did that keeps a session, by what it says; `any_change` says
/// that any change may make it true.
#[must_use]
pub fn reports_session(name: &str, any_change: bool, says: impl Fn(&str) -> bool) -> bool {
    let says_any = |words: &[&str]| words.iter().any(|word| says(word));
    // "The file has been moved to the folder" is no report of where one is.
    let is_own = if changes_directory(&split(name)) {
        !says("file") && says_any(&SAID_OF_PLACE)
    } else {
        says_any(&SAID_OF_SESSION)
    };
    is_own || any_change && says_any(&SAID_OF_ALL)
}

/// Whether a tool only opens or closes a session, or goes elsewhere within it: then it is no sign of a change of anything
/// else, and shows nothing (`message_login`, `cd`).
#[must_use]
pub fn keeps_session(name: &str) -> bool {
    let words = split(name);
    if changes_directory(&words) {
        return true;
    }
    let is_pair = |pair: &[String]| {
        matches!(pair[0].as_str(), "log" | "sign") && matches!(pair[1].as_str(), "in" | "out" | "off" | "on")
    };
    let does_more = || words.iter().any(|word| word != "sign" && is_doing(word) && !READING.contains(&word.as_str()));
    (words.iter().any(|word| OF_SESSION.contains(&word.as_str())) || words.windows(2).any(is_pair)) && !does_more()
}

/// What the tools of a browser do on a page, right after the word `browser`.
const ON_PAGES: [&str; 6] = ["click", "type", "fill", "press", "select", "submit"];

/// Whether a tool acts on the page that a browser shows: what that does is up to the page (`browser_click`).
#[must_use]
pub fn acts_on_pages(name: &str) -> bool {
    split(name).windows(2).any(|pair| pair[0] == "browser" && ON_PAGES.contains(&pair[1].as_str()))
}

/// Whether a tool only looks after the browser that it works with: then it is no sign of a change elsewhere
/// (`browser_close`, `browser_take_screenshot`).
#[must_use]
pub fn keeps_browser(name: &str) -> bool {
    split(name).windows(2).any(|pair| pair[0] == "browser" && OF_BROWSER_ALONE.contains(&pair[1].as_str()))
}

/// Whether a name without a common English verb says that its tool reads.
fn reads_elsewhere(words: &[String]) -> bool {
    let reads = |word: &String| READING_ELSEWHERE.contains(&word.as_str());
    let begins = |word: &String| READING_UNSPACED.iter().any(|verb| word.starts_with(verb));
    words.first().is_some_and(|first| reads(first) || begins(first))
        || words.last().is_some_and(reads)
        || reads_of(words, 0)
}

/// The verb of a tool that prepares something which another tool then sends, books or pays, if that is the first verb of
/// its name (`stage_claim`, `prepare_refund`).
#[must_use]
pub fn preparing_verb(name: &str) -> Option<&'static str> {
    let preparing = |word: &str| PREPARING.into_iter().find(|verb| *verb == word);
    let words = split(name);
    let first =
        words.iter().find(|word| preparing(word).is_some() || READING.contains(&word.as_str()) || is_doing(word));
    first.and_then(|verb| preparing(verb))
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
pub fn is_ordering(name: &str) -> bool {
    let words = split(name);
    let [verb, .., thing] = words.as_slice() else { return false };
    verb == "get" && words.len() <= 3 && OBTAINED.contains(&thing.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_reads_by_its_verb() {
        for name in ["get_order", "list_items", "check_status", "bank_get_balance", "find_flights"] {
            assert!(only_reads(name), "{name}");
        }
        for name in [
            "bestellung_anzeigen", "kundeFinden", "consulter_commande", "buscar_pedido", "obter_pedido", "查询订单",
            "track_order",
        ] {
            assert!(only_reads(name), "{name}");
        }
        assert!(only_reads("browser_navigate") && only_reads("browser_snapshot") && !only_reads("browser_click"));
        assert!(only_reads("mcp__playwright__browser_wait_for") && only_reads("browser_navigate_back"));
        for name in [
            "browser_click_and_wait",
            "browser_navigate_and_submit",
            "browser_navigate_submit",
            "create_browser_snapshot",
            "browser_tab_snapshot",
        ] {
            assert!(!only_reads(name), "{name}");
        }
        assert!(!only_reads("navigate_home") && !only_reads("create_snapshot"));
        assert!(only_reads("git-git_log") && only_reads("git_diff_staged") && shows("filesystem-directory_tree"));
        assert!(!only_reads("git_commit") && !only_reads("log_expense") && !only_reads("git_branch"));
        assert!(keeps_session("cd") && only_reads("ls") && !only_reads("mkdir") && !only_reads("cat_feeder"));
        assert!(keeps_session("message_login") && keeps_session("LogIn") && keeps_session("authenticate_twitter"));
        let reports = |name: &str, said: &[&str]| reports_session(name, true, |word| said.contains(&word));
        assert!(reports("message_login", &["log in"]) && reports("message_login", &["do"]));
        assert!(!reports("message_login", &["start", "engine"]) && !reports("cd", &["move", "file", "folder"]));
        assert!(reports("cd", &["move", "folder"]) && !reports("cd", &["log in"]));
        assert!(!keeps_session("create_login") && !keeps_session("log_expense") && !keeps_session("sign_document"));
        assert!(keeps_browser("playwright-browser_close") && keeps_browser("browser_take_screenshot"));
        assert!(!keeps_browser("browser_click") && !keeps_browser("close_account"));
        assert!(only_reads("liter_to_gallon") && !only_reads("text_to_speech") && !only_reads("convert_km_to_miles"));
        assert!(only_reads("open_webpage") && !only_reads("open_account"));
        assert!(
            only_reads("goto_page")
                && only_reads("assess_claim")
                && only_reads("trace_payment")
                && only_reads("locate_order")
        );
        for name in ["track_expense", "bestellung_stornieren", "取消订单", "agendar_visita"] {
            assert!(!only_reads(name), "{name}");
        }
        for name in ["HassListAddItem", "check_in_guest", "book_table", "ride", "mark_as_read", "email.mark_read"] {
            assert!(!only_reads(name), "{name}");
        }
        assert_eq!(["stage_claim", "usps.prepareRefund"].map(preparing_verb), [Some("stage"), Some("prepare")]);
        assert_eq!(["create_draft", "submit_prepared_form", "get_stage"].map(preparing_verb), [None; 3]);
        for name in ["search_flights", "FindHotels", "browse_restaurants", "booking.search_train"] {
            assert!(searches_offers(name), "{name}");
        }
        for name in ["search_bookings", "find_flight_reservation", "get_flights", "find_and_book_hotels", "book_flight"]
        {
            assert!(!searches_offers(name), "{name}");
        }
        assert!(is_ordering("GetRide") && is_ordering("get_train_tickets"));
        assert!(!is_ordering("get_ride_status") && !is_ordering("find_ride") && !is_ordering("get_order"));
    }
}
