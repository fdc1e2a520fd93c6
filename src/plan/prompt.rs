//! A section on tools and rules for a planner's system prompt. A prompt cannot guarantee that the planner complies;
//! validation checks it.

use crate::catalog::{Catalog, Tool};
use crate::visible;

const RULER: &str = "═══════════════════════════════════════════════════════════════════════════";

const RULES: &str = "\
⚠️ CRITICAL RULES:
1. You can ONLY use tools listed in the \"Available Tools\" section.
2. NEVER invent tools or assume that they exist.
3. READ the tool descriptions carefully: some tools are COMPLETE and do everything in one step.
4. Write a plan as a JSON list of steps: {\"id\": \"step_1\", \"tool\": \"…\", \"inputs\": {…}, \"deps\": []}.
5. Each id appears once. `deps` names only EARLIER steps: never a later one, never the step itself.
6. Give each tool the parameters that it lists, and no others. \"$step_1.result\" stands for the result of step_1.
";

/// Builds the section of a system prompt that says which tools exist, which do not, and which rules a plan must follow.
#[must_use]
pub fn prompt(catalog: &Catalog) -> String {
    let tools: String = catalog.tools().iter().map(Tool::described).collect();
    let tools = if tools.is_empty() { "There are no tools.\n".to_owned() } else { tools };
    let reminders = reminders(catalog);
    format!(
        "{RULES}\n{RULER}\n⚠️  AVAILABLE TOOLS - YOU CAN ONLY USE THESE TOOLS (NO OTHER TOOLS EXIST!)\n{RULER}\n\n{tools}\n{RULER}\n{reminders}"
    )
}

/// The known invented names with the tools to use instead, grouped by tool.
fn reminders(catalog: &Catalog) -> String {
    let mut groups: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for name in catalog.tools().iter().flat_map(|tool| &tool.instead_of) {
        // A name that resolves to a tool exists, even if another tool lists it in `instead_of`.
        if seen.contains(&name.as_str()) || catalog.resolve(name).is_some() {
            continue;
        }
        seen.push(name);
        let answers: Vec<_> = catalog.suggest(name, None).iter().map(|found| found.tool.name.as_str()).collect();
        let name = format!("\"{}\"", visible::one_line(name));
        match groups.iter_mut().find(|(known, _)| *known == answers) {
            Some((_, names)) => names.push(name),
            None => groups.push((answers, vec![name])),
        }
    }
    if groups.is_empty() {
        return String::new();
    }
    let line = |(answers, names): (Vec<&str>, Vec<String>)| {
        let verb = if names.len() == 1 { "DOES" } else { "DO" };
        format!("- {} {verb} NOT EXIST: use {} instead.\n", names.join(", "), answers.join(" or "))
    };
    format!("\nIMPORTANT REMINDERS:\n{}", groups.into_iter().map(line).collect::<String>())
}
