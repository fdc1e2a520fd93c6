-- unknown.sql: a leak that no built-in pattern knows, for the README's five steps. Every word in it is invented.
--
-- Layout as in helix-kit.sql. A garden tool, `log_watering`, is answered in the text: five times at the beginning and once
-- in the middle, where only a pattern tells it from prose. Once it really ran. The last one was asked for: no finding.
--
-- unknown.db is made from this file, with a page size of 4096 and in rollback-journal mode:
--   rm -f unknown.db && sqlite3 unknown.db < unknown.sql
PRAGMA page_size = 4096;
PRAGMA journal_mode = DELETE;
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE chats (id INTEGER PRIMARY KEY, account_id INTEGER, title TEXT, manual_responses INTEGER,
  archived_at TEXT, discarded_at TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE agents (id INTEGER PRIMARY KEY, account_id INTEGER, name TEXT, active INTEGER,
  model_id TEXT, enabled_tools TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY, chat_id INTEGER REFERENCES chats(id), agent_id INTEGER REFERENCES agents(id),
  user_id INTEGER, role TEXT, content TEXT, tools_used TEXT, tool_status TEXT, streaming INTEGER,
  thinking_text TEXT, replay_payload TEXT, model_id_string TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE agent_memories (id INTEGER PRIMARY KEY, agent_id INTEGER REFERENCES agents(id), content TEXT,
  memory_type INTEGER, constitutional INTEGER, discarded_at TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE tool_calls (id INTEGER PRIMARY KEY, message_id INTEGER REFERENCES messages(id), tool_call_id TEXT, name TEXT,
  arguments TEXT, metadata TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE whiteboards (id INTEGER PRIMARY KEY, account_id INTEGER, name TEXT, summary TEXT, content TEXT,
  revision INTEGER, lock_version INTEGER, deleted_at TEXT, last_edited_at TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE audit_logs (id INTEGER PRIMARY KEY, account_id INTEGER, action TEXT, auditable_type TEXT, auditable_id INTEGER,
  data TEXT, created_at TEXT);

INSERT INTO agents VALUES
 (1,10,'Juno',1,'google/gemini-2.5-pro','["SaveMemoryTool", "LogWateringTool"]','2025-11-02T09:00:00','2025-11-02T09:00:00'),
 (2,10,'Corvin',1,'x-ai/grok-4','["SaveMemoryTool", "LogWateringTool"]','2025-11-02T09:00:00','2025-11-02T09:00:00');

INSERT INTO chats VALUES
 (1,10,'Watering 1',0,NULL,NULL,'2026-02-01T07:59:40','2026-02-01T08:00:00'),
 (2,10,'Watering 2',0,NULL,NULL,'2026-02-03T07:59:40','2026-02-03T08:00:00'),
 (3,10,'Watering 3',0,NULL,NULL,'2026-02-04T07:59:40','2026-02-04T08:00:00'),
 (4,10,'Watering 4',0,NULL,NULL,'2026-02-06T07:59:40','2026-02-06T08:00:00'),
 (5,10,'Watering 5',0,NULL,NULL,'2026-02-09T07:59:40','2026-02-09T08:00:00'),
 (6,10,'Watering 6',0,NULL,NULL,'2026-02-11T07:59:40','2026-02-11T08:00:00'),
 (7,10,'Watering 7',0,NULL,NULL,'2026-02-12T07:59:40','2026-02-12T08:00:00');

INSERT INTO messages VALUES
 (99,1,NULL,7,'user','Did you water the roses?',NULL,NULL,0,NULL,NULL,NULL,'2026-02-01T07:59:50','2026-02-01T07:59:50'),
 (100,1,1,NULL,'assistant','{logged: true, bed: "roses", litres: 4, weather: "dry"}They had a good drink before the sun came round.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','2026-02-01T08:00:00','2026-02-01T08:00:00'),
 (199,2,NULL,7,'user','And the beans?',NULL,NULL,0,NULL,NULL,NULL,'2026-02-03T07:59:50','2026-02-03T07:59:50'),
 (200,2,1,NULL,'assistant','{logged: true, bed: "beans", litres: 6, weather: "dry"}Six litres, and not a drop on the leaves.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','2026-02-03T08:00:00','2026-02-03T08:00:00'),
 (299,3,NULL,7,'user','The leeks look thirsty.',NULL,NULL,0,NULL,NULL,NULL,'2026-02-04T07:59:50','2026-02-04T07:59:50'),
 (300,3,2,NULL,'assistant','{logged: true, bed: "leeks", litres: 3, weather: "dry"}Not any more.','["log_watering"]',NULL,0,NULL,NULL,'x-ai/grok-4','2026-02-04T08:00:00','2026-02-04T08:00:00'),
 (399,4,NULL,7,'user','Roses again, please.',NULL,NULL,0,NULL,NULL,NULL,'2026-02-06T07:59:50','2026-02-06T07:59:50'),
 (400,4,1,NULL,'assistant','{logged: true, bed: "roses", litres: 5, weather: "dry"}Done, and the aphids have moved out.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','2026-02-06T08:00:00','2026-02-06T08:00:00'),
 (499,5,NULL,7,'user','How are the beans?',NULL,NULL,0,NULL,NULL,NULL,'2026-02-09T07:59:50','2026-02-09T07:59:50'),
 (500,5,2,NULL,'assistant','Climbing. {logged: true, bed: "beans", litres: 4, weather: "dry"}'||char(10)||''||char(10)||'I gave them four litres to climb on.','[]',NULL,0,NULL,NULL,'x-ai/grok-4','2026-02-09T08:00:00','2026-02-09T08:00:00'),
 (599,6,NULL,7,'user','Leeks?',NULL,NULL,0,NULL,NULL,NULL,'2026-02-11T07:59:50','2026-02-11T07:59:50'),
 (600,6,1,NULL,'assistant','{logged: true, bed: "leeks", litres: 2, weather: "dry"}Two litres will do until Friday.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','2026-02-11T08:00:00','2026-02-11T08:00:00'),
 (699,7,NULL,7,'user','Write me an example of such a log entry as JSON.',NULL,NULL,0,NULL,NULL,NULL,'2026-02-12T07:59:50','2026-02-12T07:59:50'),
 (700,7,1,NULL,'assistant','```json'||char(10)||'{"logged": true, "bed": "roses", "litres": 1, "weather": "dry"}'||char(10)||'```','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','2026-02-12T08:00:00','2026-02-12T08:00:00');
COMMIT;
