//! Imports findings that were printed with their context: the messages around each become a conversation again.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::cli::options::CommonOptions;
use crate::proposal::Finding;
use crate::session::{Access, Session};
use crate::source::chat_log::{LogMessage, key};
use crate::source::{Key, text_digest};

/// A finding as `check --whole --with-context` prints it.
#[derive(Deserialize)]
pub(super) struct FindingLine {
    message_id: Key,
    conversation_id: Option<Key>,
    remedy: Option<String>,
    claims: Vec<ClaimLine>,
    text_digest: String,
    context: SurroundingMessages,
}

/// The messages around a finding.
#[derive(Deserialize)]
struct SurroundingMessages {
    first: u64,
    messages: Vec<Box<RawValue>>,
}

/// The verdict on a claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct ClaimLine {
    kind: String,
    start: usize,
    end: usize,
    verdict: Option<String>,
}

/// The members that distinguish a finding from a message.
#[derive(Deserialize)]
struct FindingSignature {
    claims: Option<IgnoredAny>,
    remedy: Option<IgnoredAny>,
    content: Option<IgnoredAny>,
    messages: Option<IgnoredAny>,
    context: Option<IgnoredAny>,
}

/// Parses a line as a finding; `None` if it is something else.
pub(super) fn read(line: &str) -> Option<Result<FindingLine, String>> {
    // A cheap test; messages that contain it by chance go through the full test.
    if !line.contains("\"claims\"") {
        return None;
    }
    let signature: FindingSignature = serde_json::from_str(line).ok()?;
    if signature.claims.is_none()
        || signature.remedy.is_none()
        || signature.content.is_some()
        || signature.messages.is_some()
    {
        return None;
    }
    if signature.context.is_none() {
        return Some(Err("finding without context; print it with `ghostcall check --whole --with-context`".to_owned()));
    }
    Some(serde_json::from_str(line).map_err(|error| format!("not a finding with its context: {error}")))
}

impl FindingLine {
    /// Rejects a finding whose context lacks the message that was judged.
    fn refuse_changed(&self) -> Result<(), String> {
        let own = self.context.messages.iter().find_map(|line| {
            let message: LogMessage = serde_json::from_str(line.get()).ok()?;
            (key(&message.id).as_ref() == Some(&self.message_id)).then(|| message.text().unwrap_or_default())
        });
        match own {
            None => Err(format!("message {} is not among the messages of its context", self.message_id)),
            Some(text) if text_digest(&text) != self.text_digest => {
                Err(format!("message {} changed since it was judged: digest mismatch", self.message_id))
            }
            Some(_) => Ok(()),
        }
    }
}

/// What is known of the imported findings besides their messages.
#[derive(Default)]
pub(super) struct ImportedFindings {
    /// For each conversation, where the messages of its last finding begin, and where they end.
    conversations: HashMap<Key, (u64, u64)>,
    /// The original verdicts on each message.
    judged: HashMap<Key, OriginalVerdict>,
}

/// Remedy and claims of a finding.
#[derive(Clone, Debug, PartialEq)]
struct OriginalVerdict {
    remedy: Option<String>,
    claims: Vec<ClaimLine>,
}

impl OriginalVerdict {
    fn of(finding: &Finding) -> Self {
        let document = json!(finding);
        let claims = Vec::deserialize(&document["claims"]).unwrap_or_default();
        Self { remedy: document["remedy"].as_str().map(str::to_owned), claims }
    }
}

impl ImportedFindings {
    /// Whether there are no findings.
    pub(super) fn is_empty(&self) -> bool {
        self.judged.is_empty()
    }

    /// Adds a finding. Returns the lines of its messages that are not yet imported.
    pub(super) fn take(&mut self, finding: FindingLine) -> Result<Vec<Box<RawValue>>, String> {
        finding.refuse_changed()?;
        let FindingLine {
            message_id,
            conversation_id,
            remedy,
            claims,
            context: SurroundingMessages { first, mut messages },
            ..
        } = finding;
        if let Some(conversation) = conversation_id {
            let (began, end) = self.conversations.get(&conversation).copied().unwrap_or_default();
            if first < began {
                return Err(format!(
                    "findings of conversation {conversation} out of order; sort them by context.first"
                ));
            }
            let known = usize::try_from(end.saturating_sub(first)).unwrap_or(usize::MAX).min(messages.len());
            let count = u64::try_from(messages.len()).unwrap_or(u64::MAX);
            self.conversations.insert(conversation, (first, end.max(first.saturating_add(count))));
            messages.drain(..known);
        }
        self.judged.insert(message_id, OriginalVerdict { remedy, claims });
        Ok(messages)
    }

    /// Reports findings that differ in the new database, which is scanned as a whole.
    pub(super) fn differing(mut self, database: &Path, common: &CommonOptions) -> anyhow::Result<Vec<String>> {
        let session = Session::open(common.setup(database)?, Access::Read)?;
        let mut differing = Vec::new();
        session.audit().scan(&mut |finding| {
            let judged = finding.message_id.as_ref().and_then(|key| self.judged.remove(key));
            let here = OriginalVerdict::of(&finding);
            if let (Some(key), Some(judged)) = (&finding.message_id, judged.filter(|judged| *judged != here)) {
                differing.push(difference(key, judged.remedy.as_deref(), here.remedy.as_deref()));
            }
            true
        })?;
        let mut left: Vec<_> = self.judged.into_iter().collect();
        left.sort_unstable_by_key(|(key, _)| Value::from(key).to_string());
        differing.extend(left.iter().map(|(key, judged)| difference(key, judged.remedy.as_deref(), None)));
        Ok(differing)
    }
}

fn difference(key: &Key, there: Option<&str>, here: Option<&str>) -> String {
    format!("message {key}: {} there, {} here", there.unwrap_or("nothing"), here.unwrap_or("nothing"))
}
