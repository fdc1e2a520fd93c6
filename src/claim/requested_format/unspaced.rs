//! What a message says about structured text in scripts that write no spaces between words, or attach endings to a
//! name: "请以JSON格式返回", "JSONで返してください", "JSON으로 답해 주세요".
//!
//! Words are searched for within a clause, around the name of a format.

mod words;

use self::words::{
    ASKING, BEFORE, BEHIND, ENDINGS, ENDS, NAMES, NOT_BEFORE, NOT_BEHIND, OBJECT_ENDINGS, PLAINLY, SOMETHING_ELSE,
    SUBJECTS, VERBS, WONDERING,
};
use super::RequestDuration;
use super::words::FORMATS;

/// The most characters between a negation and the name after it: "不要再用JSON".
const REACH: usize = 5;

/// What a message says about data in these scripts; `None` if it says nothing.
pub(super) fn data(message: &str) -> Option<RequestDuration> {
    if message.is_ascii() || !message.chars().any(is_unspaced) {
        return None;
    }
    let message: String = message.chars().map(as_narrow).collect::<String>().to_lowercase();
    let clauses =
        message.split(ENDS).map(str::trim).filter(|clause| clause.chars().any(is_unspaced) || is_name(clause));
    let all = clauses.filter_map(|clause| of_clause(clause, &message));
    all.reduce(|one, other| if rank(one) >= rank(other) { one } else { other })
}

/// Which of several mentions counts.
fn rank(wish: RequestDuration) -> u8 {
    match wish {
        RequestDuration::ThisTurn => 0,
        RequestDuration::None => 1,
        RequestDuration::FromNowOn => 2,
    }
}

fn of_clause(clause: &str, message: &str) -> Option<RequestDuration> {
    let has = |words: &[&str]| words.iter().any(|word| clause.contains(word));
    let Some((before, after)) = around_name(clause) else {
        return has(&PLAINLY).then_some(RequestDuration::None);
    };
    if is_taken_back(before, after) {
        return Some(RequestDuration::None);
    }
    let is_of_something_else = SOMETHING_ELSE.iter().any(|thing| after.starts_with(thing));
    let is_form = !is_of_something_else
        && (BEFORE.iter().any(|word| before.ends_with(word))
            || BEHIND.iter().any(|word| after.starts_with(word))
            || is_ending_with_verb(after));
    let is_alone = before.is_empty() && after.is_empty() && message.chars().any(is_unspaced);
    let is_remark = SUBJECTS.iter().any(|subject| clause.starts_with(subject));
    match (is_form || is_alone, has(&ASKING)) {
        (true, false) if has(&WONDERING) || is_remark => Some(RequestDuration::ThisTurn),
        (true, _) => Some(RequestDuration::FromNowOn),
        // A request for something else, about the format: "请教我JSON".
        (false, is_asking) => (is_asking || has(&WONDERING)).then_some(RequestDuration::ThisTurn),
    }
}

/// Whether the text after a name begins with an ending that makes it the form of an answer, together with a verb that
/// asks for one.
fn is_ending_with_verb(after: &str) -> bool {
    // "JSONに変換して", but not "JSONに詳しい人に頼んで".
    let of_verb = OBJECT_ENDINGS.iter().find_map(|ending| after.strip_prefix(ending)).map(str::trim_start);
    if let Some(rest) = of_verb {
        let rest = rest.strip_prefix(['お', 'ご']).unwrap_or(rest);
        return rest.starts_with("して") || VERBS.iter().any(|verb| rest.starts_with(verb));
    }
    // Other words may come before the verb.
    ENDINGS.iter().any(|ending| after.starts_with(ending)) && VERBS.iter().any(|verb| after.contains(verb))
}

/// Whether a clause is only the name of a format.
fn is_name(clause: &str) -> bool {
    FORMATS.contains(&clause)
}

/// The text of a clause before and after the name of a format. `config.json` names a file.
fn around_name(clause: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    let latin = clause.split(|c: char| !is_part(c)).find(|word| FORMATS.contains(word));
    let name = latin.or_else(|| NAMES.iter().copied().find(|name| clause.contains(name)))?;
    let at = clause
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| !clause.get(..*at).is_some_and(|before| before.ends_with(is_part)))?;
    Some((clause.get(..at)?.trim_end(), clause.get(at + name.len()..)?.trim_start()))
}

fn is_taken_back(before: &str, after: &str) -> bool {
    let reach = before.char_indices().rev().nth(REACH + 2).map_or(0, |(at, _)| at);
    let near = before.get(reach..).unwrap_or_default();
    // "不要文字而要JSON" asks for it.
    let near = near
        .rsplit(['而', '只', '就'])
        .next()
        .filter(|_| !near.contains("而不是") && !near.contains("而非"))
        .unwrap_or(near);
    NOT_BEFORE.iter().any(|word| near.contains(word)) || NOT_BEHIND.iter().any(|word| after.contains(word))
}

/// The narrow form of a full-width letter.
fn as_narrow(c: char) -> char {
    match c {
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '０'..='９' => {
            u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c)
        }
        _ => c,
    }
}

/// Whether a character is Han, Kana or Hangul.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::super::phrases::said;
    use super::*;

    fn data(message: &str) -> Option<RequestDuration> {
        said(message).data
    }

    #[test]
    fn who_asks_for_data_wants_it_from_now_on() {
        for message in [
            "请以JSON格式返回。",
            "请以 JSON 格式返回用户列表",
            "用json回答",
            "把这些信息转换成JSON",
            "給我JSON格式的清單",
            "輸出 JSON",
            "只返回ＪＳＯＮ",
            "可以用JSON格式给我吗？",
            "不要解释，只要JSON",
            "不要文字而要JSON",
            "我需要一份YAML",
            "请用机器可读的格式输出",
            "请给JSON",
            "输出必须是JSON",
            "JSONで返してください。",
            "JSONで結果を返してください。",
            "JSONに変換してください",
            "JSONをお願いします",
            "JSONください",
            "JSON을 보여 주세요",
            "JSON 주세요",
            "結果をJSON形式で出力して",
            "JSON形式で",
            "説明は不要、JSONのみ返して",
            "テキストではなくJSONでお願いします",
            "CSVにしてください",
            "JSON으로 답해 주세요",
            "목록을 JSON 형식으로 출력해줘",
        ] {
            assert_eq!(data(message), Some(RequestDuration::FromNowOn), "{message}");
        }
    }

    #[test]
    fn who_wonders_about_data_sees_it_once() {
        for message in [
            "什么是JSON？",
            "JSON是什么",
            "为什么用JSON？",
            "JSONとは何ですか",
            "这个JSON格式不对",
            "JSON이 뭐예요?",
            "请教我JSON",
            "JSON能做什么？",
            "JSON可以有注释吗",
            "请用JSON解析器看看",
            "请帮我看看JSON解析器",
            "我需要学JSON",
            "请记住我讨厌JSON",
            "给小明打电话说JSON文件坏了",
            "JSONに詳しい人に頼んでください",
            "JSONを勉強したいので本を教えてください",
            "JSON을 배우고 싶어요 도와주세요",
        ] {
            assert_eq!(data(message), Some(RequestDuration::ThisTurn), "{message}");
        }
    }

    #[test]
    fn who_wants_plain_words_ends_it() {
        for message in [
            "不要JSON",
            "别再用JSON了",
            "请不要用JSON格式返回",
            "用文字说就好",
            "JSONではなく文章で答えて",
            "JSONを使わないで",
            "普通の言葉で説明して",
            "JSON 말고 문장으로 답해줘",
        ] {
            assert_eq!(data(message), Some(RequestDuration::None), "{message}");
        }
    }

    #[test]
    fn other_talk_says_nothing_of_data() {
        for message in [
            "你好",
            "四月下旬种豆子。",
            "把列表保存到config.json",
            "JSON解析器坏了",
            "帮我用JSON库解析这个文件，请",
            "JSONパーサーが壊れた",
            "豆はいつ植えますか",
            "콩은 언제 심어요?",
            "Jason来了",
        ] {
            assert_eq!(data(message), None, "{message}");
        }
    }
}
