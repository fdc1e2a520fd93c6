//! A proposal removes all of a claim and nothing else: for every example of the registry, every case, and variants of
//! them with a piece lost, doubled, wrapped or put next to another syntax.

use std::collections::HashMap;

use ghostcall::audit::{Gateway, Options};
use ghostcall::claim::has_leftovers;
use ghostcall::gate::{ActionContext, ReplyGate};
use ghostcall::proposal::Finding;
use ghostcall::registry::Registry;
use ghostcall::source::profile;
use ghostcall::verdict::{Remedy, Warning};
use serde_json::{Value, json};

use super::targets::Target;

/// A plain `cargo test` tries one of this many variants; with `GHOSTCALL_FUZZ_ROUNDS`, all.
const STRIDE: usize = 7;

/// The cases of other tests, with their texts and the user's messages.
const CASES: [&str; 5] = [
    include_str!("../cases/leaks.jsonl"),
    include_str!("../cases/own.jsonl"),
    include_str!("../cases/payloads.jsonl"),
    include_str!("../cases/traps.jsonl"),
    include_str!("../cases/pairs.jsonl"),
];

/// Judges messages, and checks the properties of every proposal.
pub(crate) struct Proposals {
    registry: Registry,
    gateway: Gateway,
    conversations: u64,
    found: usize,
    left_over: usize,
}

impl Proposals {
    pub(crate) fn new() -> Self {
        let registry = Registry::builtin().unwrap();
        let options = Options::at("2026-02-03T09:00:00Z".parse().unwrap());
        let gateway = Gateway::new(registry.clone(), profile::gateway().unwrap(), None, options);
        Self { registry, gateway, conversations: 0, found: 0, left_over: 0 }
    }

    /// The finding of a message, given the tools that ran.
    fn finding(&mut self, text: &str, asked: Option<&str>, tools: &[String]) -> Finding {
        self.conversations += 1;
        let conversation = self.conversations;
        if let Some(asked) = asked {
            let line = json!({"conversation_id": conversation, "role": "user", "content": asked});
            self.gateway.judge(&line.to_string()).unwrap();
        }
        let line = json!({"conversation_id": conversation, "agent_id": 1, "content": text, "tools_used": tools});
        self.gateway.judge(&line.to_string()).unwrap()
    }

    /// The first property that a proposal for a text violates.
    fn complaint(&mut self, text: &str, asked: Option<&str>) -> Option<String> {
        let finding = self.finding(text, asked, &[]);
        if finding.claims.is_empty() {
            return None;
        }
        self.found += 1;
        if finding.warnings.contains(&Warning::Leftover) {
            self.left_over += 1;
            let is_kept_back =
                finding.remedy == Some(Remedy::Review) && !finding.in_bulk() && finding.obstacle().is_some();
            return (!is_kept_back).then(|| "it leaves something, and may be taken in bulk".to_owned());
        }
        let cleaned = &finding.cleaned;
        let recovered = finding.claims.iter().filter(|judged| judged.remedy == Remedy::Recover);
        let tools: Vec<String> = recovered.filter_map(|judged| judged.claim.tool.clone()).collect();
        let again = self.finding(cleaned, asked, &tools);
        if let Some(judged) = again.claims.first() {
            return Some(format!("{cleaned:?} claims {:?} once more", judged.claim.span.of(cleaned)));
        }
        let known = self.registry.call_tokens();
        if has_leftovers(cleaned, &[], known) {
            return Some(format!("{cleaned:?} holds stray tokens"));
        }
        let mut outside: HashMap<&str, usize> = HashMap::new();
        for token in known.all(text) {
            let is_claimed = |judged: &ghostcall::proposal::JudgedClaim| {
                judged.claim.span.start <= token.place.start && token.place.end <= judged.claim.span.end
            };
            if !finding.claims.iter().any(is_claimed) {
                *outside.entry(&text[token.place]).or_default() += 1;
            }
        }
        for token in known.all(cleaned) {
            let count = outside.entry(&cleaned[token.place.clone()]).or_default();
            if *count == 0 {
                return Some(format!("{cleaned:?} holds {:?}, which only a claim held", &cleaned[token.place]));
            }
            *count -= 1;
        }
        let is_corrected = finding.claims.iter().any(|judged| judged.remedy == Remedy::Correct);
        let nothing = ActionContext::of_request(&json!({"plan": {"action": "NOOP"}})).unwrap();
        let output = ReplyGate::new(self.registry.statements()).judge(&nothing, cleaned);
        (is_corrected && !output.truthful).then(|| format!("{cleaned:?} is corrected, and not true"))
    }
}

impl Target for Proposals {
    fn feed(&mut self, text: &str) -> bool {
        let found = self.found;
        if let Some(complaint) = self.complaint(text, None) {
            panic!("{complaint}");
        }
        self.found > found
    }
}

/// All examples of the registry: those that match and those that must not.
pub(crate) fn examples() -> Vec<String> {
    let registry = Registry::builtin().unwrap();
    let of_syntaxes = registry.syntaxes().iter().map(|syntax| &syntax.examples);
    let of_patterns = registry.patterns().iter().map(|pattern| &pattern.examples);
    let of_statements = registry.statements().entries().iter().map(|statement| &statement.examples);
    let all = of_syntaxes.chain(of_patterns).chain(of_statements);
    all.flat_map(|examples| examples.matching.iter().chain(&examples.not)).cloned().collect()
}

/// The texts of the cases, each with the user's message before it.
fn cases() -> Vec<(String, Option<String>)> {
    let lines = CASES.iter().flat_map(|cases| cases.lines());
    let cases = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let texts = cases.flat_map(|case| [case["trap"].clone(), case["leak"].clone(), case]);
    let text = |case: Value| Some((case["text"].as_str()?.to_owned(), case["asked"].as_str().map(str::to_owned)));
    texts.filter_map(text).collect()
}

/// Texts to put next to and around another.
const BESIDE: [(&str, &str); 18] = [
    ("Sure. ", ""),
    ("", "Noted."),
    ("Sure.\n\n", "\n\nNoted."),
    ("<think>I should.</think>", ""),
    ("<think>", "</think>\nNoted."),
    ("<think>I should.\n", ""),
    ("<|tool_calls_section_begin|>", "<|tool_call_end|><|tool_calls_section_end|>Noted."),
    ("<|tool_call|>", " Noted."),
    ("Noted.<|function_call|>", ""),
    ("<|python_start|>", " <|python_end|>Noted."),
    ("<tool_call>", ""),
    ("", "\n</tool_call>"),
    ("Sure.<tool_call>list the things\n</tool_call>", ""),
    ("", ", \"mood\": \"calm\"}Noted."),
    ("", "\n\n> As you said.\n\nNoted."),
    ("{", "} Noted."),
    ("&lt;tool_call&gt;", "</tool_call> Noted."),
    ("", "<end_of_turn>"),
];

/// Variants of a text with each token missing, doubled or last, and with other texts next to it.
fn changed(text: &str, registry: &Registry) -> Vec<String> {
    let tokens = registry.call_tokens().all(text);
    let mut all = Vec::new();
    for token in &tokens {
        let (before, after) = (&text[..token.place.start], &text[token.place.end..]);
        let own = &text[token.place.clone()];
        all.extend([
            format!("{before}{after}"),
            format!("{before}{own}{own}{after}"),
            format!("{before}{own}\n{after}"),
        ]);
        all.extend([before.to_owned(), format!("{before}{own}"), format!("{own}{after}"), after.to_owned()]);
    }
    let middle = (0..=text.len() / 2).rev().find(|place| text.is_char_boundary(*place)).unwrap_or(0);
    all.extend([
        text[..middle].to_owned(),
        text[middle..].to_owned(),
        format!("{text}{text}"),
        format!("{text}\n{text}"),
    ]);
    all.extend(BESIDE.iter().map(|(before, behind)| format!("{before}{text}{behind}")));
    all
}

/// Tries texts; returns the number of findings, and of those with leftovers.
fn try_all(texts: impl Iterator<Item = (String, Option<String>)>) -> (usize, usize) {
    let mut proposals = Proposals::new();
    let mut wrong = Vec::new();
    for (text, asked) in texts {
        if let Some(complaint) = proposals.complaint(&text, asked.as_deref()) {
            wrong.push(format!("{text:?}\n    {complaint}"));
        }
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
    (proposals.found, proposals.left_over)
}

#[test]
fn what_is_proposed_takes_all_of_a_claim_however_it_is_damaged() {
    let lines: Vec<String> = examples().iter().map(|text| json!(text).to_string()).collect();
    super::run(&mut Proposals::new(), &lines.join("\n"));
}

#[test]
fn what_is_proposed_for_an_example_or_a_case_takes_all_of_a_claim() {
    let examples = examples().into_iter().map(|text| (text, None));
    let (found, left_over) = try_all(examples.chain(cases()));
    eprintln!("{found} findings, {left_over} of them would leave something");
    assert!(found > 500 && left_over * 20 < found, "{left_over} of {found}");
}

#[test]
fn what_is_proposed_takes_all_of_a_claim_whatever_is_next_to_it_and_whatever_is_lost() {
    let registry = Registry::builtin().unwrap();
    let stride = if std::env::var_os("GHOSTCALL_FUZZ_ROUNDS").is_some() { 1 } else { STRIDE };
    let texts = examples().into_iter().map(|text| (text, None)).chain(cases());
    let changed =
        texts.flat_map(|(text, asked)| changed(&text, &registry).into_iter().map(move |text| (text, asked.clone())));
    let (found, left_over) = try_all(changed.step_by(stride));
    eprintln!("{found} findings, {left_over} of them would leave something");
    assert!(left_over * 3 < found, "{left_over} of {found}");
}

/// Leftovers around a call, of every kind that a removal once missed.
const DEBRIS: [(&str, &str); 34] = [
    ("", ", mood: calm}"),
    ("", ", \"mood\": calm}"),
    ("", ", 'mood': 'calm'}"),
    ("", "\"mood\": \"calm\"}"),
    ("", "; \"mood\": \"calm\"}"),
    ("", "\n\"mood\": \"calm\"}"),
    ("", "\"}"),
    ("", "'}"),
    ("", "`}"),
    ("", ",}"),
    ("", ";}"),
    ("", ".}"),
    ("", "%}"),
    ("", " }, {"),
    ("", ", {\"name\": \"sa"),
    ("", ", {success: tr"),
    ("{", "}"),
    ("[", "]"),
    ("```json\n", ""),
    ("&lt;tool_call&gt;", "</tool_call>"),
    ("&lt;tool_call&gt;", ""),
    ("", "&lt;/tool_call&gt;"),
    ("", "</tool_call>"),
    ("", "</s>"),
    ("<s>", ""),
    ("", "<end_of_turn>"),
    ("", "<eos>"),
    ("<bos>", ""),
    ("", "<end_of_turn>\n<start_of_turn>model"),
    ("[INST]", "[/INST]"),
    ("", "<|im_end|>"),
    ("", "\n</tool_calls>"),
    ("<|tool_call|>", ""),
    ("", ">"),
];

/// Markup that is cut off at the end of a text.
const CUT: [&str; 6] = ["</tool_cal", "<|im_end", "</", "<|", "</s", "&lt;/tool_c"];

/// Two calls that are complete by themselves.
const CALLS: [&str; 2] = [
    "{success: true, memory_type: \"core\", content: \"Likes tea.\"}",
    "<tool_call>{\"name\": \"save_memory\", \"arguments\": {\"memory_type\": \"core\", \"content\": \"Tea\"}}</tool_call>",
];

#[test]
fn no_debris_around_a_call_stays_in_an_answer_without_a_warning() {
    let mut proposals = Proposals::new();
    let mut wrong = Vec::new();
    for call in CALLS {
        let around = DEBRIS.iter().map(|(before, behind)| format!("{before}{call}{behind} Noted."));
        let cut = CUT.iter().map(|cut| format!("Noted. {call}{cut}"));
        for text in around.chain(cut) {
            let finding = proposals.finding(&text, None, &[]);
            let is_clean = finding.cleaned.trim() == "Noted.";
            if finding.in_bulk() && !is_clean {
                wrong.push(format!("{text:?}\n    {:?}", finding.cleaned));
            }
        }
        for quoted in ["\n\n> As you said, tea.\n\nNoted.", " Noted :] so.", "\n\n1) tea\n2) [milk](http://a.b/c)"] {
            let finding = proposals.finding(&format!("{call}{quoted}"), None, &[]);
            assert!(!finding.warnings.contains(&Warning::Leftover), "{quoted}");
        }
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n"));
}
