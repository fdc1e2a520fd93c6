//! The words of generated messages. All names are fictitious.

pub(super) const AGENTS: [&str; 6] = ["Paulina", "Wren", "Ash", "Moss", "Juno", "Tamsin"];

pub(super) const MODELS: [&str; 4] =
    ["google/gemini-2.5-pro", "google/gemini-2.5-flash", "x-ai/grok-4", "anthropic/claude-sonnet-4"];

pub(super) const TITLES: [&str; 8] = [
    "Allotment planning", "Choir rehearsals", "The boat", "Reading group", "Kitchen rota", "Walking holiday", "Bees",
    "The old car",
];

pub(super) const QUESTIONS: [&str; 8] = [
    "The beans want planting in late April, I am told. What do you think?",
    "Can you help me to plan the week?",
    "I have forgotten what we said about the roof.",
    "What would you cook with this?",
    "Tell me how it went, please.",
    "And what about the neighbours?",
    "I would like to hear it again, more slowly.",
    "That was a long day. Where were we?",
];

pub(super) const SENTENCES: [&str; 16] = [
    "Late April it is, then; the soil is still too cold before that.",
    "I would start with the north side, where the old paint has come away.",
    "There are three things to do first, and none of them takes long.",
    "You said that the tenors were late again, and that it did not matter much.",
    "If the weather holds, the second coat can go on by Thursday.",
    "We could read the first two chapters aloud and leave the third for later.",
    "It is not the engine; it is the little hose behind it, and that one is cheap.",
    "Keep the lid on, turn the heat down, and do not stir it for ten minutes.",
    "The path forks at the chapel: take the left one, it is shorter and drier.",
    "Naïve as it sounds, a postcard might settle the whole affair.",
    "Nobody has to decide this today.",
    "I like the second version better, though the first one is kinder.",
    "The bees were calm this morning, so I looked into two more frames.",
    "完了しました — and now to something else 🎉.",
    "Paint, brushes, sandpaper: all of that is in the shed, behind the mower.",
    "You were right about the gate, by the way.",
];

pub(super) const MEMORIES: [&str; 8] = [
    "The beans go in late April; do not ask again",
    "Prefers tea over coffee, and no sugar: never",
    "The spare key hangs behind the blue door",
    "Was sad about the boat today; be gentle, note: ask tomorrow",
    "Wants short answers in the morning {before nine}",
    "The choir meets on Tuesdays, not on Thursdays",
    "Does not like to be called by the surname",
    "Laughed at the second joke, not at the first",
];
