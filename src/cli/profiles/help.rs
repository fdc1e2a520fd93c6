//! The help on profiles: the whole mapping language, with an example database.

/// How to describe an application. A test runs the example; its lines are short enough that no terminal wraps them.
pub(super) const MAPPING: &str = r#"Examples:
  ghostcall profiles check mine.json5
  ghostcall profiles check mine.json5 --database export.db

A profile is a JSON5 file; begin with the example below, or with
`ghostcall profiles show plain > mine.json5`.

  needs, without  columns that such a database always or never has, by which
                  it is detected
  write           full: texts, tools and records; strip: texts only; none:
                  nothing, for the reason in `why`
  messages        table, key (one column or several), text, role with
                  `assistant` and `user` (its words for both), conversation,
                  owner, time, model; `asked` where the question is in the
                  same row; `where` leaves rows out; `joins` names tables that
                  a row belongs to, `touch` times that move with a write
  evidence        where the database shows which tools ran: see below
  records         where recovered records go: table, key (auto, uuid4), owner,
                  fields with their rules, `same`

Where a text is:
  content                           in a column
  bodies.words                      in a row that `joins` names
  data->$.text                      in the JSON of a column
  chat->$.messages.{key}.content    in each member of a JSON object: each is
                                    a message
  parts->$[*|type=text].text        in each element of a list of which a
                                    member has this value: each is a message
  copies: ['chat.chat->$.messages.{key}']
                                    again elsewhere: all change together, or
                                    none; `member` is an SQL expression for
                                    {key}
  optional_copies: ['raw->$[*].text']
                                    the same, in columns that not every
                                    version has
  snapshots: [{table: 'shared', …}]
                                    as it was at some time, in rows of another
                                    table: what says the same changes with it

Which evidence does your application keep? List every kind. Other evidence is
ignored, and without any every claim is `unclear`.

  It lists a message's tools in a column.
      {from: 'column', column: 'tools'}
  It keeps a row for each call.
      {from: 'table', table: 'calls', message: 'turn', name: 'tool'}
  It keeps calls in the JSON of a message's row.
      {from: 'parts', calls: 'body->$.calls[*]', name: '/name'}
  It keeps what a tool answered as a message.
      {from: 'messages', roles: ['tool'], name: 'name', result: 'body'}
  It saves records, such as memories.
      {from: 'records'}, and `records` says where
  It keeps earlier states of them as JSON.
      {from: 'history', table: 'log', json: 'data', texts: ['/before']}
  It may list tools with the message before or after.
      {from: 'neighbours', seconds: 60}, together with {from: 'column'}

  arguments, result, error  as `name`: of a table and of messages a column, or
                            a path into one (data->$.tool); of parts a JSON
                            Pointer (/function/name). A result that a message
                            repeats shows that the tool ran; a call with an
                            error did not.
  name_prefix: 'tool-'      comes before each name; others are not calls
  call                      what names the call, where results are apart
                            from it: there and here
  within: 'message'         a call counts for its own message alone, not for
                            the whole turn
  absent: 'unknown'         an empty place proves nothing; without this it
                            means that no tool ran
  where                     of a table: other rows are not calls
  optional: true            of a table, or of the columns of messages: some
                            versions of the application do not have it

An example. The database, `export.db`:

  CREATE TABLE turns (id INTEGER PRIMARY KEY, thread TEXT, agent INTEGER,
                      speaker TEXT, body TEXT, tools TEXT, at INTEGER);
  CREATE TABLE calls (id INTEGER PRIMARY KEY, turn INTEGER, data TEXT);
  CREATE TABLE facts (id INTEGER PRIMARY KEY, agent INTEGER, kind INTEGER,
                      fact TEXT, at INTEGER);
  CREATE TABLE log (id INTEGER PRIMARY KEY, data TEXT);
  INSERT INTO turns VALUES
    (1, 'a', NULL, 'me', '{"text": "What time is it?"}', NULL, 1767603600),
    (2, 'a', 7, 'bot', '{"text": "It is nine.", ' ||
     '"calls": [{"name": "get_time", "args": {}}]}',
     '["get_time"]', 1767603603),
    (3, 'a', NULL, 'me', '{"text": "I like tea."}', NULL, 1767603640),
    (4, 'a', 7, 'bot', '{"text": "{success: true, ' ||
     'memory_type: \"core\", content: \"Likes tea.\"}Noted."}',
     '[]', 1767603643),
    (5, 'b', NULL, 'me',
     '{"text": "I live in Oslo. And the weather?"}', NULL, 1767686400),
    (6, 'b', NULL, 'tool',
     '{"name": "get_weather", "text": "4 degrees"}', NULL, 1767686402),
    (7, 'b', 7, 'bot', '{"text": "{success: true, ' ||
     'memory_type: \"core\", content: \"Lives in Oslo.\"}Cold."}',
     '["save_memory"]', 1767686405);
  INSERT INTO calls VALUES (1, 7, '{"tool": "save_memory", "args": ' ||
    '{"memory_type": "core", "content": "Lives in Oslo."}, ' ||
    '"answer": "saved"}');
  INSERT INTO facts VALUES (1, 7, 1, 'Lives in Oslo, Bygdøy.', 1767686404);
  INSERT INTO log VALUES (1, '{"before": "Lives in Oslo."}');

What describes it, `mine.json5`:

  {
    version: 1, name: "mine", write: "full",
    needs: ["turns.body", "facts.fact"],
    messages: { table: "turns", key: "id", conversation: "thread",
                owner: "agent", time: "at", text: "body->$.text",
                role: "speaker", assistant: ["bot"], user: ["me"] },
    evidence: [
      { from: "column", column: "tools" },
      { from: "table", table: "calls", message: "turn",
        name: "data->$.tool", arguments: "data->$.args",
        result: "data->$.answer" },
      { from: "parts", calls: "body->$.calls[*]",
        name: "/name", arguments: "/args" },
      { from: "messages", roles: ["tool"],
        name: "body->$.name", result: "body->$.text" },
      { from: "records" },
      { from: "history", table: "log", json: "data", texts: ["/before"] },
      { from: "neighbours", seconds: 10 },
    ],
    records: {
      memory: {
        table: "facts", owner: "agent", created: "at",
        same: ["owner", "content"],
        fields: {
          content: { column: "fact", trim: "ascii", required: true },
          memory_type: { column: "kind", values: { journal: 0, core: 1 } },
        },
      },
    },
  }

`ghostcall profiles check mine.json5 --database export.db` reports what each
part finds. `ghostcall scan export.db --profile mine.json5` proposes to
recover the record of message 4, since no evidence shows that it was saved,
and only to clean message 7, whose call is recorded.

`ghostcall profiles schema` prints all of it as a JSON Schema."#;
