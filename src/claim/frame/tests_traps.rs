//! For every verb of every language: what is negated, asked, conditional, or about somebody else is no claim.

use super::tests::says;
use crate::registry::{Registry, Verb};

/// Templates of a language: requests, objects, reports, and sentences that report nothing.
struct Traps {
    language: &'static str,
    asked: &'static str,
    things: [&'static str; 4],
    said: &'static str,
    not_said: &'static [&'static str],
}

const ALL: [Traps; 6] = [
    Traps {
        language: "de",
        asked: "Bitte {thing} {base}.",
        things: ["den Termin", "die Bestellung", "das Licht", "den Flug"],
        said: "Ich habe {thing} {participle}.",
        not_said: &[
            "Ich habe {thing} nicht {participle}.",
            "Habe ich {thing} {participle}?",
            "Er sagte: „Ich habe {thing} {participle}.“",
            "Jemand hat {thing} {participle}.",
            "Wenn ich {thing} {participle} habe, sag es mir.",
            "Es wurde nie {participle}.",
            "Ich könnte {thing} {participle} haben.",
        ],
    },
    Traps {
        language: "es",
        asked: "Por favor, {base} {thing}.",
        things: ["la cita", "el pedido", "la luz", "el vuelo"],
        said: "He {participle} {thing}.",
        not_said: &[
            "No he {participle} {thing}.",
            "¿He {participle} {thing}?",
            "Dijo: «He {participle} {thing}.»",
            "Ella ha {participle} {thing}.",
            "Si he {participle} {thing}, dímelo.",
            "No se ha {participle} {thing}.",
            "Podría haber {participle} {thing}.",
        ],
    },
    Traps {
        language: "fr",
        asked: "{base} {thing}, s'il vous plaît.",
        things: ["le rendez-vous", "la commande", "la lumière", "le vol"],
        said: "J'ai {participle} {thing}.",
        not_said: &[
            "Je n'ai pas {participle} {thing}.",
            "Est-ce que j'ai {participle} {thing} ?",
            "Il a dit : « J'ai {participle} {thing}. »",
            "Elle a {participle} {thing}.",
            "Si j'ai {participle} {thing}, dites-le-moi.",
            "Cela n'a jamais été {participle}.",
            "J'aurais {participle} {thing}.",
        ],
    },
    Traps {
        language: "pt",
        asked: "Por favor, {base} {thing}.",
        things: ["a consulta", "o pedido", "a luz", "o voo"],
        said: "Já {past} {thing}.",
        not_said: &[
            "Não {past} {thing}.",
            "Será que {past} {thing}?",
            "Ele disse: \"Já {past} {thing}.\"",
            "Se {past} {thing}, diga-me.",
            "Isso nunca foi {participle}.",
            "Alguém {past} {thing}.",
        ],
    },
    Traps {
        language: "zh",
        asked: "请{base}{thing}。",
        things: ["会议", "订单", "灯", "航班"],
        said: "我已{base}{thing}。",
        not_said: &[
            "我没有{base}{thing}。",
            "我已{base}{thing}了吗？",
            "他说：“我已{base}{thing}。”",
            "她已{base}{thing}。",
            "如果我已{base}{thing}，请告诉我。",
            "我可以{base}{thing}。",
        ],
    },
    Traps {
        language: "zh-hant",
        asked: "請{base}{thing}。",
        things: ["會議", "訂單", "燈", "航班"],
        said: "我已{base}{thing}。",
        not_said: &[
            "我沒有{base}{thing}。",
            "我已{base}{thing}了嗎？",
            "他說：「我已{base}{thing}。」",
            "她已{base}{thing}。",
            "如果我已{base}{thing}，請告訴我。",
            "我可以{base}{thing}。",
        ],
    },
];

fn filled(template: &str, verb: &Verb, thing: &str) -> String {
    let past = verb.past.as_deref().unwrap_or(&verb.base);
    let said = template.replace("{base}", &verb.base).replace("{participle}", &verb.participle);
    said.replace("{past}", past).replace("{thing}", thing)
}

#[test]
fn what_is_not_said_as_done_of_a_verb_is_no_claim() {
    let registry = Registry::builtin().unwrap();
    for Traps { language, asked, things, said, not_said } in ALL {
        let words = registry.statements().words().iter().find(|words| words.language == language).unwrap();
        let mut found = 0;
        for (number, verb) in words.verbs().iter().enumerate() {
            let thing = things[number % things.len()];
            let asked = filled(asked, verb, thing);
            // To save time, each verb is tried with every other template.
            for template in not_said.iter().skip(number % 2).step_by(2) {
                let answer = filled(template, verb, thing);
                assert!(!says(&[&asked], &answer, None), "{asked} -> {answer}");
            }
            found += usize::from(says(&[&asked], &filled(said, verb, thing), None));
        }
        // A few participles may be other kinds of words as well.
        assert!(found * 10 > words.verbs().len() * 6, "{language}: {found} of {}", words.verbs().len());
    }
}
