//! Sentences in several languages, with traps: the same negated, asked, conditional, or about somebody else.

use super::super::sentence::{Analysis, sentences};
use super::{Form, denial, frames, language_of};
use crate::registry::{ActionKind, ActionKinds, Forms, Lexicon, Registry, Verb, Word, WordClasses};

/// The first frame of a text: its form, its kinds of action, its head, and its denial.
type Read = (Form, ActionKinds, Option<String>, Option<String>);

fn read(registry: &Registry, language: &str, text: &str) -> Option<Read> {
    let statements = registry.statements();
    let words = statements.words().iter().find(|words| words.language == language).unwrap();
    let lists = statements.language(language).unwrap();
    sentences(text, &[], statements.languages()).iter().find_map(|sentence| {
        let sentence = sentence.in_words(text, words);
        let analysis = Analysis::new(&sentence, lists);
        let found = frames(&analysis, words);
        found.first().map(|frame| (frame.form, frame.kinds, frame.head.clone(), denial(frame, text)))
    })
}

fn words<'r>(registry: &'r Registry, language: &str) -> &'r Lexicon {
    registry.statements().words().iter().find(|words| words.language == language).unwrap()
}

/// The verbs whose first participle cannot be another kind of word.
fn plain(words: &Lexicon) -> impl Iterator<Item = &Verb> {
    words.verbs().iter().filter(|verb| {
        // A verb that can be asked for but not reported has no participle.
        let is_plain = |word: &Word| {
            let is_participle = word.verb.is_some_and(|(_, forms)| forms.has(Forms::PARTICIPLE));
            is_participle && word.classes == WordClasses::default() && word.thing.is_none()
        };
        words.word(&verb.participle).is_some_and(is_plain)
    })
}

#[test]
fn sentences_of_each_language_are_read() {
    use ActionKind::{Add, Book, Cancel, Change, Control, Create, Pay, Remind, Send};
    use Form::{Active, Elliptic, Future, Passive, Progressive, State};
    let registry = Registry::builtin().unwrap();
    let cases = [
        (
            "de",
            "Ich habe Ihren Zahnarzttermin am kommenden Donnerstag um halb neun soeben abgesagt.",
            Active,
            Cancel,
            Some("appointment"),
        ),
        ("de", "Gerne, die Rechnung habe ich dir an deine neue Adresse geschickt.", Active, Send, Some("bill")),
        ("de", "Soeben wurde Ihr Flug nach Oslo umgebucht.", Passive, Change, Some("flight")),
        ("de", "Der Wecker ist jetzt auf 6 Uhr gestellt.", State, Change, Some("alarm")),
        ("de", "Erinnerung für morgen erstellt.", Elliptic, Create, Some("reminder")),
        ("de", "Ich erinnere dich um acht an den Kuchen.", Future, Remind, None),
        ("de", "Ich sage jetzt deinen Termin ab.", Progressive, Cancel, Some("appointment")),
        ("de", "Ich kann bestätigen, dass ich die Bestellung storniert habe.", Active, Cancel, Some("order")),
        ("de", "Ich konnte den Tisch für vier Personen reservieren.", Active, Book, Some("table")),
        ("de", "Das Licht im Flur ist jetzt aus.", State, Control, Some("light")),
        ("pt", "Pronto, cancelei a sua reserva.", Active, Cancel, Some("reservation")),
        ("pt", "Já te enviei o recibo por e-mail.", Active, Send, None),
        ("pt", "Enviei-lhe a fatura.", Active, Send, Some("bill")),
        ("pt", "A sua consulta foi remarcada para terça.", Passive, Change, Some("appointment")),
        ("pt", "Foi cancelada.", Passive, Cancel, None),
        ("pt", "O alarme das sete está agora desligado.", State, Control, None),
        ("pt", "Lembrete criado para as oito!", Elliptic, Create, Some("reminder")),
        ("pt", "Consegui reservar uma mesa junto à janela.", Active, Book, Some("table")),
        ("pt", "Acabei de pagar a conta.", Active, Pay, None),
        ("fr", "J'ai annulé votre commande.", Active, Cancel, Some("order")),
        ("fr", "Nous vous avons envoyé la facture.", Active, Send, Some("bill")),
        ("fr", "Je l'ai ajoutée à votre panier.", Active, Add, None),
        ("fr", "L'alarme de sept heures a bien été désactivée.", Passive, Control, None),
        ("fr", "Votre billet est désormais annulé.", State, Cancel, Some("ticket")),
        ("fr", "C'est noté.", State, Add, None),
        ("fr", "Rappel créé pour demain.", Elliptic, Create, Some("reminder")),
        ("fr", "Je viens d'enregistrer votre note.", Active, Book, Some("note")),
        ("fr", "Je vous rappellerai demain à neuf heures.", Future, Remind, None),
        ("fr", "Le train vient d'être annulé.", Passive, Cancel, Some("train")),
        ("pt", "A reserva acaba de ser cancelada.", Passive, Cancel, Some("reservation")),
        ("fr", "Lumière du bureau éteinte.", Elliptic, Control, Some("light")),
        ("de", "Timer um 2 Stunden, 5 Minuten und 30 Sekunden verlängert.", Elliptic, Change, None),
        ("fr", "Le remboursement a été effectué.", Passive, Pay, Some("refund")),
    ];
    for (language, text, form, kind, about) in cases {
        let (said, kinds, head, _) = read(&registry, language, text).unwrap_or_else(|| panic!("nothing in {text}"));
        assert!(said == form && kinds.has(kind), "{text}: {said:?} {kinds:?}");
        assert!(about.is_none_or(|about| head.as_deref() == Some(about)), "{text}: {head:?}");
    }
}

#[test]
fn what_nobody_claims_is_no_frame() {
    let registry = Registry::builtin().unwrap();
    let cases = [
        ("de", "Haben Sie den Termin schon abgesagt?"),
        ("de", "Sie haben die Bestellung am Montag storniert."),
        ("de", "Die Notiz, die ich gespeichert habe, steht oben."),
        ("de", "Das Hotel liegt an der Bucht."),
        ("de", "Das Treffen ist an der Universität."),
        ("de", "Ich könnte den Flug umbuchen."),
        ("de", "Sobald Sie zustimmen, wird die Buchung storniert."),
        ("de", "Ich lese, dass der Flug gestrichen wurde."),
        ("de", "Ich storniere die Buchung nicht."),
        ("de", "Ich erinnere mich gern an den Urlaub."),
        ("pt", "Vou lembrar do passeio de hoje."),
        ("pt", "Você cancelou a reserva ontem."),
        ("pt", "A nota que salvei está na lista."),
        ("pt", "O pedido chega amanhã."),
        ("pt", "Posso cancelar a sua reserva?"),
        ("pt", "Ainda não enviei o recibo."),
        ("pt", "Se eu cancelei a reserva, o valor volta."),
        ("fr", "Vous avez annulé votre commande."),
        ("fr", "Je n'ai pas annulé votre commande."),
        ("fr", "La note que j'ai enregistrée est ici."),
        ("fr", "Annulez votre commande dans votre espace client."),
        ("fr", "Le musée est ouvert en été."),
        ("fr", "Je peux annuler votre commande."),
        ("fr", "Si la commande a été annulée, vous recevrez un message."),
    ];
    for (language, text) in cases {
        let found = read(&registry, language, text);
        let claims = found.filter(|(form, ..)| *form != Form::State);
        assert!(claims.is_none(), "{text}: {claims:?}");
    }
}

#[test]
fn a_correction_is_a_sentence_of_its_language() {
    let registry = Registry::builtin().unwrap();
    let cases = [
        ("de", "Ich habe Ihren Termin soeben abgesagt.", "Ich habe Ihren Termin nicht abgesagt."),
        ("de", "Ich habe eine Erinnerung für morgen erstellt.", "Ich habe keine Erinnerung erstellt."),
        ("de", "Den Wecker haben wir gestellt.", "Wir haben den Wecker nicht gestellt."),
        ("de", "Soeben wurde dein Flug umgebucht.", "Dein Flug wurde nicht umgebucht."),
        ("de", "Ihre Flüge wurden storniert.", "Ihre Flüge wurden nicht storniert."),
        ("de", "Termin abgesagt!", "Termin nicht abgesagt."),
        ("pt", "Cancelei a sua reserva.", "Não cancelei a sua reserva."),
        ("pt", "Cancelei-a agora mesmo.", "Nada foi cancelado."),
        ("pt", "As reservas foram canceladas.", "As reservas não foram canceladas."),
        ("pt", "Lembrete criado!", "Lembrete não criado."),
        ("fr", "J'ai annulé votre commande.", "Je n'ai pas annulé votre commande."),
        ("fr", "Nous avons mis à jour l'adresse.", "Nous n'avons pas mis à jour l'adresse."),
        ("fr", "Vos commandes ont été annulées.", "Vos commandes n'ont pas été annulées."),
        ("fr", "Je l'ai annulée.", "Rien n'a été annulé."),
    ];
    for (language, text, corrected) in cases {
        let (.., denied) = read(&registry, language, text).unwrap_or_else(|| panic!("nothing in {text}"));
        assert_eq!(denied.as_deref(), Some(corrected), "{text}");
        assert!(read(&registry, language, corrected).is_none(), "{corrected}");
    }
}

/// For each language, sentences with a participle that report the author's action, and others that do not.
const BY_PARTICIPLE: [(&str, &[&str], &[&str]); 7] = [
    (
        "en",
        &["I have {} it.", "We've just {} it for you.", "It has been {}."],
        &[
            "I have not {} it.",
            "Have I {} it?",
            "If I have {} it, I will write.",
            "Maria has {} it.",
            "It has never been {}.",
            "It could have been {}.",
            "She said: \"I have {} it.\"",
        ],
    ),
    (
        "es",
        &["Lo he {}.", "Eso ya ha sido {}.", "Hemos {} todo."],
        &[
            "No lo he {}.",
            "¿Lo he {}?",
            "Si lo he {}, te escribo.",
            "María lo ha {}.",
            "Eso todavía no ha sido {}.",
            "Eso podría ser {}.",
            "Ella dijo: «Lo he {}».",
        ],
    ),
    (
        "zh",
        &["我已经{}了订单。", "已为您{}。"],
        &[
            "我没有{}订单。",
            "我已经{}了订单吗？",
            "如果我已经{}了订单，您会收到邮件。",
            "他已经{}了订单。",
            "订单还没{}。",
            "您可以{}订单。",
            "她说：“我已经{}了订单。”",
        ],
    ),
    (
        "zh-hant",
        &["我已經{}了訂單。", "已為您{}。"],
        &[
            "我沒有{}訂單。",
            "我已經{}了訂單嗎？",
            "如果我已經{}了訂單，您會收到郵件。",
            "他已經{}了訂單。",
            "訂單還沒{}。",
            "您可以{}訂單。",
            "她說：「我已經{}了訂單。」",
        ],
    ),
    (
        "de",
        &["Ich habe es gerade {}.", "Ihr Auftrag wurde {}.", "Das habe ich für Sie {}."],
        &[
            "Ich habe es nicht {}.",
            "Habe ich es {}?",
            "Wenn ich es {} habe, schreibe ich.",
            "Maria hat es {}.",
            "Ihr Auftrag wurde noch nicht {}.",
            "Ihr Auftrag könnte {} werden.",
            "Sie sagte: „Ich habe es {}.“",
        ],
    ),
    (
        "pt",
        &["Isso já foi {}."],
        &[
            "Isso não foi {}.",
            "Isso foi {}?",
            "Se isso foi {}, eu aviso.",
            "Ela disse: “Isso foi {}.”",
            "Isso seria {}.",
        ],
    ),
    (
        "fr",
        &["Je l'ai {}.", "J'ai tout {}.", "Votre dossier a été {}."],
        &[
            "Je ne l'ai pas {}.",
            "Ai-je tout {} ?",
            "Si j'ai tout {}, je vous écris.",
            "Marie a tout {}.",
            "Votre dossier n'a pas été {}.",
            "Elle a dit : « J'ai tout {}. »",
            "Votre dossier serait {}.",
        ],
    ),
];

#[test]
fn every_verb_is_said_as_done_and_taken_back() {
    let registry = Registry::builtin().unwrap();
    let mut wrong = Vec::new();
    for (language, said, traps) in BY_PARTICIPLE {
        let known = words(&registry, language);
        // "It has been written" leaves open where it is.
        let places = |verb: &&Verb| {
            known.placing.iter().any(|place| known.verb(*place).is_some_and(|placing| placing.base == verb.base))
        };
        for verb in plain(known).filter(|verb| !places(verb)) {
            let filled = |form: &&str| form.replace("{}", &verb.participle);
            // "Pasado" is also a word of time.
            let said = said.iter().map(filled).filter(|text| !is_past(&registry, language, text));
            wrong.extend(said.filter(|text| read(&registry, language, text).is_none()));
            wrong.extend(traps.iter().map(filled).filter(|text| read(&registry, language, text).is_some()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether a text is about the past.
fn is_past(registry: &Registry, language: &str, text: &str) -> bool {
    let statements = registry.statements();
    let read = sentences(text, &[], statements.languages());
    read.iter().any(|sentence| Analysis::new(sentence, statements.language(language).unwrap()).is_past())
}

#[test]
fn every_portuguese_verb_names_its_author() {
    let registry = Registry::builtin().unwrap();
    for past in words(&registry, "pt").verbs().iter().filter_map(|verb| verb.past.as_deref()) {
        for form in ["Já {} tudo.", "Eu {} tudo.", "{}-o agora."] {
            let text = form.replace("{}", past);
            assert!(read(&registry, "pt", &text).is_some(), "{text}");
        }
        for form in ["Não {} nada.", "Eu {} tudo?", "Se {} tudo, aviso.", "Quase {} tudo."] {
            let text = form.replace("{}", past);
            assert!(read(&registry, "pt", &text).is_none(), "{text}");
        }
    }
}

#[test]
fn every_language_has_a_verb_of_every_kind() {
    let registry = Registry::builtin().unwrap();
    let names: Vec<_> = registry.statements().words().iter().map(|words| words.language.as_str()).collect();
    assert!(["en", "de", "pt", "fr"].iter().all(|name| names.contains(name)), "{names:?}");
    for words in registry.statements().words() {
        let all = words.verbs().iter().fold(ActionKinds::default(), |all, verb| all.and(verb.kinds));
        let missing: Vec<_> = words.verbs().iter().filter(|verb| verb.kinds.first().is_none()).collect();
        assert!(missing.is_empty() && all.has(ActionKind::Complete) && words.verbs().len() > 180, "{}", words.language);
    }
}

#[test]
fn a_language_is_recognised_by_what_is_written_together() {
    let registry = Registry::builtin().unwrap();
    let language_code = |text: &str| language_of(text, registry.statements()).unwrap().0.language.clone();
    assert_eq!(language_code("L'alarme n'est qu'un exemple."), "fr");
    assert_eq!(language_code("Lembra-me de regar as plantas amanhã."), "pt");
    assert_eq!(language_code("Der Zahnarzttermin steht."), "de");
}
