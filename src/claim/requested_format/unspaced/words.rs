//! Words that ask for structured text in Chinese, Japanese and Korean.

/// Names of formats in these scripts.
pub(super) const NAMES: [&str; 6] = ["机器可读", "機器可讀", "機械可読", "機械で読める", "機械が読める", "기계 판독"];

/// Characters that end a clause; a space does not.
pub(super) const ENDS: [char; 17] =
    ['。', '，', '、', '；', '：', '！', '？', '．', ',', ';', ':', '!', '?', '\n', '\r', '(', ')'];

/// Words right before the name of a format that make it the form of an answer.
pub(super) const BEFORE: [&str; 42] = [
    "以", "用", "按", "照", "成", "为", "為", "给我", "給我", "返回", "回传", "回傳", "输出", "輸出", "生成", "产生",
    "產生", "写", "寫", "要", "只", "份", "个", "個", "段", "纯", "純", "合法的", "有效的", "标准", "標準", "发", "發",
    "提供", "转", "轉", "给", "給", "必须是", "必須是", "应该是", "應該是",
];

/// Words right after it that do the same.
pub(super) const BEHIND: [&str; 19] = [
    "格式", "形式", "输出", "輸出", "返回", "回答", "回复", "回覆", "给我", "給我", "字符串", "フォーマット", "형식",
    "포맷", "ください", "下さい", "お願い", "주세요", "줘",
];

/// Endings in Japanese and Korean that ask for something only with one of these verbs.
pub(super) const ENDINGS: [&str; 9] = ["で", "として", "だけ", "のみ", "の形", "으로", "로", "형태", "만"];
/// Endings that the verb must follow immediately.
pub(super) const OBJECT_ENDINGS: [&str; 4] = ["に", "を", "을", "를"];
pub(super) const VERBS: [&str; 33] = [
    "返", "出力", "ください", "下さい", "くれ", "願", "書", "答", "教え", "見せ", "まとめ", "変換", "作", "生成",
    "表示", "にして", "頼", "ほしい", "欲しい", "줘", "주세요", "주십시오", "답", "출력", "반환", "보여", "알려",
    "작성", "만들", "변환", "정리", "부탁", "해라",
];

/// Words after a name that make it part of another thing: "JSON库".
pub(super) const SOMETHING_ELSE: [&str; 16] = [
    "库", "庫", "解析", "编辑器", "編輯器", "工具", "插件", "模块", "模組", "教程", "パーサ", "ライブラリ", "エディタ",
    "ツール", "파서", "라이브러리",
];

/// Words right before a name, or a little before it, that negate it.
pub(super) const NOT_BEFORE: [&str; 10] =
    ["不要", "别", "別", "勿", "不用", "不需要", "无需", "無需", "而不是", "而非"];
/// Words after a name that negate it.
pub(super) const NOT_BEHIND: [&str; 14] = [
    "不要", "不用", "不需要", "ではなく", "でなく", "じゃなく", "ないで", "やめ", "なしで", "말고", "아니", "하지 마",
    "하지마", "없이",
];

/// Words that wonder about it, unless the same clause asks for it.
pub(super) const WONDERING: [&str; 20] = [
    "什么", "什麼", "为何", "為何", "为什么", "怎么", "怎麼", "吗", "嗎", "何", "なぜ", "どう", "とは", "って",
    "ですか", "무엇", "뭐", "왜", "어떻게", "인가",
];
pub(super) const ASKING: [&str; 25] = [
    "请", "請", "给", "給", "能", "可以", "麻烦", "麻煩", "ください", "下さい", "願", "くれ", "もらえ", "いただけ",
    "ほしい", "欲しい", "주세요", "줘", "줄래", "부탁", "要求", "必须", "必須", "想要", "需要",
];

/// Words that begin a clause about somebody or something.
pub(super) const SUBJECTS: [&str; 18] = [
    "我", "他", "她", "它", "这", "這", "那", "私", "僕", "俺", "彼", "うち", "この", "その", "あの", "저는", "나는",
    "우리",
];

/// Words that ask for an answer without data.
pub(super) const PLAINLY: [&str; 21] = [
    "用文字说", "用文字說", "纯文本", "純文字", "用自然语言", "用自然語言", "用一句话", "用一句話", "用普通",
    "用自己的话", "用自己的話", "换个话题", "換個話題", "聊点别的", "文章で", "普通の言葉", "自然な言葉", "話題を変え",
    "일반 텍스트", "문장으로", "다른 이야기",
];
