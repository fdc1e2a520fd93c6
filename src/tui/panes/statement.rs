//! A sentence that claims an action: the user's request, the sentence, and its correction.

use crate::proposal::JudgedClaim;
use crate::tui::text::Piece;
use crate::verdict::Remedy;

use super::page::Page;

pub(crate) fn write(page: &mut Page<'_>, judged: &JudgedClaim, text: &str) {
    let claim = &judged.claim;
    let mut part = |name: &str, said: &str| {
        page.add_text(name, page.theme.dim);
        for line in said.lines() {
            page.add(&[Piece::new(format!("  {}", page.theme.data(line)), page.theme.text)], 2);
        }
    };
    part("the user had said", claim.request.as_deref().unwrap_or("nothing known"));
    part("the sentence claims", claim.span.of(text));
    match claim.replacement.as_deref().filter(|_| judged.remedy == Remedy::Correct) {
        Some("") => part("instead", "nothing; an earlier sentence already withdraws it"),
        Some(truth) => part("instead", truth),
        None => {}
    }
}
