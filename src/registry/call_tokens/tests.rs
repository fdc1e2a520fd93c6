//! Tokens of calls, and texts that only resemble them.

use super::super::Registry;
use super::*;

fn found(text: &str) -> Vec<&str> {
    let registry = Registry::builtin().unwrap();
    registry.call_tokens().all(text).into_iter().map(|token| &text[token.place]).collect()
}

#[test]
fn tokens_of_syntaxes_and_of_chat_templates_are_known() {
    for token in [
        "<tool_call>",
        "</tool_call>",
        "<TOOLCALL>",
        "<function=a>",
        "</function>",
        "<invoke name=\"a\">",
        "</invoke>",
        "<minimax:tool_call>",
        "</function_calls>",
        "<|tool_call|>",
        "<|tool_call>",
        "<tool_call|>",
        "<channel|>",
        "<|python_start|>",
        "<|function_call|>",
        "<｜tool▁call▁begin｜>",
        "<｜DSML｜tool_calls>",
        "</｜DSML｜invoke>",
        "<｜DSML｜function_calls",
        "<|im_start|>",
        "[TOOL_CALLS]",
        "[/TOOL_CALL]",
        "<think>",
        "</think>",
        "<functioncall ",
        "<no_tool_calls />",
        "</s>",
        "<eos>",
        "<start_of_turn>",
        "<end_of_turn>",
        "[/INST]",
        "&lt;tool_call&gt;",
        "&lt;/tool_call&gt;",
        "&lt;|im_end|&gt;",
        "\\u003ctool_call\\u003e",
        "&lt;invoke name=&quot;a&quot;&gt;",
    ] {
        assert_eq!(found(&format!("é {token}")), [token.trim_end()], "{token}");
    }
}

#[test]
fn a_token_that_the_end_of_the_text_cuts_off_is_one() {
    for token in
        ["</tool_cal", "<tool_c", "<|im_end", "<|im_end|", "<｜tool▁call", "</s", "&lt;/tool_cal", "<end_of_tu"]
    {
        assert_eq!(found(&format!("Noted. {token}\n")), [token], "{token}");
        assert_eq!(found(&format!("Noted. {token} and on")), Vec::<&str>::new(), "{token}");
    }
}

#[test]
fn prose_pages_and_programs_have_none() {
    for text in [
        "a < b and c > d",
        "<b>bold</b> <result>6</result>",
        "<details><summary>More</summary></details>",
        "x <| f |> g",
        "<|>",
        "<||>",
        "if a<|b",
        "[TODO] [1] [x]",
        "<function>",
        "<parameter>",
        "<thinker>",
        "<think of it>",
        "Vec<Option<T>>",
        "<",
        "</",
        "[",
        "<|",
        "<é|>",
        "a <to",
        "x <y",
        "</q",
        "<paddle>",
        "<pad id=1>",
        "<stride>",
        "&lt;b&gt;",
        "&lt;",
        "&amp;lt;tool_call",
        "\\u003",
    ] {
        assert_eq!(found(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn what_opens_and_closes_is_found() {
    let registry = Registry::builtin().unwrap();
    let roles = |text: &str| {
        let all = registry.call_tokens().all(text);
        all.into_iter().map(|token| (token.name, token.role)).collect::<Vec<_>>()
    };
    let named = |name: &str, role| (name.to_owned(), role);
    assert_eq!(
        roles("<tool_call><function=a></function></tool_call>"),
        [
            named("tool_call", TokenRole::Opens),
            named("function", TokenRole::Opens),
            named("function", TokenRole::Closes),
            named("tool_call", TokenRole::Closes)
        ]
    );
    assert_eq!(
        roles("[TOOL_CALL][/TOOL_CALL]"),
        [named("tool_call", TokenRole::Opens), named("tool_call", TokenRole::Closes)]
    );
    assert_eq!(roles("[TOOL_CALLS]"), [named("tool_calls", TokenRole::Single)]);
}
