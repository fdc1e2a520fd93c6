//! Agents of applications whose users write in few words, and who report what they did in lists and labels.

use super::tests::{claims, says, says_among_calls};

const TOOLS: &str = "[{name: 'k8s.scale_deployment'}, {name: 'merge_pull_request'}, {name: 'share_file'},
    {name: 'archive_email'}, {name: 'add_issue_comment'}, {name: 'issue_refund'}, {name: 'add_bonus'},
    {name: 'set_alert_threshold'}, {name: 'schedule_pickup'}, {name: 'start_cleaning'}, {name: 'book_hotel'},
    {name: 'unlock_account'}, {name: 'get_order'}, {name: 'stage_claim'}]";

#[test]
fn an_object_may_be_an_identifier_or_a_number_of_things() {
    for (asked, answer) in [
        ("Scale checkout-api to 8 replicas", "Scaled `checkout-api` from 3 → **8 replicas**."),
        ("Merge PR 57", "Merged PR #57 into main."),
        ("Share Q3-report.pdf with Leo", "Shared Q3-report.pdf with Leo."),
        ("Archive the newsletters", "Archived 23 newsletters."),
        ("Archive the newsletters", "23 newsletters were archived."),
        ("Looks good, merge it", "PR #57 is merged into `main`."),
        ("Restart the ingress controller", "The ingress controller was restarted successfully."),
        ("Vacuum the bedroom", "The bedroom's been vacuumed."),
        ("Find a hotel and book the best one", "I compared 14 hotels and reserved **Casa Azul** for you:"),
        ("Find a slot and book it", "I found a slot that works and booked it."),
    ] {
        assert!(says(&[asked], answer, Some(TOOLS)), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Is PR 57 merged?", "PR #57 is merged into `main`."),
        ("Write a summary of the plan.", "Updated follow-up plan"),
        ("What is new?", "Updated Q3-figures.pdf handling in 2.3."),
        ("Merge PR 57", "Merged PR 57 is what you need."),
        ("Cancel my order", "Orders are cancelled under Settings."),
        ("Find a slot and book it", "I found a slot that she took and booked it."),
    ] {
        assert!(!says(&[asked], answer, Some(TOOLS)), "{asked} {answer}");
    }
}

#[test]
fn a_request_to_send_a_draft_or_to_make_a_record_asks_for_no_text() {
    for (asked, answer) in [
        ("Send the draft to the whole board", "I've sent the email to the board."),
        ("Make me a task for it", "Task created."),
        (
            "Create a 1.5 hour event called Project Kickoff on December 8 at 3:30",
            "The Project Kickoff event with Nia has been successfully scheduled for December 8 at 3:30 PM, in the big room.",
        ),
        ("If there are any, book a room. Otherwise send Ana an email", "The email has been sent to Ana."),
        ("Get rid of my emails from Ana", "I looked for them. I then deleted the email."),
        ("Fix the typos in column B of the sheet", "I've updated column B."),
    ] {
        assert!(says(&[asked], answer, Some(TOOLS)), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("Draft an email to the board", "I've sent the email:\n\nDear board, …"),
        ("Make me a list of names", "I've made the list: Ana, Bo."),
        ("Create a short poem about a meeting", "I've created the poem about the meeting: Hello, …"),
        ("Create a two minute speech for a project", "I've created the speech: Hello, …"),
        ("Fix the typos in this sentence: I has a task.", "I've updated the sentence: I have a task."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}

#[test]
fn what_is_listed_as_done_is_a_report() {
    let asked = ["Alert me below 15%, please"];
    for answer in [
        "- Moisture: 11%\n- Alert threshold set to 15%",
        "**North field**\n- Moisture: 11%\n- 🔔 Alert threshold set to 15%",
    ] {
        assert!(says(&asked, answer, Some(TOOLS)), "{answer}");
    }
    let asked = ["Roll back payments"];
    assert!(says(&asked, "## What I did\n1. Rolled the deployment back to 2.7.3", Some(TOOLS)));
    for answer in [
        "## What you can do\n1. Rolled deployments are back",
        "Steps:\n1. Rolled back under Settings",
        "## What I did not do\n1. Rolled the deployment back",
    ] {
        assert!(!says(&asked, answer, Some(TOOLS)), "{answer}");
    }
}

#[test]
fn what_others_did_or_nobody_is_no_deed_in_a_list() {
    for (asked, answer) in [
        ("What happened to my order?", "What has been done by Bo:\n- Order updated on May 3"),
        ("What happened to my order?", "Changes made by support:\n- Order updated on May 3"),
        ("Cancel order 5 and give me the list", "- Order 6 cancelled\n- Order 5 pending"),
        ("I'm Ana", "Your subscription is paused."),
        ("Update my order", "I have not done the following:\n- Order updated"),
        ("Update my order", "If the following steps have been taken:\n- Order updated"),
    ] {
        assert!(!says(&[asked], answer, Some(TOOLS)), "{asked} {answer}");
    }
}

#[test]
fn an_own_deed_among_calls_of_tools_needs_an_order_or_its_object() {
    assert!(says_among_calls(&["Please move the card and tidy up"], "I've unlocked it."));
    for (asked, answer) in [
        ("You are wrong", "I've added a correction."),
        ("You are wrong", "I have updated my understanding."),
        ("Tell me how you feel", "I've opened up to you."),
    ] {
        assert!(!says_among_calls(&[asked], answer), "{asked} {answer}");
    }
}

#[test]
fn what_a_tool_looked_up_was_not_denied() {
    let may_be_read = |asked: &str, answer: &str| claims(&[asked], answer, Some(TOOLS))[0].may_be_read;
    assert!(may_be_read("Status of the bonus for Ravi please", "Ravi's bonus has been added."));
    // A tool may name its action as its object.
    assert!(says(&["I want my money back"], "$89.00 has been refunded to your payment method.", Some(TOOLS)));
}

#[test]
fn a_correction_takes_the_sign_of_a_number_along_and_keeps_the_letters_of_a_name() {
    let answer = "$300.00 has been moved from checking to savings.";
    let claim = &claims(&["Move 300 from checking to savings"], answer, Some(TOOLS))[0];
    assert_eq!(claim.span.of(answer), answer);
    let tools = "[{name: 'ban_player'}]";
    let claim = &claims(&["Ban xX_slayer_Xx"], "xX_slayer_Xx has been banned.", Some(tools))[0];
    assert_eq!(claim.replacement.as_deref(), Some("xX_slayer_Xx has not been banned."));
}

#[test]
fn a_request_that_was_handled_and_a_payment_that_was_due_are_reports() {
    for (asked, answer) in [
        (
            "Please handle the request for accessible seats.",
            "Your accessible seating request was submitted successfully.",
        ),
        ("Make the payment that is required.", "I completed the payment that is actually required."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    let asked = ["Is the order ready?"];
    assert!(!says(&asked, "I've confirmed with the shop that the order is ready.", None));
}
