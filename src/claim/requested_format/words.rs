//! Words that ask for structured text, or end such a request.

/// Names of formats: asking for one is asking for data.
pub(super) const FORMATS: [&str; 14] = [
    "json", "json5", "jsonl", "ndjson", "geojson", "yaml", "xml", "toml", "csv", "machine_readable", "maschinenlesbar",
    "maschinenlesbare", "maschinenlesbarer", "maschinenlesbares",
];

/// Pairs of words that count as one word.
pub(super) const ONE_WORD: [([&str; 2], &str); 1] = [(["machine", "readable"], "machine_readable")];

/// Other words for data. They have many meanings, so only a request to see them counts.
pub(super) const DATA: [&str; 11] = [
    "payload", "payloads", "schema", "schemas", "config", "configs", "configuration", "dict", "manifest", "object",
    "objects",
];

/// Words for data only as the form of an answer: "return an object with …".
pub(super) const THINGS: [&str; 2] = ["object", "objects"];

/// Words before something that the user wants to see.
pub(super) const SHOWING: [&str; 33] = [
    "give", "prefer", "show", "write", "return", "provide", "generate", "create", "make", "produce", "output", "print",
    "need", "want", "like", "expect", "respond", "reply", "answer", "format", "convert", "export", "dump", "build",
    "draft", "compose", "prepare", "see", "emit", "turn", "translate", "extract", "get",
];

/// Verbs for a result that consists of data.
pub(super) const ANSWERING: [&str; 7] = ["return", "output", "respond", "reply", "produce", "generate", "answer"];

/// Words that begin a question.
pub(super) const QUESTIONS: [&str; 33] = [
    "what", "what's", "what’s", "which", "how", "how's", "why", "who", "where", "when", "is", "are", "was", "were",
    "do", "does", "did", "has", "have", "am", "should", "shall", "wie", "warum", "welches", "qué", "que", "cómo",
    "por", "quel", "quelle", "comment", "qual",
];

/// Words that begin a polite request.
pub(super) const MODALS: [&str; 5] = ["can", "could", "would", "will", "may"];

/// Words that introduce a request without being part of it.
pub(super) const LEADS: [&str; 24] = [
    "please", "now", "and", "or", "but", "then", "so", "also", "ok", "okay", "well", "hi", "hello", "hey", "thanks",
    "great", "perfect", "yes", "no", "just", "only", "always", "again", "bitte",
];

/// Words that show that somebody is asked for something.
pub(super) const PLEASE: [&str; 5] = ["please", "pls", "bitte", "favor", "now"];

/// The speaker or a third party. Not "you", who is asked.
pub(super) const SUBJECTS: [&str; 14] =
    ["i", "we", "he", "she", "it", "they", "this", "that", "these", "those", "ich", "wir", "je", "eu"];
pub(super) const POSSESSIVES: [&str; 6] = ["my", "our", "his", "her", "their", "mein"];

/// Words after which a subject belongs to a noun phrase: "what I said".
pub(super) const RELATIVES: [&str; 8] = ["what", "whatever", "which", "everything", "all", "where", "if", "as"];

/// Verbs of a subject that wants to have something: "I need".
pub(super) const WISHES: [&str; 13] = [
    "want", "wanted", "need", "prefer", "expect", "require", "wish", "möchte", "brauche", "hätte", "veux", "voudrais",
    "quero",
];

/// "I want to see": a wish for an answer, not for an action.
pub(super) const SEEING: [&str; 5] = ["see", "have", "get", "read", "receive"];

/// Verbs of keeping: what is to be kept is no answer, unless it describes how to answer.
pub(super) const KEEPING: [&str; 6] = ["remember", "remind", "note", "save", "store", "memorize"];

/// Verbs that say what something else is or did.
pub(super) const VERBS: [&str; 14] =
    ["is", "are", "was", "were", "been", "has", "had", "came", "comes", "went", "goes", "got", "said", "says"];

/// Words that say that there was enough of something.
pub(super) const ENOUGH: [&str; 2] = ["enough", "forget"];

/// Words before the name of a format that make it the form of an answer.
pub(super) const INTO: [&str; 20] = [
    "as", "in", "to", "into", "use", "only", "just", "than", "als", "nur", "im", "zu", "em", "no", "en", "au", "como",
    "в", "у", "w",
];

/// The same after a verb of answering: "respond with".
pub(super) const WITH: [&str; 4] = ["with", "of", "com", "con"];

/// Verbs that make an imperative of the name of a format before them: "JSON-encode".
pub(super) const ENCODING: [&str; 5] = ["encode", "serialize", "serialise", "stringify", "format"];

/// The same before another word for data.
pub(super) const AS: [&str; 3] = ["as", "into", "als"];

/// Words that may come between such a word and the name.
pub(super) const BETWEEN: [&str; 27] = [
    "a", "an", "the", "one", "single", "valid", "raw", "pure", "plain", "pretty", "proper", "strict", "compact",
    "only", "this", "that", "ein", "un", "une", "format", "formato", "formatted", "formaat", "formacie", "формат",
    "формате", "форматі",
];

/// Words after the name of a format that make it part of another thing.
pub(super) const SOMETHING_ELSE: [&str; 16] = [
    "parser", "parsers", "library", "libraries", "error", "errors", "support", "module", "package", "column", "viewer",
    "editor", "tool", "tools", "import", "export",
];

/// Words after which the sentence continues with something else.
pub(super) const TURNS: [&str; 9] = ["about", "on", "for", "from", "with", "that", "in", "into", "at"];

/// Verbs of demands on an answer.
pub(super) const MUST: [&str; 6] = ["must", "should", "shall", "has", "have", "needs"];
pub(super) const ANSWER: [&str; 7] = ["output", "response", "responses", "reply", "answer", "answers", "result"];

/// All words that may come next to the name in "and now JSON, please".
pub(super) const FILLERS: [&str; 23] = [
    "please", "now", "again", "and", "the", "a", "ok", "okay", "then", "just", "only", "valid", "raw", "pure",
    "format", "output", "bitte", "no", "yes", "thanks", "what", "how", "about",
];

/// Words that negate the name of a format after them.
pub(super) const NEGATIONS: [&str; 14] = [
    "no", "not", "don't", "don’t", "dont", "without", "stop", "avoid", "never", "kein", "keine", "ohne", "sem",
    "rather",
];

/// Words that ask for an answer without data.
pub(super) const PLAINLY: [&str; 36] = [
    "in plain words", "in plain text", "as plain text", "just plain text", "only plain text", "in plain english",
    "in plain language", "in simple words", "in your own words", "in words", "in prose", "as prose", "as text",
    "as normal text", "in normal text", "in normal words", "in a normal sentence", "in normal sentences",
    "in normal language", "in natural language", "in full sentences", "in complete sentences", "in a sentence",
    "in one sentence", "in two sentences", "as a sentence", "in a paragraph", "in one paragraph", "as a table",
    "as a markdown table", "as bullet points", "in bullet points", "as a bullet list", "just tell me",
    "simply tell me", "in worten",
];

/// Parts of data: what is said about their form is not about the answer.
pub(super) const PARTS: [&str; 24] = [
    "each", "every", "per", "add", "include", "insert", "append", "key", "keys", "field", "fields", "value", "values",
    "name", "names", "title", "titles", "description", "descriptions", "property", "properties", "column", "columns",
    "entries",
];

/// Words that turn a conversation to something else.
pub(super) const CLOSING: [&str; 9] = [
    "about something else", "on to something else", "change the subject", "change the topic", "on another note",
    "on a different note", "a different subject", "über etwas anderes", "de outra coisa",
];

/// Verbs that put something into another form: "convert the text into a list of steps".
pub(super) const TRANSFORMING: [&str; 7] = ["convert", "transform", "parse", "turn", "split", "restructure", "break"];

/// Forms that may be written as data.
pub(super) const LISTS: [&str; 9] =
    ["list", "lists", "array", "arrays", "table", "tuples", "dictionary", "structure", "sequence"];

/// Verbs for a pasted object: the next answers are such objects too.
pub(super) const DONE_WITH_OBJECTS: [&str; 18] = [
    "translate", "convert", "transform", "fix", "correct", "repair", "complete", "extend", "fill", "rename", "sort",
    "merge", "reformat", "format", "validate", "return", "respond", "reply",
];

/// Names for calls in messages.
pub(super) const CALLS: [[&str; 2]; 12] = [
    ["tool", "call"],
    ["tool", "calls"],
    ["tool", "calling"],
    ["tool", "use"],
    ["tool", "invocation"],
    ["function", "call"],
    ["function", "calls"],
    ["function", "calling"],
    ["function", "invocation"],
    ["chat", "template"],
    ["prompt", "format"],
    ["prompt", "template"],
];
pub(super) const CALL_WORDS: [&str; 6] =
    ["tool_call", "tool_calls", "function_call", "function_calls", "tool_use", "toolcall"];

/// Words that ask to see a call, or how one is written.
pub(super) const CALL_SHOWN: [&str; 23] = [
    "show", "give", "write", "print", "explain", "describe", "example", "examples", "sample", "format", "syntax",
    "template", "look", "looks", "what", "what's", "how", "why", "which", "demonstrate", "generate", "produce",
    "simulate",
];

/// Words that ask to see something that is only named "a call".
pub(super) const CALL_EXAMPLE: [&str; 6] = ["example", "examples", "sample", "format", "syntax", "template"];
