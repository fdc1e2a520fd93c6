//! Words for data, for requests, and for the programs that read them. They do not ask for anything by themselves.
//! English comes first, with what the other languages borrow; then German, Portuguese, Spanish, French and Italian.

/// HTTP methods, in capitals.
pub(super) const METHODS: [&str; 8] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "REST"];
/// Words for what stands in for data: they mean nothing else.
pub(super) const STAND_INS: [&str; 8] =
    ["mock", "mocks", "fixture", "fixtures", "stub", "payload", "payloads", "stdout"];
pub(super) const WORDS: &str = "\
    body bodies request requests requested response responses result results return returns returned returning \
    server servers backend frontend api apis rpc graphql sdk http post posts curl wget cli stdout stdin code script scripts \
    snippet function functions literal literals struct array arrays string strings field fields attribute \
    attributes key keys data dataset database db sql html file files python javascript typescript java rust \
    golang php ruby slack discord telegram output outputs input inputs argument arguments parameter parameters \
    error errors header headers structured syntax markup brace braces bracket brackets mock mocks fixture \
    fixtures stub locale locales i18n l10n example examples template templates wrap wrapped wrapper envelope bot \
    simulate raw dump tool tools escape escaped unescape dictionary dictionaries antwort wörterbuch dictionnaire diccionario dicionário nutzlast rumpf schnittstelle \
    schnittstellen endpunkt endpunkte datei dateien daten feld felder zeichenkette zeichenketten ausgabe eingabe \
    rückgabe rückgabewert zurückgibt zurückgeben zurückgegeben liefert fehler fehlermeldung quelltext \
    beispiel vorlage schlüssel klammern funktion werkzeug pedido requisição requisições solicitação \
    resposta respuesta servidor servidores corpo cuerpo retorna retornar retorno devolve devolver devuelve \
    petición solicitud arquivo arquivos ficheiro archivo dados datos campo campos chave clave saída salida \
    erro exemplo ejemplo cadeia cadena código função función matriz requête réponse serveur renvoie \
    renvoyer retourne corps fichier données champ clé chaîne erreur exemple richiesta risposta restituisce \
    dati chiave";

/// Beginnings: a word that begins with one of them is about data, too.
pub(super) const BEGINNINGS: [&str; 28] = [
    "json", "xml", "yaml", "payload", "webhook", "endpoint", "schema", "esquema", "schéma", "serializ", "serialis",
    "deserializ", "deserialis", "stringif", "encod", "decod", "format", "parse", "parsing", "config", "konfig",
    "objekt", "objet", "anfrage", "antwortk", "sérialis", "kodier", "codific",
];

/// The same in scripts without spaces.
pub(super) const UNSPACED: &str = "\
    字典 请求 請求 响应 響應 回應 返回 回传 回傳 服务器 伺服器 服务端 接口 介面 对象 \
    物件 数据 數據 資料 字段 欄位 字符串 字串 序列化 格式 解析 代码 程式 文件 \
    檔案 参数 參數 报错 错误 消息体 リクエスト レスポンス サーバ ペイロード \
    エンドポイント オブジェクト データ フィールド 文字列 シリアライズ 形式 \
    フォーマット パース コード ファイル 本文 返り値 戻り値 エラー 要求 応答 \
    요청 응답 서버 반환 객체 데이터 필드 문자열 직렬화 형식 포맷 파싱 코드 파일 \
    본문 오류 엔드포인트 페이로드 웹훅";
