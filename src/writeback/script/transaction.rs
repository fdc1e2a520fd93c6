//! The frame of a script: one transaction with time limits for locks, and a report at its end.

use super::Script;
use super::dialect::Dialect;
use super::literal::comment;
use crate::source::EntryKind;

/// The settings and functions for scripts for PostgreSQL.
///
/// A script must not block others while it waits for a lock, so its waits are limited. A lock makes two scripts run one
/// after the other.
const POSTGRES: &str = r"BEGIN;
SET LOCAL standard_conforming_strings = on;
SET LOCAL TimeZone = 'UTC';
SET LOCAL lock_timeout = '2s';
SET LOCAL statement_timeout = '60s';
SET LOCAL idle_in_transaction_session_timeout = '60s';
DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('ghostcall_report')); END $$;
CREATE TEMPORARY TABLE ghostcall_report
  (number integer PRIMARY KEY, message text NOT NULL, outcome text NOT NULL) ON COMMIT DROP;
-- A text as a value of the type of a column.
CREATE FUNCTION pg_temp.ghostcall_as(kind anyelement, value text) RETURNS anyelement LANGUAGE plpgsql STABLE AS $$
BEGIN RETURN value; END $$;
-- A list of names in the type of its column: an array, JSON, or a text as the export has it.
CREATE FUNCTION pg_temp.ghostcall_list(kind anyelement, as_array text, as_json text, as_text text)
RETURNS anyelement LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE (SELECT typcategory FROM pg_catalog.pg_type WHERE oid = pg_typeof(kind))
    WHEN 'A' THEN as_array WHEN 'S' THEN as_text ELSE as_json END;
END $$;
-- A time in the type of its column: a text as the export has it.
CREATE FUNCTION pg_temp.ghostcall_time(kind anyelement, instant text, as_text text)
RETURNS anyelement LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE (SELECT typcategory FROM pg_catalog.pg_type WHERE oid = pg_typeof(kind))
    WHEN 'S' THEN as_text ELSE instant END;
END $$;
-- NULL where a text is no JSON.
CREATE FUNCTION pg_temp.ghostcall_json(value text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN RETURN value::jsonb; EXCEPTION WHEN data_exception OR program_limit_exceeded THEN RETURN NULL; END $$;
-- The digest of a text in UTF-8, or of its bytes where the server does not know in which encoding they are.
CREATE FUNCTION pg_temp.ghostcall_digest(value text) RETURNS text LANGUAGE sql STABLE AS $$
SELECT encode(sha256(convert_to(value,
  CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)), 'hex') $$;
";

/// The additional functions for an undo.
const POSTGRES_UNDO: &str = r"-- Whether a column keeps what it was given, which may be fewer digits, or JSON in a manner of its own.
CREATE FUNCTION pg_temp.ghostcall_is(relation oid, name text, held anyelement, meant text, as_text text)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE kind text; is_same boolean;
BEGIN
  IF (SELECT typcategory FROM pg_catalog.pg_type WHERE oid = pg_typeof(held)) = 'S' THEN
    RETURN held::text IS NOT DISTINCT FROM as_text;
  END IF;
  SELECT format_type(atttypid, atttypmod) INTO kind FROM pg_catalog.pg_attribute WHERE attrelid = relation AND attname = name;
  EXECUTE format('SELECT $1 IS NOT DISTINCT FROM $2::%s', kind) INTO is_same USING held, meant;
  RETURN is_same;
EXCEPTION
  WHEN data_exception THEN RETURN false;
  WHEN undefined_function THEN
    RETURN pg_temp.ghostcall_json(held::text) IS NOT DISTINCT FROM pg_temp.ghostcall_json(meant);
END $$;
-- Whether a row refers to this one; from then on none can begin to.
CREATE FUNCTION pg_temp.ghostcall_refers(target oid, place tid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE reference record; is_found boolean;
BEGIN
  EXECUTE format('SELECT FROM %s WHERE ctid = $1 FOR UPDATE', target::regclass) USING place;
  FOR reference IN
    SELECT f.conrelid::regclass AS referrer,
      string_agg(format('r.%I = t.%I', own.attname, theirs.attname), ' AND ') AS matches
    FROM pg_catalog.pg_constraint f, unnest(f.conkey, f.confkey) AS pair(own, theirs),
      pg_catalog.pg_attribute own, pg_catalog.pg_attribute theirs
    WHERE f.contype = 'f' AND f.confrelid = target AND own.attrelid = f.conrelid AND own.attnum = pair.own
      AND theirs.attrelid = f.confrelid AND theirs.attnum = pair.theirs
    GROUP BY f.oid, f.conrelid
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s AS r, %s AS t WHERE t.ctid = $1 AND %s)',
      reference.referrer, target::regclass, reference.matches) INTO is_found USING place;
    IF is_found THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
";

/// The settings for scripts for SQLite. Outside a transaction, the deferral of foreign keys ends with the statement,
/// which shows whether a transaction is open. An SQLite shell that does not know `.bail` continues after an error,
/// outside any transaction.
const SQLITE: &str = r"BEGIN IMMEDIATE;
PRAGMA defer_foreign_keys = ON;
CREATE TEMPORARY TABLE ghostcall_report
  (number INTEGER PRIMARY KEY, message TEXT NOT NULL, outcome TEXT NOT NULL);
CREATE TEMPORARY TRIGGER ghostcall_unlocked BEFORE INSERT ON temp.ghostcall_report
WHEN NOT (SELECT defer_foreign_keys FROM pragma_defer_foreign_keys)
BEGIN SELECT RAISE(ABORT, 'ghostcall: the database is not locked by this script; nothing is written'); END;
CREATE TEMPORARY TRIGGER ghostcall_refused AFTER UPDATE OF outcome ON temp.ghostcall_report
WHEN new.outcome = 'refused'
BEGIN SELECT RAISE(ROLLBACK, 'ghostcall: the database refuses a message; nothing was written'); END;
CREATE TEMPORARY TRIGGER ghostcall_uncommitted BEFORE UPDATE OF number ON temp.ghostcall_report
WHEN (SELECT defer_foreign_keys FROM pragma_defer_foreign_keys)
BEGIN SELECT RAISE(ROLLBACK, 'ghostcall: the transaction could not be committed; nothing was written'); END;
";

/// The part of a script before the statements.
pub(super) fn head(script: &Script<'_>) -> String {
    let (first, name, client, begin) = match script.dialect {
        Dialect::Postgres => {
            ("SET client_encoding = 'UTF8';", "PostgreSQL", "psql -X -v ON_ERROR_STOP=1 -d DATABASE -f FILE", POSTGRES)
        }
        Dialect::Sqlite => (".bail on\n.timeout 5000", "SQLite", "sqlite3 -bail DATABASE < FILE", SQLITE),
    };
    let (what, stays) = match script.kind {
        EntryKind::Write if script.is_carried => ("Approved findings", "as it was judged"),
        EntryKind::Write => ("Approved findings", "as the export has it"),
        EntryKind::Undo => ("Undo of findings", "as they left it, with its records,"),
    };
    let place = if script.is_carried { "in which the messages live" } else { "that the export came from" };
    let more = if script.kind == EntryKind::Undo && script.dialect == Dialect::Postgres { POSTGRES_UNDO } else { "" };
    format!(
        "{first}\n\
         -- {what}: {}. For {name}: for the database {place}. Back it up first.\n\
         --   {client}\n\
         -- By ghostcall {}, profile {}, {}, reviewer {}.\n\
         -- A message that is not {stays} stays as it is; the last SELECT reports each. Run again, it changes nothing.\n\
         \n{begin}{more}",
        script.findings,
        env!("CARGO_PKG_VERSION"),
        comment(&script.profile.name),
        script.run.now,
        comment(&script.run.reviewer),
    )
}

/// The part after the statements: the report, which lists only what is committed.
pub(super) fn tail(script: &Script<'_>) -> String {
    let table = script.dialect.report();
    let report = format!("SELECT message, outcome FROM {table} ORDER BY number;\n");
    if script.dialect == Dialect::Sqlite {
        return format!("COMMIT;\nUPDATE {table} SET number = number;\n{report}DROP TABLE {table};\n");
    }
    let refers = match script.kind {
        EntryKind::Write => "",
        EntryKind::Undo => {
            "DROP FUNCTION pg_temp.ghostcall_refers(oid, tid);\n\
             DROP FUNCTION pg_temp.ghostcall_is(oid, text, anyelement, text, text);\n"
        }
    };
    format!(
        "SET CONSTRAINTS ALL IMMEDIATE;\n\
         DO $$ DECLARE refused text; BEGIN\n  \
           SELECT string_agg(message, ', ') INTO refused FROM {table} WHERE outcome = 'refused';\n  \
           IF refused IS NOT NULL THEN RAISE EXCEPTION 'ghostcall: the database refuses message %; nothing was written', refused; END IF;\n\
         END $$;\n\
         {report}\
         DROP FUNCTION pg_temp.ghostcall_as(anyelement, text);\n\
         DROP FUNCTION pg_temp.ghostcall_list(anyelement, text, text, text);\n\
         DROP FUNCTION pg_temp.ghostcall_time(anyelement, text, text);\n\
         DROP FUNCTION pg_temp.ghostcall_json(text);\n\
         DROP FUNCTION pg_temp.ghostcall_digest(text);\n\
         {refers}COMMIT;\n"
    )
}
