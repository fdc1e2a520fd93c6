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
    // An event in a condition is not what the user asks for.
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

#[test]
fn who_answers_a_question_at_length_still_wants_what_it_was_about() {
    let talk = [
        "There are five of us, and one of my friends is allergic to peanuts.",
        "When would you like to come?",
        "Let us come at 4 pm, since there will be five of us who are hungry after work.",
    ];
    for answer in ["Excellent, your reservation is confirmed!", "I have booked your table.", "I have reserved a table."]
    {
        assert!(says(&talk, answer, None), "{answer}");
    }
    for answer in ["Your table is by the window.", "Is your reservation confirmed?", "They have booked a table."] {
        assert!(!says(&talk, answer, None), "{answer}");
    }
    let asks = [talk[0], talk[1], "Where is that, and who else will come along with us on that evening?"];
    assert!(!says(&asks, "I have reserved a table.", None));
    let told = [talk[0], "There are many allergies.", talk[2]];
    assert!(!says(&told, "I have reserved a table.", None));
}

#[test]
fn who_takes_one_of_the_things_agrees() {
    let talk = ["A cab from the station, please.", "Here are the small one and the large one."];
    for choice in
        ["Hmm, I think I'll go with the large one, since there are so many of us", "I guess I will take the large one"]
    {
        assert!(says(&[talk[0], talk[1], choice], "Your cab is booked.", None), "{choice}");
    }
    assert!(!says(&["Hello!", "The weather is fine.", "I will take a walk"], "Your table is booked.", None));
}

#[test]
fn who_asks_whether_they_can_have_a_thing_wants_it() {
    assert!(says(&["Can I have two tickets for the 3:40 show?"], "Your tickets are booked.", None));
    assert!(!says(
        &["I have two tickets for the 3:40 show, and my sister has one for the show at noon."],
        "Your tickets are booked.",
        None
    ));
}

#[test]
fn a_time_in_the_morning_holds_no_verb() {
    for (asked, answer) in [
        ("Set a reminder for dinner at 11 am with mom.", "Okay, scheduling Friday dinner with mom at 11 am."),
        ("Set a meeting with the boss for 11 am.", "Okay, meeting with the boss at 11 am is set."),
        ("Schedule a meeting for 11 am.", "Meeting at 11 am scheduled."),
    ] {
        assert!(says(&[asked], answer, None), "{answer}");
    }
    assert!(!says(&["Set a meeting for 11 am."], "Setting a meeting for 11 am is easy.", None));
}

#[test]
fn details_with_points_and_colons_are_repeated_too() {
    let talk = ["Set a reminder to call Ana.", "When?", "At 9:30, please"];
    assert!(says(&talk, "Setting a reminder for 9:30, as you said.", None));
    assert!(!says(&talk, "Setting a reminder for 9:45, as you said.", None));
}

#[test]
fn who_names_or_orders_one_of_the_things_has_chosen() {
    let talk = ["I need to get to the station.", "There is a van for $12. Which would you like?"];
    for said in
        ["Van please", "We will take the van, since there will be six of us with two dogs and a cat.", "Book the van"]
    {
        for answer in ["Great! They'll pick you up at 6.", "I have confirmed the van for you."] {
            assert!(says(&[talk[0], talk[1], said], answer, None), "{said} {answer}");
        }
    }
    assert!(!says(&[talk[0], talk[1], "Where is the van?"], "They'll pick you up at 6.", None));
    assert!(!says(&["My parents are late.", "Why is that?", "The train"], "They'll call you at 6.", None));
}

#[test]
fn who_is_able_to_do_something_has_not_done_it() {
    let asked = ["Please submit a fraud report for my account."];
    assert!(says(&asked, "I was able to submit the report for your account.", None));
    for answer in
        ["I am only able to submit the report for your account.", "I'm able to submit the report for your account."]
    {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn who_chooses_something_in_a_shop_wants_it() {
    for (asked, answer) in [
        ("I'll take the grey coat, please.", "No problem. I've added it to your cart."),
        ("I'm going to take both of them.", "Okay. I've put those in your cart."),
        ("I love the red one, can I get one?", "Of course, it's in your cart now."),
        ("Can I have the one on the left?", "Your cart has been updated."),
        ("Let me have the red shoes, please.", "Absolutely. I've placed them in your basket."),
        ("I'd like to buy the coat.", "The coat is added to your cart."),
    ] {
        assert!(says(&[asked], answer, None), "{asked} {answer}");
    }
    for (asked, answer) in [
        ("I'll take a look at the grey coat.", "I've added it to your cart."),
        ("I'll take the bus there.", "The bus is added to your cart."),
        ("I'll take the grey coat, please.", "Shall I put it in your cart?"),
        ("I won't take the grey coat.", "I've put my thoughts on it below."),
        ("What do you think of my plan?", "I've put together a few ideas."),
        ("I'll take it from here.", "Good luck! I've put the steps below."),
    ] {
        assert!(!says(&[asked], answer, None), "{asked} {answer}");
    }
}
