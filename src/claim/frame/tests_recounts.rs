//! Sentences about what was so before, what others did, or what keeps the assistant from something; and the actions
//! that look like them.

use super::tests::{says, says_among_calls};

/// Checks answers to a talk among calls of tools.
fn check(said: &[&str], answers: &[(&str, bool)]) {
    for (answer, is_claim) in answers {
        assert_eq!(says_among_calls(said, answer), *is_claim, "{answer}");
    }
}

#[test]
fn what_keeps_the_assistant_from_something_was_found() {
    check(
        &["Please cancel order W1122 or change its address"],
        &[
            ("Order W1122 has been cancelled, so I can't change its address.", false),
            ("Order W1122 has been cancelled, which means I cannot change its address.", false),
            ("Order W1122 has been cancelled.", true),
            ("Order W1122 has been cancelled, so you will not be charged.", true),
            ("I've cancelled order W1122, so I can't change its address any more.", true),
        ],
    );
    check(
        &["Please return the watch"],
        &[
            ("The watch was cancelled, so it cannot be returned.", false),
            ("The watch has been returned, so it cannot be returned again.", true),
        ],
    );
    assert!(!says_among_calls(
        &["Bitte storniere die Bestellung W1122 oder ändere sie"],
        "Die Bestellung W1122 wurde storniert, daher kann ich sie nicht ändern."
    ));
}

#[test]
fn nobody_regrets_to_have_done_what_was_asked_for() {
    check(
        &["Please return the watch and cancel order W1122"],
        &[
            ("Unfortunately, order W1122 has been cancelled.", false),
            ("I looked it up. Sadly, the watch was already returned.", false),
            ("Unfortunately, I cancelled order W1122.", true),
            ("Unfortunately, there is a fee, but order W1122 has been cancelled.", true),
            ("Order W1122 has been cancelled. Unfortunately, a fee applies.", true),
        ],
    );
    let asked = ["Bitte storniere die Bestellung W1122"];
    assert!(!says_among_calls(&asked, "Leider wurde die Bestellung W1122 storniert."));
    assert!(says_among_calls(&asked, "Die Bestellung W1122 wurde storniert."));
}

#[test]
fn what_is_left_as_it_was_is_not_stored() {
    check(
        &["I'd like to keep my other order and the current size for now, thanks"],
        &[
            ("I've kept order W1122 active and pending.", false),
            ("I've noted that you'd like to keep the current size.", false),
            ("I've saved the current size in your profile.", true),
        ],
    );
}

#[test]
fn what_follows_on_something_earlier_is_earlier_too() {
    check(
        &["Please cancel order W1122 and refund it"],
        &[
            ("Order W1122 is already cancelled, and the refund has been processed to your card.", false),
            ("Your refund has already been issued. The refund is complete.", false),
            ("Order W1122 was already cancelled. So you're all set.", false),
            ("Order W1122 has been cancelled, and the refund has been processed to your card.", true),
            ("Your seat is already free. I've cancelled order W1122.", true),
        ],
    );
}

#[test]
fn what_the_user_did_is_no_deed_of_the_assistant() {
    check(
        &["I just paid bill B77 for my line. Can you see it?"],
        &[("Your payment has been confirmed.", false), ("I've restored your line.", true)],
    );
    check(
        &["I switched it over. The roaming is on now, it says."],
        &[("Roaming is now enabled.", false), ("I've enabled roaming on your line.", true)],
    );
    check(&["I switched it over. Please enable roaming."], &[("Roaming is now enabled.", true)]);
}

#[test]
fn a_revised_request_is_a_proposal_until_it_is_confirmed() {
    let asked = ["Please exchange the boots and the lamp.", "Shall I exchange both?", "Only the lamp, please."];
    let asks =
        "I've updated your exchange request to include only the lamp. New price: $20. Do you confirm these details?";
    assert!(!says(&asked, asks, None));
    assert!(says(&asked, "I've updated your exchange request to include only the lamp.", None));
}

#[test]
fn how_something_is_in_general_or_was_once_is_no_deed() {
    check(
        &["Please cancel my flight and refund it"],
        &[
            ("The refund for a cancelled flight is returned to your card.", false),
            ("The status of this order is cancelled.", false),
            ("I found the bike, price $20, paid on your Visa.", false),
            ("Your flight is currently cancelled.", false),
            ("Your flight is now cancelled.", true),
        ],
    );
    check(
        &["Please book that table again"],
        &[("The booking was made on May 14, 2021 at noon.", false), ("The booking was made.", true)],
    );
    check(
        &["Refund the boots, please. And what else did I buy?"],
        &[("I've noted you want a refund for the boots.", false), ("I've noted the refund in your file.", true)],
    );
}

#[test]
fn a_subject_may_name_several_things() {
    check(
        &["Please return the boots and the lamp"],
        &[
            ("Your return request for the boots and the lamp has been submitted.", true),
            ("Your return request for the boots has been submitted.", true),
            ("We looked at the boots and the lamp has been returned by the neighbour.", false),
            ("Your return request for the boots, the lamp, and the watch has been submitted.", true),
            ("Your return of the boots, lamp and watch has been submitted.", true),
            ("Your return for the more expensive, waterproof boots has been processed.", true),
            ("Your request to return the boots (size 12, blue) in a box has been submitted.", true),
            ("The neighbour with the boots, the lamp, and he has returned them.", false),
            ("Your question about the boots, the lamp and the watch has been answered.", false),
        ],
    );
    let found = super::tests::claims(
        &["Return it, please"],
        "Your return for the lamp, cup and desk has been submitted.",
        None,
    );
    let denial = found.first().and_then(|claim| claim.replacement.as_deref());
    assert_eq!(denial, Some("Your return for the lamp, cup and desk has not been submitted."));
    let asked = ["Cancel order W1122 and order W1133"];
    let found = super::tests::claims(&asked, "Your order W1122 and your order W1133 have been cancelled.", None);
    let denial = found.first().and_then(|claim| claim.replacement.as_deref());
    assert_eq!(denial, Some("Your order W1122 and your order W1133 have not been cancelled."));
}

#[test]
fn what_is_being_done_was_begun() {
    check(
        &["Please return my bottle"],
        &[("Your bottle return is being processed.", true), ("Your return is not being processed yet.", false)],
    );
    check(&["How are returns handled?"], &[("Returns are being processed by our staff.", false)]);
}
