//! The fuzz targets, with the properties of each result.

use ghostcall::audit::{Gateway, Options};
use ghostcall::catalog::Catalog;
use ghostcall::claim::payload::{self, Grammar};
use ghostcall::claim::{self, Context, Span};
use ghostcall::document::AnyValue;
use ghostcall::gate::{ActionContext, ReplyGate};
use ghostcall::plan;
use ghostcall::registry::Registry;
use ghostcall::source::chat_log::{LogRules, read_line};
use ghostcall::source::{Profile, profile};
use serde_json::Value;

/// A part of the program that reads foreign text.
pub(crate) trait Target {
    /// Reads a text; returns whether it found anything in it.
    fn feed(&mut self, text: &str) -> bool;
}

#[track_caller]
fn assert_within(text: &str, span: Span) {
    assert!(span.start <= span.end && span.end <= text.len(), "{span:?}");
    assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?}");
}

/// The reader of payloads.
pub(crate) struct Reader;

impl Target for Reader {
    fn feed(&mut self, text: &str) -> bool {
        let payloads = payload::read_all(text);
        let mut end = 0;
        for payload in &payloads {
            assert_within(text, payload.span);
            assert!(end <= payload.span.start);
            end = payload.span.end;
        }
        for grammar in [Grammar::Keywords, Grammar::XmlParameters, Grammar::Bare, Grammar::React] {
            if let Some(payload) = payload::read_body(grammar, text, 0, &["a", "content"]) {
                assert_within(text, payload.span);
            }
        }
        !payloads.is_empty()
    }
}

/// All built-in syntaxes, patterns and statements.
pub(crate) struct Syntaxes {
    registry: Registry,
}

impl Syntaxes {
    pub(crate) fn new() -> Self {
        Self { registry: Registry::builtin().unwrap() }
    }
}

impl Target for Syntaxes {
    fn feed(&mut self, text: &str) -> bool {
        let claims = claim::find(text, &self.registry, Context { stamps: true, ..Context::default() });
        for claim in &claims {
            assert_within(text, claim.span);
            claim.payload.iter().for_each(|span| assert_within(text, *span));
        }
        !claims.is_empty()
    }
}

/// Files of syntaxes, patterns and statements.
pub(crate) struct RegistryFile;

impl Target for RegistryFile {
    fn feed(&mut self, text: &str) -> bool {
        const MESSAGE: &str =
            "<t>{name: 'a', a: {x: 1}}</t> {\"c\": \"aaa\", \"reply\": \"x\"} I've watered the beans.";
        match Registry::of("fuzz", text) {
            Ok(registry) => {
                for claim in claim::find(MESSAGE, &registry, Context::default()) {
                    assert_within(MESSAGE, claim.span);
                }
                true
            }
            Err(mistake) => {
                assert!(mistake.line > 0 && mistake.column > 0 && !mistake.reason.is_empty());
                false
            }
        }
    }
}

/// Profiles.
pub(crate) struct ProfileFile;

impl Target for ProfileFile {
    fn feed(&mut self, text: &str) -> bool {
        let is_read = Profile::parse("fuzz", text).is_ok();
        let mistakes = Profile::mistakes("fuzz", text);
        assert!(mistakes.iter().all(|mistake| mistake.line > 0 && mistake.column > 0));
        assert!(is_read || !mistakes.is_empty(), "refused without a reason");
        is_read
    }
}

/// Plans, checked against a catalog.
pub(crate) struct Plans {
    catalog: Catalog,
}

impl Plans {
    pub(crate) fn new() -> Self {
        let tools = include_str!("../../sample-data/planner-tools.json");
        Self { catalog: Catalog::parse("tools", tools).unwrap() }
    }
}

impl Target for Plans {
    fn feed(&mut self, text: &str) -> bool {
        let Ok(read) = plan::read(text) else { return false };
        let report = plan::validate(&read, &self.catalog);
        assert_eq!(report.valid, report.count(plan::Severity::Error) == 0);
        let _ = plan::feedback(&report, &self.catalog);
        !plan::outline(&read).is_empty()
    }
}

/// Catalogs.
pub(crate) struct CatalogFile;

impl Target for CatalogFile {
    fn feed(&mut self, text: &str) -> bool {
        let Ok(catalog) = Catalog::parse("fuzz", text) else { return false };
        let _ = catalog.suggest("sendMail", None);
        for tool in catalog.tools() {
            assert!(catalog.resolve(&tool.name).is_some(), "{}", tool.name);
        }
        true
    }
}

/// Lines of logs, for `import` and for `check`.
pub(crate) struct Lines {
    gateway: Gateway,
}

impl Lines {
    pub(crate) fn new() -> Self {
        let options = Options::at("2026-02-03T09:00:00Z".parse().unwrap());
        let gateway = Gateway::new(Registry::builtin().unwrap(), profile::gateway().unwrap(), None, options);
        Self { gateway }
    }
}

impl Target for Lines {
    fn feed(&mut self, text: &str) -> bool {
        let line = text.replace('\n', " ");
        let is_kept = read_line(&line, 7, &LogRules::default()).is_ok();
        let Ok(finding) = self.gateway.judge(&line) else { return is_kept };
        for claim in &finding.claims {
            assert_within(&finding.message.text, claim.claim.span);
        }
        true
    }
}

/// Replies, checked against what happened.
pub(crate) struct Replies {
    registry: Registry,
}

impl Replies {
    pub(crate) fn new() -> Self {
        Self { registry: Registry::builtin().unwrap() }
    }
}

impl Target for Replies {
    fn feed(&mut self, text: &str) -> bool {
        let Ok(AnyValue(request)) = serde_json::from_str::<AnyValue>(text) else { return false };
        let context = match request.get("context") {
            Some(context) => ActionContext::read(context),
            None => ActionContext::of_request(&request),
        };
        let Ok(context) = context else { return false };
        let reply = request.get("reply").and_then(Value::as_str).unwrap_or(text);
        let judged = ReplyGate::new(self.registry.statements()).judge(&context, reply);
        for claim in &judged.claims {
            assert_within(reply, claim.span);
            assert_eq!(claim.span.of(reply), claim.text);
        }
        assert!(!judged.truthful || judged.corrected == reply, "the truth was corrected");
        let _ = context.section();
        true
    }
}
