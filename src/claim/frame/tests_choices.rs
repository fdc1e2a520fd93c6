//! What users choose, plan for a time, and repeat, and how replies report it.

use super::tests::says;

#[test]
fn what_was_chosen_from_a_list_with_prices_is_wanted() {
    let list = "Van: $12, minivan: $20, limousine: $90. These are there in five minutes.";
    let talk = ["I want to go to the station.", list, "The minivan, thanks"];
    for answer in ["Your minivan is confirmed.", "The minivan is confirmed."] {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in ["The minivan seats six.", "Is the minivan confirmed?"] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
}

#[test]
fn what_is_planned_for_a_time_is_an_event() {
    assert!(says(&["Schedule dinner with Ana at 5pm."], "Scheduling dinner with Ana at 5pm.", None));
    assert!(!says(&["Schedule dinner with Ana at 5pm."], "Dinner at 5pm is early.", None));
    // A time is part of the phrase that names what was done.
    assert!(says(&["Move my dentist appointment to 5 pm."], "Appointment at 5 pm moved.", None));
    // Without a time it may be a text.
    assert!(!says(&["Schedule my reading for the 5 books."], "Your reading is scheduled: two books a week.", None));
    assert!(!says(&["Make a plan that starts at 5 pm."], "The plan is created.", None));
}

#[test]
fn a_text_in_the_purpose_of_an_event_is_not_asked_for() {
    assert!(says(&["Schedule a meeting to go over the report."], "The meeting has been scheduled.", None));
    assert!(!says(&["Write a report to go over in the meeting."], "The report has been written.", None));
    // A condition has no object.
    let asked = "The workflows are defined in files and will run if an event occurs.\nShow me an example of one.";
    assert!(!says(&[asked], "This workflow is triggered on every push.", None));
}

#[test]
fn things_that_have_purchased_were_purchased() {
    let talk = ["I need two tickets to Aida.", "Shall I buy them?", "Yes"];
    assert!(says(&talk, "The tickets have successfully purchased.", None));
    assert!(!says(&["Who bought the house?"], "The heirs have successfully purchased the house.", None));
}

#[test]
fn what_an_assistant_is_doing_repeats_the_details_of_the_last_answer() {
    let talk = ["Set a reminder to call Ana.", "When?", "7 pm on the 1st"];
    assert!(says(&talk, "Setting a reminder for 7 pm on the 1st.", None));
    assert!(!says(&talk, "Setting a reminder for 8 am, as always.", None));
}
