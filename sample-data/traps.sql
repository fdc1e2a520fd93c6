-- traps.sql: one case each that is easily judged wrong. Every word in it is invented.
--
-- Layout as in helix-kit.sql. Trap N is chat N, its subject is message N * 100 (trap 7: message 700), and the rows that it
-- needs around it have the ids just before and after. The traps lie hours apart and their texts differ, so that none
-- is evidence for another. The comment on a trap says what a careful person would decide, and why.
--
-- traps.db is made from this file, with a page size of 4096 and in rollback-journal mode:
--   rm -f traps.db && sqlite3 traps.db < traps.sql
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

-- Paulina and Corvin may save memories and edit whiteboards; Moss may do nothing. There is no agent 99.
INSERT INTO agents VALUES
 (1,10,'Paulina',1,'google/gemini-2.5-pro','["SaveMemoryTool", "WhiteboardTool"]','2025-11-02T09:00:00','2025-11-02T09:00:00'),
 (2,10,'Corvin',1,'google/gemini-2.5-pro','["SaveMemoryTool", "WhiteboardTool"]','2025-11-02T09:00:00','2025-11-02T09:00:00'),
 (3,10,'Moss',1,'x-ai/grok-4','[]','2025-11-02T09:00:00','2025-11-02T09:00:00');

INSERT INTO chats VALUES
 (1,10,'The tool ran and named itself',0,NULL,NULL,'2026-01-06T10:59:40.007919','2026-01-06T11:00:00.007919'),
 (2,10,'An equal memory, no tool named',0,NULL,NULL,'2026-01-06T13:59:40.015838','2026-01-06T14:00:00.015838'),
 (3,10,'The equal memory was discarded',0,NULL,NULL,'2026-01-06T16:59:40.023757','2026-01-06T17:00:00.023757'),
 (4,10,'The equal memory was refined later',0,NULL,NULL,'2026-01-06T19:59:40.031676','2026-01-06T20:00:00.031676'),
 (5,10,'The equal memory was merged away',0,NULL,NULL,'2026-01-06T22:59:40.039595','2026-01-06T23:00:00.039595'),
 (6,10,'The equal memory is months older',0,NULL,NULL,'2026-01-07T01:59:40.047514','2026-01-07T02:00:00.047514'),
 (7,10,'Equal but for the space around it',0,NULL,NULL,'2026-01-07T04:59:40.055433','2026-01-07T05:00:00.055433'),
 (8,10,'The equal memory is another agent''s',0,NULL,NULL,'2026-01-07T07:59:40.063352','2026-01-07T08:00:00.063352'),
 (9,10,'The same text, another type',0,NULL,NULL,'2026-01-07T10:59:40.071271','2026-01-07T11:00:00.071271'),
 (10,10,'Named, but nothing equal',0,NULL,NULL,'2026-01-07T13:59:40.079190','2026-01-07T14:00:00.079190'),
 (11,10,'A neighbour row names the tool',0,NULL,NULL,'2026-01-07T16:59:40.087109','2026-01-07T17:00:00.087109'),
 (12,10,'A recorded call with equal arguments',0,NULL,NULL,'2026-01-07T19:59:40.095028','2026-01-07T20:00:00.095028'),
 (13,10,'The call belongs to another agent',0,NULL,NULL,'2026-01-07T22:59:40.102947','2026-01-07T23:00:00.102947'),
 (14,10,'One real call, one invented block',0,NULL,NULL,'2026-01-08T01:59:40.110866','2026-01-08T02:00:00.110866'),
 (15,10,'Only another tool is named',0,NULL,NULL,'2026-01-08T04:59:40.118785','2026-01-08T05:00:00.118785'),
 (16,10,'An old humanised name, equal memory',0,NULL,NULL,'2026-01-08T07:59:40.126704','2026-01-08T08:00:00.126704'),
 (17,10,'An old humanised name, nothing equal',0,NULL,NULL,'2026-01-08T10:59:40.134623','2026-01-08T11:00:00.134623'),
 (18,10,'A junk entry in tools_used',0,NULL,NULL,'2026-01-08T13:59:40.142542','2026-01-08T14:00:00.142542'),
 (19,10,'tools_used is NULL',0,NULL,NULL,'2026-01-08T16:59:40.150461','2026-01-08T17:00:00.150461'),
 (20,10,'A whiteboard call that never ran',0,NULL,NULL,'2026-01-08T19:59:40.158380','2026-01-08T20:00:00.158380'),
 (21,10,'A whiteboard call that ran',0,NULL,NULL,'2026-01-08T22:59:40.166299','2026-01-08T23:00:00.166299'),
 (22,10,'A whiteboard echo, tool named',0,NULL,NULL,'2026-01-09T01:59:40.174218','2026-01-09T02:00:00.174218'),
 (23,10,'A whiteboard echo, nothing named',0,NULL,NULL,'2026-01-09T04:59:40.182137','2026-01-09T05:00:00.182137'),
 (24,10,'A closed conversation',0,NULL,NULL,'2026-01-09T07:59:40.190056','2026-01-09T08:00:00.190056'),
 (25,10,'An error result',0,NULL,NULL,'2026-01-09T10:59:40.197975','2026-01-09T11:00:00.197975'),
 (26,10,'An echo, then a lost memory',0,NULL,NULL,'2026-01-09T13:59:40.205894','2026-01-09T14:00:00.205894'),
 (27,10,'No agent',0,NULL,NULL,'2026-01-09T16:59:40.213813','2026-01-09T17:00:00.213813'),
 (28,10,'An agent that is gone',0,NULL,NULL,'2026-01-09T19:59:40.221732','2026-01-09T20:00:00.221732'),
 (29,10,'The tool is not enabled',0,NULL,NULL,'2026-01-09T22:59:40.229651','2026-01-09T23:00:00.229651'),
 (30,10,'An unknown memory type',0,NULL,NULL,'2026-01-10T01:59:40.237570','2026-01-10T02:00:00.237570'),
 (31,10,'Blank content',0,NULL,NULL,'2026-01-10T04:59:40.245489','2026-01-10T05:00:00.245489'),
 (32,10,'10,001 characters',0,NULL,NULL,'2026-01-10T07:59:40.253408','2026-01-10T08:00:00.253408'),
 (33,10,'10,000 characters',0,NULL,NULL,'2026-01-10T10:59:40.261327','2026-01-10T11:00:00.261327'),
 (34,10,'A payload and nothing else',0,NULL,NULL,'2026-01-10T13:59:40.269246','2026-01-10T14:00:00.269246'),
 (35,10,'A payload cut off',0,NULL,NULL,'2026-01-10T16:59:40.277165','2026-01-10T17:00:00.277165'),
 (36,10,'A result that says it failed',0,NULL,NULL,'2026-01-10T19:59:40.285084','2026-01-10T20:00:00.285084'),
 (37,10,'A message from far in the past',0,NULL,NULL,'2024-03-01T07:29:40.250000','2024-03-01T07:30:00.250000'),
 (38,10,'A group chat',1,NULL,NULL,'2026-01-11T01:59:40.300922','2026-01-11T02:00:00.300922'),
 (39,10,'Two payloads in a row',0,NULL,NULL,'2026-01-11T04:59:40.308841','2026-01-11T05:00:00.308841'),
 (40,10,'Three payloads in a row',0,NULL,NULL,'2026-01-11T07:59:40.316760','2026-01-11T08:00:00.316760'),
 (41,10,'The same payload twice',0,NULL,NULL,'2026-01-11T10:59:40.324679','2026-01-11T11:00:00.324679'),
 (42,10,'The same payload in two messages',0,NULL,NULL,'2026-01-11T13:59:40.332598','2026-01-11T14:00:25.332598'),
 (43,10,'A stamp before the payload',0,NULL,NULL,'2026-01-11T16:59:40.340517','2026-01-11T17:00:00.340517'),
 (44,10,'A stamp alone',0,NULL,NULL,'2026-01-11T19:59:40.348436','2026-01-11T20:00:00.348436'),
 (45,10,'Braces, quotes and `, word:` inside a string',0,NULL,NULL,'2026-01-11T22:59:40.356355','2026-01-11T23:00:00.356355'),
 (46,10,'The arguments instead of the result',0,NULL,NULL,'2026-01-12T01:59:40.364274','2026-01-12T02:00:00.364274'),
 (47,10,'Strict JSON',0,NULL,NULL,'2026-01-12T04:59:40.372193','2026-01-12T05:00:00.372193'),
 (48,10,'Single quotes',0,NULL,NULL,'2026-01-12T07:59:40.380112','2026-01-12T08:00:00.380112'),
 (49,10,'Python literals',0,NULL,NULL,'2026-01-12T10:59:40.388031','2026-01-12T11:00:00.388031'),
 (50,10,'Raw newlines in a string',0,NULL,NULL,'2026-01-12T13:59:40.395950','2026-01-12T14:00:00.395950'),
 (51,10,'Trailing commas',0,NULL,NULL,'2026-01-12T16:59:40.403869','2026-01-12T17:00:00.403869'),
 (52,10,'An unknown payload at the start',0,NULL,NULL,'2026-01-12T19:59:40.411788','2026-01-12T20:00:00.411788'),
 (53,10,'A conversation in JSON',0,NULL,NULL,'2026-01-12T22:50:00.419707','2026-01-12T23:00:00.419707'),
 (54,10,'JSON because the user asked',0,NULL,NULL,'2026-01-13T01:59:40.427626','2026-01-13T02:00:00.427626'),
 (55,10,'A known payload because the user asked',0,NULL,NULL,'2026-01-13T04:59:40.435545','2026-01-13T05:00:00.435545'),
 (56,10,'The user quotes a payload',0,NULL,NULL,'2026-01-13T08:00:00.443464','2026-01-13T08:00:15.443464'),
 (57,10,'A tool row',0,NULL,NULL,'2026-01-13T10:59:40.451383','2026-01-13T11:00:06.451383'),
 (58,10,'Stage directions in braces',0,NULL,NULL,'2026-01-13T13:59:40.459302','2026-01-13T14:00:00.459302'),
 (59,10,'A template variable',0,NULL,NULL,'2026-01-13T16:59:40.467221','2026-01-13T17:00:00.467221'),
 (60,10,'A set in mathematics',0,NULL,NULL,'2026-01-13T19:59:40.475140','2026-01-13T20:00:00.475140'),
 (61,10,'A discarded chat',0,NULL,'2026-01-30T12:00:00','2026-01-13T22:59:40.483059','2026-01-13T23:00:00.483059'),
 (62,10,'Still streaming',0,NULL,NULL,'2026-01-14T01:59:40.490978','2026-01-14T02:00:00.490978');

-- The board that the whiteboard texts speak of.
INSERT INTO whiteboards VALUES (1,10,'Bed plan','Who grows where','1. leeks 2. beans',6,6,NULL,'2026-01-22T10:00:00','2026-01-02T10:00:00','2026-01-22T10:00:00');

-- Trap 1: The tool ran and named itself
-- 100 => strip (executed). The row names the tool and an equal memory exists: the text is only an echo of a call
--   that ran.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (98,1,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-06T10:59:40.007919','2026-01-06T10:59:40.007919'),
 (100,1,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The gate latch was oiled on Tuesday."}It no longer squeaks.','["save_memory"]',0,'google/gemini-2.5-pro','2026-01-06T11:00:00.007919','2026-01-06T11:00:00.007919');
INSERT INTO agent_memories VALUES (1,1,'The gate latch was oiled on Tuesday.',0,0,NULL,'2026-01-06T10:59:58.007919','2026-01-06T10:59:58.007919');

-- Trap 2: An equal memory, no tool named
-- 200 => strip (executed). An equal record proves that it ran, whatever tools_used says.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (198,2,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-06T13:59:40.015838','2026-01-06T13:59:40.015838'),
 (200,2,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The blue bucket leaks at the seam."}Use the green one.','[]',0,'google/gemini-2.5-pro','2026-01-06T14:00:00.015838','2026-01-06T14:00:00.015838');
INSERT INTO agent_memories VALUES (2,1,'The blue bucket leaks at the seam.',0,0,NULL,'2026-01-06T13:59:58.015838','2026-01-06T13:59:58.015838');

-- Trap 3: The equal memory was discarded
-- 300 => strip (executed). A discarded memory was saved once; bringing it back would undo what somebody decided.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (298,3,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-06T16:59:40.023757','2026-01-06T16:59:40.023757'),
 (300,3,1,NULL,'assistant','{success: true, memory_type: "journal", content: "Tea at four on Fridays, without fail."}Four it is.','[]',0,'google/gemini-2.5-pro','2026-01-06T17:00:00.023757','2026-01-06T17:00:00.023757');
INSERT INTO agent_memories VALUES (3,1,'Tea at four on Fridays, without fail.',0,0,'2026-01-20T09:00:00','2026-01-06T16:59:58.023757','2026-01-20T09:00:00');

-- Trap 4: The equal memory was refined later
-- 400 => strip (executed). The history holds the text as it was before the refinement: it was saved once.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (398,4,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-06T19:59:40.031676','2026-01-06T19:59:40.031676'),
 (400,4,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The pears were ripe a week early."}Earlier than the plums, even.','[]',0,'google/gemini-2.5-pro','2026-01-06T20:00:00.031676','2026-01-06T20:00:00.031676');
INSERT INTO agent_memories VALUES (4,1,'Pears ripen a week early.',0,0,NULL,'2026-01-06T19:59:58.031676','2026-01-06T19:59:58.031676');
INSERT INTO audit_logs VALUES (1,10,'memory_refinement_update','AgentMemory',4,'{"agent_id": 1, "session_id": "s-1", "operation": "update", "before": "The pears were ripe a week early.", "after": "Pears ripen a week early."}','2026-02-01T03:00:00');

-- Trap 5: The equal memory was merged away
-- 500 => strip (executed). The history lists the text among the memories that were merged into one: it was saved
--   once.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (498,5,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-06T22:59:40.039595','2026-01-06T22:59:40.039595'),
 (500,5,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The ladder is lent to the mill."}Back by Sunday, they say.','[]',0,'google/gemini-2.5-pro','2026-01-06T23:00:00.039595','2026-01-06T23:00:00.039595');
INSERT INTO agent_memories VALUES (5,1,'Ladder and handcart are lent to the mill.',0,0,NULL,'2026-01-06T22:59:58.039595','2026-01-06T22:59:58.039595');
INSERT INTO audit_logs VALUES (2,10,'memory_refinement_consolidate','AgentMemory',5,'{"agent_id": 1, "session_id": "s-2", "operation": "consolidate", "merged": [{"id": 811, "content": "The handcart is lent to the mill."}, {"id": 812, "content": "The ladder is lent to the mill."}], "result": "Ladder and handcart are lent to the mill."}','2026-02-01T03:00:00');

-- Trap 6: The equal memory is months older
-- 600 => strip (executed). Equal is equal at any distance in time: a second copy would tell the agent nothing new.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (598,6,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T01:59:40.047514','2026-01-07T01:59:40.047514'),
 (600,6,1,NULL,'assistant','{success: true, memory_type: "core", content: "The well is eleven metres deep."}Eleven, and cold.','[]',0,'google/gemini-2.5-pro','2026-01-07T02:00:00.047514','2026-01-07T02:00:00.047514');
INSERT INTO agent_memories VALUES (6,1,'The well is eleven metres deep.',1,0,NULL,'2025-09-03T10:00:00','2025-09-03T10:00:00');

-- Trap 7: Equal but for the space around it
-- 700 => strip (executed). Memories are stored trimmed, so the comparison trims too.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (698,7,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T04:59:40.055433','2026-01-07T04:59:40.055433'),
 (700,7,1,NULL,'assistant','{success: true, memory_type: "journal", content: "  The owl was back in the barn. \n"}Third night running.','[]',0,'google/gemini-2.5-pro','2026-01-07T05:00:00.055433','2026-01-07T05:00:00.055433');
INSERT INTO agent_memories VALUES (7,1,'The owl was back in the barn.',0,0,NULL,'2026-01-07T04:59:58.055433','2026-01-07T04:59:58.055433');

-- Trap 8: The equal memory is another agent's
-- 800 => recover (not_executed). A memory of another agent is no evidence: this one still lacks it.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (798,8,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T07:59:40.063352','2026-01-07T07:59:40.063352'),
 (800,8,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The bell rope is frayed near the top."}Do not pull hard.','[]',0,'google/gemini-2.5-pro','2026-01-07T08:00:00.063352','2026-01-07T08:00:00.063352');
INSERT INTO agent_memories VALUES (8,2,'The bell rope is frayed near the top.',0,0,NULL,'2026-01-07T07:59:58.063352','2026-01-07T07:59:58.063352');

-- Trap 9: The same text, another type
-- 900 => recover (not_executed). A journal entry of the same text is another record; the core one was never
--   written.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (898,9,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T10:59:40.071271','2026-01-07T10:59:40.071271'),
 (900,9,1,NULL,'assistant','{success: true, memory_type: "core", content: "The cellar floods after two days of rain."}So move the boxes.','[]',0,'google/gemini-2.5-pro','2026-01-07T11:00:00.071271','2026-01-07T11:00:00.071271');
INSERT INTO agent_memories VALUES (9,1,'The cellar floods after two days of rain.',0,0,NULL,'2026-01-07T10:59:58.071271','2026-01-07T10:59:58.071271');

-- Trap 10: Named, but nothing equal
-- 1000 => review (unclear). The tool ran, but no record is equal: what it saved is not known, so a person decides.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (998,10,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T13:59:40.079190','2026-01-07T13:59:40.079190'),
 (1000,10,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The hens stopped laying on Monday."}It is only the cold.','["save_memory"]',0,'google/gemini-2.5-pro','2026-01-07T14:00:00.079190','2026-01-07T14:00:00.079190');

-- Trap 11: A neighbour row names the tool
-- 1100 => review (unclear). The fixer of the application leaves its trace in a blank row one second before; it
--   named the tool, so nobody can be sure.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1098,11,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T16:59:40.087109','2026-01-07T16:59:40.087109'),
 (1099,11,1,NULL,'assistant','','["SaveMemoryTool"]',0,'google/gemini-2.5-pro','2026-01-07T16:59:59.087109','2026-01-07T16:59:59.087109'),
 (1100,11,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The swing needs a new plank."}Oak, if there is any.','[]',0,'google/gemini-2.5-pro','2026-01-07T17:00:00.087109','2026-01-07T17:00:00.087109');

-- Trap 12: A recorded call with equal arguments
-- 1200 => strip (executed). The call is in tool_calls, in the same turn, with the same arguments: it ran.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1198,12,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T19:59:40.095028','2026-01-07T19:59:40.095028'),
 (1199,12,1,NULL,'assistant','One moment.','[]',0,'google/gemini-2.5-pro','2026-01-07T19:59:57.095028','2026-01-07T19:59:57.095028'),
 (1200,12,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The stove door sticks when it is hot."}Let it cool first.','[]',0,'google/gemini-2.5-pro','2026-01-07T20:00:00.095028','2026-01-07T20:00:00.095028');
INSERT INTO tool_calls VALUES (1,1199,'call_1','save_memory','{"content": "The stove door sticks when it is hot.", "memory_type": "journal"}','{}','2026-01-07T20:00:00.095028','2026-01-07T20:00:00.095028');

-- Trap 13: The call belongs to another agent
-- 1300 => recover (not_executed). The other agent saved its own memory in this turn; that says nothing about this
--   agent's.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1298,13,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-07T22:59:40.102947','2026-01-07T22:59:40.102947'),
 (1299,13,2,NULL,'assistant','The brook is over its banks.','["save_memory"]',0,'google/gemini-2.5-pro','2026-01-07T22:59:51.102947','2026-01-07T22:59:51.102947'),
 (1300,13,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The orchard path is under water."}Take the high road.','[]',0,'google/gemini-2.5-pro','2026-01-07T23:00:00.102947','2026-01-07T23:00:00.102947');
INSERT INTO agent_memories VALUES (10,2,'The brook rose by a metre.',0,0,NULL,'2026-01-07T22:59:49.102947','2026-01-07T22:59:49.102947');
INSERT INTO tool_calls VALUES (2,1299,'call_2','save_memory','{"content": "The brook rose by a metre.", "memory_type": "journal"}','{}','2026-01-07T23:00:00.102947','2026-01-07T23:00:00.102947');

-- Trap 14: One real call, one invented block
-- 1400 => review (executed, unclear). The first block has its memory. The second has none, while the row names the
--   tool: the name may stand for the first alone, so a person decides.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1398,14,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T01:59:40.110866','2026-01-08T01:59:40.110866'),
 (1400,14,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The roof was tarred in autumn."}{success: true, memory_type: "journal", content: "The gutter was forgotten in autumn."}One out of two.','["save_memory"]',0,'google/gemini-2.5-pro','2026-01-08T02:00:00.110866','2026-01-08T02:00:00.110866');
INSERT INTO agent_memories VALUES (11,1,'The roof was tarred in autumn.',0,0,NULL,'2026-01-08T01:59:58.110866','2026-01-08T01:59:58.110866');

-- Trap 15: Only another tool is named
-- 1500 => review (unclear) other_tools_used. Another tool ran in this message: that a save went with it cannot be
--   excluded.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1498,15,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T04:59:40.118785','2026-01-08T04:59:40.118785'),
 (1500,15,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The ferry leaves at six in winter."}Six, not seven.','["web_fetch"]',0,'google/gemini-2.5-pro','2026-01-08T05:00:00.118785','2026-01-08T05:00:00.118785');

-- Trap 16: An old humanised name, equal memory
-- 1600 => strip (executed). Until December 2025 the application wrote names for people; the memory is there in any
--   case.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1598,16,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T07:59:40.126704','2026-01-08T07:59:40.126704'),
 (1600,16,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The post comes by boat on Thursdays."}Weather allowing.','["Save memory"]',0,'google/gemini-2.5-pro','2026-01-08T08:00:00.126704','2026-01-08T08:00:00.126704');
INSERT INTO agent_memories VALUES (12,1,'The post comes by boat on Thursdays.',0,0,NULL,'2026-01-08T07:59:58.126704','2026-01-08T07:59:58.126704');

-- Trap 17: An old humanised name, nothing equal
-- 1700 => review (unclear). "Save memory" is save_memory by another name: named, but nothing equal.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1698,17,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T10:59:40.134623','2026-01-08T10:59:40.134623'),
 (1700,17,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The pier light is red again."}Red means wait.','["Save memory"]',0,'google/gemini-2.5-pro','2026-01-08T11:00:00.134623','2026-01-08T11:00:00.134623');

-- Trap 18: A junk entry in tools_used
-- 1800 => review (unclear) other_tools_used. The entry is an object printed by mistake. Some tool ran and nobody
--   can say which.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1798,18,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T13:59:40.142542','2026-01-08T13:59:40.142542'),
 (1800,18,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The clay pit is fenced off now."}Since last week.','["#<RubyLLM/tool call:0x00>"]',0,'google/gemini-2.5-pro','2026-01-08T14:00:00.142542','2026-01-08T14:00:00.142542');

-- Trap 19: tools_used is NULL
-- 1900 => recover (not_executed). NULL is an empty list here: every source was asked and nothing ran.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1898,19,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T16:59:40.150461','2026-01-08T16:59:40.150461'),
 (1900,19,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The chapel is open on Sundays only."}From nine to noon.',NULL,0,'google/gemini-2.5-pro','2026-01-08T17:00:00.150461','2026-01-08T17:00:00.150461');

-- Trap 20: A whiteboard call that never ran
-- 2000 => review (not_executed). The text is the only copy of what was to be written, and calls are never replayed:
--   a person decides.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (1998,20,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T19:59:40.158380','2026-01-08T19:59:40.158380'),
 (2000,20,1,NULL,'assistant','{type: "whiteboard", action: "update", board_id: "kRwPqA", content: "1. beans 2. leeks"}Beans first this year.','[]',0,'google/gemini-2.5-pro','2026-01-08T20:00:00.158380','2026-01-08T20:00:00.158380');

-- Trap 21: A whiteboard call that ran
-- 2100 => strip (executed). The row names the tool, so the board has it.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2098,21,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-08T22:59:40.166299','2026-01-08T22:59:40.166299'),
 (2100,21,1,NULL,'assistant','{type: "whiteboard", action: "update", board_id: "kRwPqA", content: "1. leeks 2. beans"}Leeks first, then.','["whiteboard"]',0,'google/gemini-2.5-pro','2026-01-08T23:00:00.166299','2026-01-08T23:00:00.166299');

-- Trap 22: A whiteboard echo, tool named
-- 2200 => strip (executed). An echo of a call that ran.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2198,22,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T01:59:40.174218','2026-01-09T01:59:40.174218'),
 (2200,22,1,NULL,'assistant','{type: "board_updated", board_id: "kRwPqA", name: "Bed plan", revision: 3}Third version, then.','["whiteboard"]',0,'google/gemini-2.5-pro','2026-01-09T02:00:00.174218','2026-01-09T02:00:00.174218');

-- Trap 23: A whiteboard echo, nothing named
-- 2300 => strip (unclear). Nothing shows that it ran, but an echo holds nothing that could be lost.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2298,23,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T04:59:40.182137','2026-01-09T04:59:40.182137'),
 (2300,23,1,NULL,'assistant','{type: "board_updated", board_id: "kRwPqA", name: "Bed plan", revision: 4}Fourth version, then.','[]',0,'google/gemini-2.5-pro','2026-01-09T05:00:00.182137','2026-01-09T05:00:00.182137');

-- Trap 24: A closed conversation
-- 2400 => strip (unclear). Any success that is no memory is an echo; nothing in it can be lost.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2398,24,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T07:59:40.190056','2026-01-09T07:59:40.190056'),
 (2400,24,1,NULL,'assistant','{success: true, conversation_closed: true, reason: "goodbye"}Sleep well.','[]',0,'google/gemini-2.5-pro','2026-01-09T08:00:00.190056','2026-01-09T08:00:00.190056');

-- Trap 25: An error result
-- 2500 => strip (unclear). An object with the single key `error` is what a failed tool answers: an echo.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2498,25,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T10:59:40.197975','2026-01-09T10:59:40.197975'),
 (2500,25,1,NULL,'assistant','{"error": "Board not found"}Which board did you mean?','[]',0,'google/gemini-2.5-pro','2026-01-09T11:00:00.197975','2026-01-09T11:00:00.197975');

-- Trap 26: An echo, then a lost memory
-- 2600 => recover (unclear, not_executed). Each payload is judged for itself; the finding takes the weightier
--   remedy.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2598,26,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T13:59:40.205894','2026-01-09T13:59:40.205894'),
 (2600,26,1,NULL,'assistant','{"type": "search_results", "query": "frost dates", "results": []}{success: true, memory_type: "journal", content: "Last frost here is usually the tenth of May."}After the tenth, then.','[]',0,'google/gemini-2.5-pro','2026-01-09T14:00:00.205894','2026-01-09T14:00:00.205894');

-- Trap 27: No agent
-- 2700 => review (not_executed) no_owner. A memory without an owner has nowhere to go.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2698,27,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T16:59:40.213813','2026-01-09T16:59:40.213813'),
 (2700,27,NULL,NULL,'assistant','{success: true, memory_type: "journal", content: "The tide table hangs in the porch."}Left of the door.','[]',0,'google/gemini-2.5-pro','2026-01-09T17:00:00.213813','2026-01-09T17:00:00.213813');

-- Trap 28: An agent that is gone
-- 2800 => review (not_executed) no_owner. agent_id points to no agent: the same as none.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2798,28,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T19:59:40.221732','2026-01-09T19:59:40.221732'),
 (2800,28,99,NULL,'assistant','{success: true, memory_type: "journal", content: "The old pump was sold."}To the smith.','[]',0,'google/gemini-2.5-pro','2026-01-09T20:00:00.221732','2026-01-09T20:00:00.221732');

-- Trap 29: The tool is not enabled
-- 2900 => review (not_enabled) tool_not_enabled. This agent has no tools at all, so it never could have saved; a
--   person may see it differently.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2898,29,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-09T22:59:40.229651','2026-01-09T22:59:40.229651'),
 (2900,29,3,NULL,'assistant','{success: true, memory_type: "journal", content: "Moss prefers evening watering."}Evenings suit me.','[]',0,'x-ai/grok-4','2026-01-09T23:00:00.229651','2026-01-09T23:00:00.229651');

-- Trap 30: An unknown memory type
-- 3000 => review (not_executed) invalid_record. The application knows journal and core; any other label must not be
--   inserted.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (2998,30,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T01:59:40.237570','2026-01-10T01:59:40.237570'),
 (3000,30,1,NULL,'assistant','{success: true, memory_type: "diary", content: "The hay is in."}All of it.','[]',0,'google/gemini-2.5-pro','2026-01-10T02:00:00.237570','2026-01-10T02:00:00.237570');

-- Trap 31: Blank content
-- 3100 => review (not_executed) invalid_record. A memory must not be blank.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3098,31,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T04:59:40.245489','2026-01-10T04:59:40.245489'),
 (3100,31,1,NULL,'assistant','{success: true, memory_type: "journal", content: " \n  "}Nothing to add.','[]',0,'google/gemini-2.5-pro','2026-01-10T05:00:00.245489','2026-01-10T05:00:00.245489');

-- Trap 32: 10,001 characters
-- 3200 => review (not_executed) invalid_record. One character more than a memory may have.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3198,32,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T07:59:40.253408','2026-01-10T07:59:40.253408'),
 (3200,32,1,NULL,'assistant','{success: true, memory_type: "journal", content: "' ||
  replace(printf('%.*c', 499, 'x'), 'x', 'Kühl wird es heute. ') || 'Zwanzig Zeichen hin!!' ||
  '"}That was long.','[]',0,'google/gemini-2.5-pro','2026-01-10T08:00:00.253408','2026-01-10T08:00:00.253408');

-- Trap 33: 10,000 characters
-- 3300 => recover (not_executed). Exactly as long as a memory may be; in bytes it is longer, and bytes do not
--   count.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3298,33,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T10:59:40.261327','2026-01-10T10:59:40.261327'),
 (3300,33,1,NULL,'assistant','{success: true, memory_type: "journal", content: "' ||
  replace(printf('%.*c', 499, 'x'), 'x', 'Kühl wird es heute. ') || 'Zwanzig Zeichen hin!' ||
  '"}That was long.','[]',0,'google/gemini-2.5-pro','2026-01-10T11:00:00.261327','2026-01-10T11:00:00.261327');

-- Trap 34: A payload and nothing else
-- 3400 => recover (not_executed) payload_only. The memory can be recovered; the text would be empty and stays as it
--   is.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3398,34,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T13:59:40.269246','2026-01-10T13:59:40.269246'),
 (3400,34,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The fog lifted at nine."}','[]',0,'google/gemini-2.5-pro','2026-01-10T14:00:00.269246','2026-01-10T14:00:00.269246');

-- Trap 35: A payload cut off
-- 3500 => review (not_executed) payload_only, truncated_payload. The answer broke off inside the payload: what it
--   would have said is not known. Nothing else is left of the text.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3498,35,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T16:59:40.277165','2026-01-10T16:59:40.277165'),
 (3500,35,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The hinge on the garden gate needs','[]',0,'google/gemini-2.5-pro','2026-01-10T17:00:00.277165','2026-01-10T17:00:00.277165');

-- Trap 36: A result that says it failed
-- 3600 => review (unclear). It claims no success, so no pattern knows it; a payload at the start all the same.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3598,36,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-10T19:59:40.285084','2026-01-10T19:59:40.285084'),
 (3600,36,1,NULL,'assistant','{success: false, memory_type: "journal", content: "The mast is down."}That did not work.','[]',0,'google/gemini-2.5-pro','2026-01-10T20:00:00.285084','2026-01-10T20:00:00.285084');

-- Trap 37: A message from far in the past
-- 3700 => recover (not_executed). The memory takes the time of its message, not of today.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3698,37,NULL,7,'user','Anything new today?','[]',0,NULL,'2024-03-01T07:29:40.250000','2024-03-01T07:29:40.250000'),
 (3700,37,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The first snow fell on the plums in blossom."}In blossom!','[]',0,'google/gemini-2.5-pro','2024-03-01T07:30:00.250000','2024-03-01T07:30:00.250000');

-- Trap 38: A group chat
-- 3800 => recover (not_executed). In a group chat (manual_responses = 1) the loss is the same; only where the tools
--   are noted wants thought.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3798,38,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T01:59:40.300922','2026-01-11T01:59:40.300922'),
 (3800,38,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The quiz team is one short."}Ask the baker.','[]',0,'google/gemini-2.5-pro','2026-01-11T02:00:00.300922','2026-01-11T02:00:00.300922');

-- Trap 39: Two payloads in a row
-- 3900 => recover (not_executed, not_executed). Two claims of one finding, two memories.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3898,39,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T04:59:40.308841','2026-01-11T04:59:40.308841'),
 (3900,39,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The north window rattles."}{success: true, memory_type: "journal", content: "The south window is painted shut."}Windows, all of them.','[]',0,'google/gemini-2.5-pro','2026-01-11T05:00:00.308841','2026-01-11T05:00:00.308841');

-- Trap 40: Three payloads in a row
-- 4000 => recover (not_executed, not_executed, not_executed). White space between payloads separates them and
--   nothing else.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (3998,40,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T07:59:40.316760','2026-01-11T07:59:40.316760'),
 (4000,40,1,NULL,'assistant','{success: true, memory_type: "journal", content: "Sow the peas on the first dry day."}
{success: true, memory_type: "journal", content: "Peas want a net against the pigeons."} {success: true, memory_type: "core", content: "The peas stand in bed two."}

That is all about peas.','[]',0,'google/gemini-2.5-pro','2026-01-11T08:00:00.316760','2026-01-11T08:00:00.316760');

-- Trap 41: The same payload twice
-- 4100 => recover (not_executed, not_executed) duplicate_record. One memory, proposed once.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4098,41,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T10:59:40.324679','2026-01-11T10:59:40.324679'),
 (4100,41,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The kettle whistles in B flat."}{success: true, memory_type: "journal", content: "The kettle whistles in B flat."}B flat, I am sure.','[]',0,'google/gemini-2.5-pro','2026-01-11T11:00:00.324679','2026-01-11T11:00:00.324679');

-- Trap 42: The same payload in two messages
-- 4200 => recover (not_executed). The first of the two holds the memory.
-- 4201 => strip (not_executed) duplicate_record. The answer was regenerated: the memory is proposed with the first,
--   here the text is cleaned only.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4198,42,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T13:59:40.332598','2026-01-11T13:59:40.332598'),
 (4200,42,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The cart has a new wheel."}It rolls.','[]',0,'google/gemini-2.5-pro','2026-01-11T14:00:00.332598','2026-01-11T14:00:00.332598'),
 (4201,42,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The cart has a new wheel."}It rolls quietly.','[]',0,'google/gemini-2.5-pro','2026-01-11T14:00:25.332598','2026-01-11T14:00:25.332598');

-- Trap 43: A stamp before the payload
-- 4300 => recover (stamp, not_executed). The stamp was copied from the prompt and goes together with the payload.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4298,43,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T16:59:40.340517','2026-01-11T16:59:40.340517'),
 (4300,43,1,NULL,'assistant','[2026-01-25 18:48] {success: true, memory_type: "core", content: "Labels are written in pencil."}Labels agreed.','[]',0,'google/gemini-2.5-pro','2026-01-11T17:00:00.340517','2026-01-11T17:00:00.340517');

-- Trap 44: A stamp alone
-- 4400 => not listed. Ugly and harmless: no finding of its own weight.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4398,44,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T19:59:40.348436','2026-01-11T19:59:40.348436'),
 (4400,44,1,NULL,'assistant','[2026-01-25 18:48] Good evening, both of you.','[]',0,'google/gemini-2.5-pro','2026-01-11T20:00:00.348436','2026-01-11T20:00:00.348436');

-- Trap 45: Braces, quotes and `, word:` inside a string
-- 4500 => recover (not_executed). All of it is inside the string: counting braces or quoting keys by pattern breaks
--   it.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4498,45,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-11T22:59:40.356355','2026-01-11T22:59:40.356355'),
 (4500,45,1,NULL,'assistant','{success: true, memory_type: "journal", content: "Label {bed}-{row}, word: \"bed first\"}, mother: {3}."}Bed first.','[]',0,'google/gemini-2.5-pro','2026-01-11T23:00:00.356355','2026-01-11T23:00:00.356355');

-- Trap 46: The arguments instead of the result
-- 4600 => recover (not_executed). What would have been sent, not what came back; just as lost.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4598,46,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T01:59:40.364274','2026-01-12T01:59:40.364274'),
 (4600,46,1,NULL,'assistant','{"memory_type": "core", "content": "The stage is four metres wide."}Four metres, then.','[]',0,'google/gemini-2.5-pro','2026-01-12T02:00:00.364274','2026-01-12T02:00:00.364274');

-- Trap 47: Strict JSON
-- 4700 => recover (not_executed). Nothing to repair.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4698,47,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T04:59:40.372193','2026-01-12T04:59:40.372193'),
 (4700,47,1,NULL,'assistant','{"success": true, "memory_type": "journal", "content": "The choir sang without the piano."}It sounded braver.','[]',0,'google/gemini-2.5-pro','2026-01-12T05:00:00.372193','2026-01-12T05:00:00.372193');

-- Trap 48: Single quotes
-- 4800 => recover (not_executed). Read with certainty: the quote inside is escaped.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4798,48,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T07:59:40.380112','2026-01-12T07:59:40.380112'),
 (4800,48,1,NULL,'assistant','{''success'': true, ''memory_type'': ''journal'', ''content'': ''The baker\''s oven is cold.''}No rolls today.','[]',0,'google/gemini-2.5-pro','2026-01-12T08:00:00.380112','2026-01-12T08:00:00.380112');

-- Trap 49: Python literals
-- 4900 => recover (not_executed). True and None are what a Python program would print.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4898,49,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T10:59:40.388031','2026-01-12T10:59:40.388031'),
 (4900,49,1,NULL,'assistant','{''success'': True, ''memory_type'': ''core'', ''content'': ''The shed key hangs behind the calendar.'', ''expires_around'': None}Behind the calendar.','[]',0,'google/gemini-2.5-pro','2026-01-12T11:00:00.388031','2026-01-12T11:00:00.388031');

-- Trap 50: Raw newlines in a string
-- 5000 => recover (not_executed). Newlines that should have been escaped; the string ends at its quote all the
--   same.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (4998,50,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T13:59:40.395950','2026-01-12T13:59:40.395950'),
 (5000,50,1,NULL,'assistant','{success: true, memory_type: "journal", content: "Three things for May:
- nets
- twine
- patience"}Patience above all.','[]',0,'google/gemini-2.5-pro','2026-01-12T14:00:00.395950','2026-01-12T14:00:00.395950');

-- Trap 51: Trailing commas
-- 5100 => recover (not_executed). One comma too many changes nothing.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5098,51,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T16:59:40.403869','2026-01-12T16:59:40.403869'),
 (5100,51,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The dog found the glove.", }Good dog.','[]',0,'google/gemini-2.5-pro','2026-01-12T17:00:00.403869','2026-01-12T17:00:00.403869');

-- Trap 52: An unknown payload at the start
-- 5200 => review (unclear). No pattern knows it; a person must say what it is.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5198,52,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-12T19:59:40.411788','2026-01-12T19:59:40.411788'),
 (5200,52,1,NULL,'assistant','{mood: "calm", energy: 7}Good morning. A quiet day.','[]',0,'google/gemini-2.5-pro','2026-01-12T20:00:00.411788','2026-01-12T20:00:00.411788');

-- Trap 53: A conversation in JSON
-- 5300 => not listed. A game whose every answer is one object of the same shape: by design, no claim.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5288,53,NULL,7,'user','Where am I?','[]',0,NULL,'2026-01-12T22:50:00.419707','2026-01-12T22:50:00.419707'),
 (5289,53,1,NULL,'assistant','{"scene": "A hall with a cold hearth.", "light": 4, "doors": ["north", "east"]}','[]',0,'google/gemini-2.5-pro','2026-01-12T22:50:10.419707','2026-01-12T22:50:10.419707'),
 (5290,53,NULL,7,'user','I go north.','[]',0,NULL,'2026-01-12T22:51:40.419707','2026-01-12T22:51:40.419707'),
 (5291,53,1,NULL,'assistant','{"scene": "A kitchen, and bread still warm.", "light": 6, "doors": ["south", "up"]}','[]',0,'google/gemini-2.5-pro','2026-01-12T22:51:50.419707','2026-01-12T22:51:50.419707'),
 (5292,53,NULL,7,'user','Up, with the bread.','[]',0,NULL,'2026-01-12T22:53:20.419707','2026-01-12T22:53:20.419707'),
 (5293,53,1,NULL,'assistant','{"scene": "An attic with one round window.", "light": 9, "doors": ["down"]}','[]',0,'google/gemini-2.5-pro','2026-01-12T22:53:30.419707','2026-01-12T22:53:30.419707'),
 (5294,53,NULL,7,'user','I look out.','[]',0,NULL,'2026-01-12T22:55:00.419707','2026-01-12T22:55:00.419707'),
 (5295,53,1,NULL,'assistant','{"scene": "The sea, nearer than it was.", "light": 9, "doors": ["down"]}','[]',0,'google/gemini-2.5-pro','2026-01-12T22:55:10.419707','2026-01-12T22:55:10.419707'),
 (5296,53,NULL,7,'user','Down twice.','[]',0,NULL,'2026-01-12T22:56:40.419707','2026-01-12T22:56:40.419707'),
 (5297,53,1,NULL,'assistant','{"scene": "The hall again; the hearth is lit.", "light": 7, "doors": ["east", "cellar"]}','[]',0,'google/gemini-2.5-pro','2026-01-12T22:56:50.419707','2026-01-12T22:56:50.419707'),
 (5298,53,NULL,7,'user','I open the last door.','[]',0,NULL,'2026-01-12T22:59:40.419707','2026-01-12T22:59:40.419707'),
 (5300,53,1,NULL,'assistant','{"scene": "A cellar full of clocks.", "light": 1, "doors": ["up"]}','[]',0,'google/gemini-2.5-pro','2026-01-12T23:00:00.419707','2026-01-12T23:00:00.419707');

-- Trap 54: JSON because the user asked
-- 5400 => not listed. A legitimate answer.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5398,54,NULL,7,'user','Give me the beds as JSON, please.','[]',0,NULL,'2026-01-13T01:59:40.427626','2026-01-13T01:59:40.427626'),
 (5400,54,1,NULL,'assistant','{"beds": [{"id": 1, "crop": "beans"}]}','[]',0,'google/gemini-2.5-pro','2026-01-13T02:00:00.427626','2026-01-13T02:00:00.427626');

-- Trap 55: A known payload because the user asked
-- 5500 => review (not_executed). The user asked for such a text, and yet no memory is there: at most a question for
--   a person.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5498,55,NULL,7,'user','Show me as JSON what saving "The bench is reserved." would have answered.','[]',0,NULL,'2026-01-13T04:59:40.435545','2026-01-13T04:59:40.435545'),
 (5500,55,1,NULL,'assistant','{success: true, memory_type: "journal", content: "The bench is reserved."}Like this?','[]',0,'google/gemini-2.5-pro','2026-01-13T05:00:00.435545','2026-01-13T05:00:00.435545');

-- Trap 56: The user quotes a payload
-- 5600 => not listed. Only assistant messages can hold findings.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5600,56,NULL,7,'user','{success: true, memory_type: "journal", content: "The user quotes this."}This stood in your answer, what is it?','[]',0,NULL,'2026-01-13T08:00:00.443464','2026-01-13T08:00:00.443464'),
 (5601,56,1,NULL,'assistant','That is a line I should not have shown you. Forgive the noise.','[]',0,'google/gemini-2.5-pro','2026-01-13T08:00:15.443464','2026-01-13T08:00:15.443464');

-- Trap 57: A tool row
-- 5700 => not listed. The answer of a real tool, where it belongs.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5698,57,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-13T10:59:40.451383','2026-01-13T10:59:40.451383'),
 (5699,57,1,NULL,'assistant','','["save_memory"]',0,'google/gemini-2.5-pro','2026-01-13T10:59:59.451383','2026-01-13T10:59:59.451383'),
 (5700,57,NULL,NULL,'tool','{"success": true, "memory_type": "core", "content": "The goat is called Regina."}','[]',0,NULL,'2026-01-13T11:00:00.451383','2026-01-13T11:00:00.451383'),
 (5701,57,1,NULL,'assistant','Regina, of course.','[]',0,'google/gemini-2.5-pro','2026-01-13T11:00:06.451383','2026-01-13T11:00:06.451383');
INSERT INTO agent_memories VALUES (13,1,'The goat is called Regina.',1,0,NULL,'2026-01-13T10:59:58.451383','2026-01-13T10:59:58.451383');

-- Trap 58: Stage directions in braces
-- 5800 => not listed. Prose in braces.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5798,58,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-13T13:59:40.459302','2026-01-13T13:59:40.459302'),
 (5800,58,1,NULL,'assistant','{laughs, softly: then louder} You should have seen his face.','[]',0,'google/gemini-2.5-pro','2026-01-13T14:00:00.459302','2026-01-13T14:00:00.459302');

-- Trap 59: A template variable
-- 5900 => not listed. A placeholder.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5898,59,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-13T16:59:40.467221','2026-01-13T16:59:40.467221'),
 (5900,59,1,NULL,'assistant','{{user_name}} is not a name, I hope.','[]',0,'google/gemini-2.5-pro','2026-01-13T17:00:00.467221','2026-01-13T17:00:00.467221');

-- Trap 60: A set in mathematics
-- 6000 => not listed. A formula.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (5998,60,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-13T19:59:40.475140','2026-01-13T19:59:40.475140'),
 (6000,60,1,NULL,'assistant','{x | x > 0} is what we call the positive numbers.','[]',0,'google/gemini-2.5-pro','2026-01-13T20:00:00.475140','2026-01-13T20:00:00.475140');

-- Trap 61: A discarded chat
-- 6100 => not listed. Somebody threw this conversation away; only --include-discarded shows it.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (6098,61,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-13T22:59:40.483059','2026-01-13T22:59:40.483059'),
 (6100,61,1,NULL,'assistant','{success: true, memory_type: "journal", content: "From a deleted chat."}Gone.','[]',0,'google/gemini-2.5-pro','2026-01-13T23:00:00.483059','2026-01-13T23:00:00.483059');

-- Trap 62: Still streaming
-- 6200 => not listed. The row is being written at this moment.
INSERT INTO messages (id,chat_id,agent_id,user_id,role,content,tools_used,streaming,model_id_string,created_at,updated_at) VALUES
 (6198,62,NULL,7,'user','Anything new today?','[]',0,NULL,'2026-01-14T01:59:40.490978','2026-01-14T01:59:40.490978'),
 (6200,62,1,NULL,'assistant','{success: true, memory_ty','[]',1,'google/gemini-2.5-pro','2026-01-14T02:00:00.490978','2026-01-14T02:00:00.490978');
COMMIT;
