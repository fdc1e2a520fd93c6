//! What a reply says is in a file, and texts that the user provides with an order.

use super::tests::{claims, says, says_among_calls};

#[test]
fn what_a_file_holds_is_not_in_the_reply() {
    let asked = ["Create a bar chart of the visits since May."];
    for answer in [
        "I have created a bar chart of the visits since May. It is saved as plots/visits_bar.png.",
        "I've created the chart: [Download it](sandbox:/mnt/data/visits.png)",
        "The bar chart of the visits has been created successfully. You can view it at 'plots/visits.svg'.",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "I have created a bar chart of the visits since May.",
        "I have created a script that draws the chart and saves it as visits.png:\n```python\nplot()\n```",
        "I have created a bar chart. You find more of them at https://example.com/charts.pdf.",
        "Once you have created the chart, save it as visits.png.",
        "I have not created the chart visits.png.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
    let translates = ["Create a summary of report.pdf for my boss."];
    assert!(!says(&translates, "I've created a summary of report.pdf. Sales went up by a third.", None));
    assert!(says(&translates, "I've created a summary and saved it as summary.docx.", None));
}

#[test]
fn what_a_reply_introduces_is_in_it() {
    for (asked, answer) in [
        ("Erstell mir einen Lernplan.", "Ich habe einen Lernplan erstellt:\n\n- Montag: Mathe\n- Dienstag: Kunst"),
        ("Create a reminder email for my crew.", "I've created a reminder email:\n\nDear crew, we sail at dawn."),
        ("Cria um plano de treino.", "Criei um plano de treino:\n\n- Segunda: corrida\n- Terça: natação"),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
    }
    let asked = ["Erstelle einen Termin für Montag."];
    assert!(says(&asked, "Ich habe einen Termin erstellt:\n\n- Montag\n- 9 Uhr", None));
}

#[test]
fn dates_are_part_of_what_was_made() {
    let made = "The chart of the visits from May 2, 2024, to June 3, 2024, has been created. You can view it at plots/visits.png.";
    let found = claims(&["Can you make a chart of the visits since May 2?"], made, None);
    let corrections: Vec<_> = found.iter().filter_map(|claim| claim.replacement.as_deref()).collect();
    let denial = "The chart of the visits from May 2, 2024, to June 3, 2024, has not been created.";
    assert_eq!(corrections, [denial, ""]);
}

#[test]
fn an_order_may_bring_its_material_along() {
    let order =
        format!("I need to send an email to Ana saying '{}'", "we meet on Monday and talk about it. ".repeat(14));
    let tools = Some("[{name: 'send_email'}]");
    assert!(says(&[&order], "Email sent successfully.", tools));
    assert!(!says(&[&order], "Email sent successfully.", Some("[{name: 'play_music'}]")));
    assert!(!says(&[&order], "Your email could be sent on Monday.", tools));
    let text = format!("Write a friendlier version of this: {}", "we meet on Monday and talk about it. ".repeat(14));
    assert!(!says(&[&text], "Email sent successfully.", tools));
}

#[test]
fn a_customer_may_be_what_was_changed() {
    let asked = ["Please delete the customer Ana Berg."];
    for answer in [
        "The customer has been deleted successfully.",
        "Customer deleted successfully.",
        "Customer Ana Berg deleted.",
        "The customer with the number 00000003 has been deleted.",
    ] {
        let found = claims(&asked, answer, Some("[{name: 'delete_customer'}]"));
        let denial = found.first().and_then(|claim| claim.replacement.as_deref()).unwrap_or_default();
        assert!(denial.to_lowercase().contains("customer"), "{answer}: {denial}");
    }
    for answer in ["The customer has deleted her order.", "Customers delete such things themselves."] {
        assert!(!says(&asked, answer, Some("[{name: 'delete_customer'}]")), "{answer}");
    }
}

#[test]
fn what_was_to_be_made_is_no_state_that_a_tool_showed() {
    let made = "The line chart has been created. You can view it at plots/visits.png.";
    let found = claims(&["Make a line chart of the visits."], made, None);
    assert!(!found.is_empty() && found.iter().all(|claim| !claim.may_be_read));
    assert!(!says(&["Make a backup of the table."], made, None));
}

#[test]
fn what_was_written_to_a_file_is_not_in_the_reply() {
    let material = "Compare the prices of the five shops and keep to the format of the template, please. ".repeat(6);
    let task = [&*format!("{material} Save the results in `prices.md`.")];
    for answer in [
        "Perfect! The results have been written to `prices.md`. Let me check it.",
        "I have written the table to prices.md.",
        "Everything is there. The comparison has been saved to `prices.md`.",
    ] {
        assert!(says_among_calls(&task, answer), "{answer}");
    }
    for answer in [
        "Now let me write the results to `prices.md`.",
        "I have written the comparison below.",
        "The results could be written to `prices.md`.",
        "I have read `prices.md`.",
    ] {
        assert!(!says_among_calls(&task, answer), "{answer}");
    }
    // A user who writes at length about what others want orders nothing.
    let story = [&*format!("{material} The guests want to cancel the rooms. What do you think?")];
    assert!(!says_among_calls(&story, "I have successfully completed the analysis."));
    for asked in ["Write a poem about rain.", "Write an email to Ana."] {
        assert!(!says(&[asked], "I've written it for you, with two verses.", None), "{asked}");
    }
}
