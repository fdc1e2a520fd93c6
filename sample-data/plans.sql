-- plans.sql: plans of a planner in an assistant's messages, and what is none. Every word in it is invented.
--
-- Layout as in helix-kit.sql, and a column `plan` of the messages that planner.json5 names: what the planner recorded. The
-- tools that exist stand in planner-tools.json.
--   100 an invented tool · 200 a circle · 300 a step that waits for a later one, in a fence · 400 a plan that can run
--   500 an invented tool in a recorded plan · 600 a recorded plan that can run
--   700 buttons · 800 a recipe · 900 a plan that was asked for as JSON · 1000 a log: no findings
--
-- plans.db is made from this file, with a page size of 4096 and in rollback-journal mode:
--   rm -f plans.db && sqlite3 plans.db < plans.sql
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
  thinking_text TEXT, replay_payload TEXT, model_id_string TEXT, plan TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE agent_memories (id INTEGER PRIMARY KEY, agent_id INTEGER REFERENCES agents(id), content TEXT,
  memory_type INTEGER, constitutional INTEGER, discarded_at TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE tool_calls (id INTEGER PRIMARY KEY, message_id INTEGER REFERENCES messages(id), tool_call_id TEXT, name TEXT,
  arguments TEXT, metadata TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE whiteboards (id INTEGER PRIMARY KEY, account_id INTEGER, name TEXT, summary TEXT, content TEXT,
  revision INTEGER, lock_version INTEGER, deleted_at TEXT, last_edited_at TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE audit_logs (id INTEGER PRIMARY KEY, account_id INTEGER, action TEXT, auditable_type TEXT, auditable_id INTEGER,
  data TEXT, created_at TEXT);

INSERT INTO agents VALUES
 (1,10,'Juno',1,'google/gemini-2.5-pro','["SaveMemoryTool"]','2025-11-02T09:00:00','2025-11-02T09:00:00');

INSERT INTO chats VALUES
 (1,10,'Plans 1',0,NULL,NULL,'2026-03-01T07:59:40','2026-03-01T08:00:00'),
 (2,10,'Plans 2',0,NULL,NULL,'2026-03-02T07:59:40','2026-03-02T08:00:00'),
 (3,10,'Plans 3',0,NULL,NULL,'2026-03-03T07:59:40','2026-03-03T08:00:00'),
 (4,10,'Plans 4',0,NULL,NULL,'2026-03-04T07:59:40','2026-03-04T08:00:00'),
 (5,10,'Plans 5',0,NULL,NULL,'2026-03-05T07:59:40','2026-03-05T08:00:00'),
 (6,10,'Plans 6',0,NULL,NULL,'2026-03-06T07:59:40','2026-03-06T08:00:00'),
 (7,10,'Plans 7',0,NULL,NULL,'2026-03-07T07:59:40','2026-03-07T08:00:00'),
 (8,10,'Plans 8',0,NULL,NULL,'2026-03-08T07:59:40','2026-03-08T08:00:00'),
 (9,10,'Plans 9',0,NULL,NULL,'2026-03-09T07:59:40','2026-03-09T08:00:00'),
 (10,10,'Plans 10',0,NULL,NULL,'2026-03-10T07:59:40','2026-03-10T08:00:00');

INSERT INTO messages VALUES
 (99,1,NULL,7,'user','Sort my music, please.',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-01T07:59:50','2026-03-01T07:59:50'),
 (100,1,1,NULL,'assistant','{"steps": [{"id": "step_1", "tool": "create_folder", "inputs": {"name": "Music"}, "deps": []}, {"id": "step_2", "tool": "organize_files", "inputs": {"category": "music files", "target_folder": "Music"}, "deps": ["step_1"]}]}On it! I make the folder first.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-01T08:00:00','2026-03-01T08:00:00'),
 (199,2,NULL,7,'user','Make slides of what we planted.',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-02T07:59:50','2026-03-02T07:59:50'),
 (200,2,1,NULL,'assistant','This is what I will do:'||char(10)||''||char(10)||'['||char(10)||'  {'||char(10)||'    "id": "find",'||char(10)||'    "tool": "search_documents",'||char(10)||'    "inputs": {'||char(10)||'      "query": "garden 2025"'||char(10)||'    },'||char(10)||'    "deps": ['||char(10)||'      "slides"'||char(10)||'    ]'||char(10)||'  },'||char(10)||'  {'||char(10)||'    "id": "slides",'||char(10)||'    "tool": "create_keynote",'||char(10)||'    "inputs": {'||char(10)||'      "title": "Our garden",'||char(10)||'      "content": "$find.result"'||char(10)||'    },'||char(10)||'    "deps": ['||char(10)||'      "find"'||char(10)||'    ]'||char(10)||'  }'||char(10)||']'||char(10)||''||char(10)||'Shall I begin?','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-02T08:00:00','2026-03-02T08:00:00'),
 (299,3,NULL,7,'user','Send Ana the report.',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-03T07:59:50','2026-03-03T07:59:50'),
 (300,3,1,NULL,'assistant','I will do it in two steps.'||char(10)||''||char(10)||'```json'||char(10)||'{'||char(10)||'  "steps": ['||char(10)||'    {'||char(10)||'      "id": "mail",'||char(10)||'      "tool": "compose_email",'||char(10)||'      "inputs": {'||char(10)||'        "subject": "The report",'||char(10)||'        "body": "{{report}}"'||char(10)||'      },'||char(10)||'      "deps": ['||char(10)||'        "report"'||char(10)||'      ]'||char(10)||'    },'||char(10)||'    {'||char(10)||'      "id": "report",'||char(10)||'      "tool": "create_pages_doc",'||char(10)||'      "inputs": {'||char(10)||'        "title": "Report",'||char(10)||'        "content": "All is well."'||char(10)||'      },'||char(10)||'      "deps": []'||char(10)||'    }'||char(10)||'  ]'||char(10)||'}'||char(10)||'```'||char(10)||''||char(10)||'It will not take long.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-03T08:00:00','2026-03-03T08:00:00'),
 (399,4,NULL,7,'user','What did we pay in May?',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-04T07:59:50','2026-03-04T07:59:50'),
 (400,4,1,NULL,'assistant','{"steps": [{"id": "find", "tool": "search_documents", "inputs": {"query": "invoice May"}, "deps": []}, {"id": "read", "tool": "extract_section", "inputs": {"doc_path": "$find.result"}, "deps": ["find"]}]}I will look at the invoice.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-04T08:00:00','2026-03-04T08:00:00'),
 (499,5,NULL,7,'user','Mail Ana what is on my screen.',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-05T07:59:50','2026-03-05T07:59:50'),
 (500,5,1,NULL,'assistant','Gladly. It will be with her in a minute.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','{"steps": [{"id": "shot", "tool": "take_screenshot", "inputs": {}, "deps": []}, {"id": "mail", "tool": "send_email", "inputs": {"recipient": "ana@example.org", "body": "$shot.result"}, "deps": ["shot"]}]}','2026-03-05T08:00:00','2026-03-05T08:00:00'),
 (599,6,NULL,7,'user','Take a picture of the screen.',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-06T07:59:50','2026-03-06T07:59:50'),
 (600,6,1,NULL,'assistant','There it is.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro','{"steps": [{"id": "shot", "tool": "take_screenshot", "inputs": {}, "deps": []}]}','2026-03-06T08:00:00','2026-03-06T08:00:00'),
 (699,7,NULL,7,'user','Which buttons does the editor have?',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-07T07:59:50','2026-03-07T07:59:50'),
 (700,7,1,NULL,'assistant','It has these two.'||char(10)||''||char(10)||'```json'||char(10)||'['||char(10)||'  {'||char(10)||'    "id": "save",'||char(10)||'    "action": "save_document"'||char(10)||'  },'||char(10)||'  {'||char(10)||'    "id": "close",'||char(10)||'    "action": "close_window"'||char(10)||'  }'||char(10)||']'||char(10)||'```'||char(10)||''||char(10)||'The second one asks first.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-07T08:00:00','2026-03-07T08:00:00'),
 (799,8,NULL,7,'user','How do I bake a sponge?',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-08T07:59:50','2026-03-08T07:59:50'),
 (800,8,1,NULL,'assistant','It takes an hour.'||char(10)||''||char(10)||'```json'||char(10)||'{'||char(10)||'  "steps": ['||char(10)||'    {'||char(10)||'      "id": 1,'||char(10)||'      "tool": "whisk",'||char(10)||'      "text": "Beat the eggs."'||char(10)||'    },'||char(10)||'    {'||char(10)||'      "id": 2,'||char(10)||'      "tool": "oven",'||char(10)||'      "text": "Bake for an hour."'||char(10)||'    }'||char(10)||'  ]'||char(10)||'}'||char(10)||'```','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-08T08:00:00','2026-03-08T08:00:00'),
 (899,9,NULL,7,'user','Show me a plan as JSON.',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-09T07:59:50','2026-03-09T07:59:50'),
 (900,9,1,NULL,'assistant','```json'||char(10)||'{'||char(10)||'  "steps": ['||char(10)||'    {'||char(10)||'      "id": "a",'||char(10)||'      "tool": "create_folder",'||char(10)||'      "inputs": {},'||char(10)||'      "deps": []'||char(10)||'    }'||char(10)||'  ]'||char(10)||'}'||char(10)||'```','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-09T08:00:00','2026-03-09T08:00:00'),
 (999,10,NULL,7,'user','Why did it fail?',NULL,NULL,0,NULL,NULL,NULL,NULL,'2026-03-10T07:59:50','2026-03-10T07:59:50'),
 (1000,10,1,NULL,'assistant','The last run says so.'||char(10)||''||char(10)||'```json'||char(10)||'['||char(10)||'  {'||char(10)||'    "id": 1,'||char(10)||'    "tool": "create_folder",'||char(10)||'    "inputs": {'||char(10)||'      "name": "Music"'||char(10)||'    },'||char(10)||'    "result": "no such tool",'||char(10)||'    "duration_ms": 3'||char(10)||'  }'||char(10)||']'||char(10)||'```'||char(10)||''||char(10)||'The folder is not a tool of mine.','[]',NULL,0,NULL,NULL,'google/gemini-2.5-pro',NULL,'2026-03-10T08:00:00','2026-03-10T08:00:00');
COMMIT;
