"""Prints an SQLite database as SQL that creates it again, without the paths of the machine that it was created on.

    python3 dump.py DATABASE [--drop TABLE]... [--empty TABLE]... [--replace OLD NEW]... [--ids PATTERN]...

Full-text indexes are not copied but rebuilt. Random ids that match a PATTERN are replaced by numbers, so that a
database that is created again has the same ids. The group `head` of the pattern stays.
"""

import argparse
import re
import sqlite3
import sys


def numbered(sql, pattern):
    """Replaces ids by numbers in sorted order, with the same length."""
    found = sorted({match.group(0): match for match in re.finditer(pattern, sql)}.items())
    new = {old: match["head"] + str(number).rjust(len(old) - len(match["head"]), "0")
           for number, (old, match) in enumerate(found, 1)}
    return re.sub(pattern, lambda match: new[match.group(0)], sql)


def literal(value, replace):
    if value is None:
        return "NULL"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, bytes):
        return "X'" + value.hex() + "'"
    for old, new in replace:
        value = value.replace(old, new)
    return "'" + value.replace("'", "''") + "'"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("database")
    arguments.add_argument("--drop", action="append", default=[])
    arguments.add_argument("--empty", action="append", default=[], help="keep the table, not its rows")
    arguments.add_argument("--replace", action="append", nargs=2, default=[])
    arguments.add_argument("--ids", action="append", default=[])
    arguments = arguments.parse_args()
    lines = []

    connection = sqlite3.connect(arguments.database)
    schema = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    virtual = [name for _, name, _, sql in schema if sql.upper().startswith("CREATE VIRTUAL")]
    # The internal tables of full-text indexes.
    shadows = {f"{name}_{part}" for name in virtual for part in ("data", "idx", "content", "docsize", "config")}

    def left_out(table):
        return table in shadows or table in arguments.drop or table.startswith("sqlite_")

    lines.append("PRAGMA foreign_keys = OFF;\nBEGIN;")
    tables = [(name, sql) for kind, name, _, sql in schema if kind == "table" and not left_out(name)]
    for _, sql in (one for one in tables if one[0] not in virtual):
        lines.append(sql + ";")
    for name, _ in (one for one in tables if one[0] not in virtual and one[0] not in arguments.empty):
        for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid'):
            lines.append(f'INSERT INTO "{name}" VALUES ({", ".join(literal(cell, arguments.replace) for cell in row)});')
    for name, sql in (one for one in tables if one[0] in virtual):
        lines.append(sql + ";")
        if "content=" in sql.replace(" ", "").lower():
            lines.append(f"INSERT INTO \"{name}\" (\"{name}\") VALUES ('rebuild');")
    for kind in ("index", "view", "trigger"):
        for _, _, table, sql in (one for one in schema if one[0] == kind):
            if not left_out(table):
                lines.append(sql + ";")
    lines.append("COMMIT;\n")
    dump = "\n".join(lines)
    for pattern in arguments.ids:
        dump = numbered(dump, pattern)
    sys.stdout.write(dump)


main()
