"""Spark, DuckDB and Ray with ghostcall find the same as one pass of ghostcall over sorted lines.

Not part of CI, which must not download Spark and Ray. To run it: tests/engines/run.
"""

import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import time
from datetime import datetime

import pytest

import ghostcall
from messages import LEAK, messages

pyarrow = pytest.importorskip("pyarrow")

SMALL, LONG = int(os.environ.get("SMALL", 12_000)), int(os.environ.get("LONG", 100_000))


def digest(findings):
    """The number of findings and a hash of them that does not depend on their order."""
    assert findings, "nothing is found"
    return len(findings), hashlib.sha256("\n".join(sorted(findings)).encode()).hexdigest()


@pytest.fixture(scope="session")
def table():
    return messages(SMALL, LONG)


@pytest.fixture(scope="session")
def parquet(table, tmp_path_factory):
    """The messages in eight files, shuffled."""
    import pyarrow.parquet

    folder = tmp_path_factory.mktemp("messages")
    for part in range(8):
        rows = range(part, table.num_rows, 8)
        pyarrow.parquet.write_table(table.take(list(rows)), folder / f"{part}.parquet")
    return str(folder)


@pytest.fixture(scope="session")
def expected(table, tmp_path_factory):
    """The digest of what one pass over sorted lines finds, without any engine."""
    path = tmp_path_factory.mktemp("lines") / "sorted.jsonl"
    rows = table.sort_by([("conversation_id", "ascending"), ("seq", "ascending")]).to_pylist()
    with path.open("w") as lines:
        for row in rows:
            members = {name: value for name, value in row.items() if value is not None}
            lines.write(json.dumps(members, default=datetime.isoformat) + "\n")
    began = time.monotonic()
    command = [ghostcall.binary(), "check", "--whole", "--sorted", str(path)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    told = digest(printed.splitlines())
    print(f"\nplain: {table.num_rows} messages, {path.stat().st_size} bytes, {told}, {time.monotonic() - began:.1f} s")
    return told


@pytest.fixture(scope="session")
def spark():
    """Spark with two workers, which tries each task three times."""
    sql = pytest.importorskip("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[2,3]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.adaptive.enabled", "false").config("spark.driver.memory", "2g").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def peak(path, *options):
    """The peak memory of a run over these lines, in megabytes.

    The kernel's figure for a finished child includes the memory of its parent, so this reads the status of the process
    while it runs.
    """
    command = [ghostcall.binary(), "check", "--whole", "--sorted", *options, str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status") as status:
            most = max([most, *(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))])
        time.sleep(0.005)
    assert process.returncode == 0 and most
    return most / 1_000


@pytest.mark.parametrize("options", [[], ["--with-context"]])
def test_a_long_conversation_takes_little_memory_on_however_many_processors(table, tmp_path, options):
    """Compares with a run over one line, because the memory of the program itself depends on its build."""
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    short.write_text('{"id": 1, "conversation_id": 1, "content": "I have cancelled your subscription."}\n')
    rows = [row for row in table.to_pylist() if row["conversation_id"] == "the-long-one"]
    with long.open("w") as lines:
        for row in sorted(rows, key=lambda row: row["seq"]):
            lines.write(json.dumps(row, default=datetime.isoformat) + "\n")
    program, whole = peak(short, *options), peak(long, *options)
    print(f"\n{len(rows)} messages {options}: {whole:.0f} MB, {program:.0f} MB of them the program")
    assert whole - program < 32


def by_spark(spark, parquet, partitions):
    from ghostcall.spark import check

    found = check(spark.read.parquet(parquet), order="seq", partitions=partitions)
    assert found.rdd.getNumPartitions() == partitions
    rows = found.collect()
    assert [row.error for row in rows if row.error] == []
    return digest([row.finding for row in rows])


@pytest.mark.parametrize("partitions", [1, 4, 16])
def test_spark_finds_the_same_in_any_number_of_partitions(spark, parquet, expected, partitions):
    began = time.monotonic()
    assert by_spark(spark, parquet, partitions) == expected
    print(f"\nSpark, {partitions} partitions: {time.monotonic() - began:.1f} s")


def program(path, text):
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture
def named(monkeypatch, spark):
    """Makes the workers use another program as the binary. Workers that already run would not notice."""

    def name(path):
        monkeypatch.setenv("GHOSTCALL_BINARY", path)
        spark.sparkContext.environment["GHOSTCALL_BINARY"] = path

    yield name
    spark.sparkContext.environment.pop("GHOSTCALL_BINARY", None)


@pytest.mark.parametrize("killed", ["$PPID", "$$"])
def test_a_worker_or_a_process_that_is_killed_in_the_middle_changes_nothing(
    spark, parquet, expected, named, tmp_path, killed
):
    once = tmp_path / "once"
    text = f"""#!/bin/sh
if mkdir {once} 2>/dev/null; then
  head -c 300000 | {ghostcall.binary()} "$@" | head -c 20000
  kill -9 {killed}
  exit 9
fi
exec {ghostcall.binary()} "$@"
"""
    named(program(tmp_path / "killed", text))
    assert by_spark(spark, parquet, 4) == expected
    assert once.is_dir(), "nothing was killed"


def test_an_executor_without_the_binary_says_so(spark, parquet, named, tmp_path):
    named(str(tmp_path / "nowhere"))
    with pytest.raises(Exception, match="nowhere, which is no program.*install the wheel there"):
        by_spark(spark, parquet, 4)


def test_a_row_of_no_conversation_is_judged_alone_and_order_may_be_a_time(spark):
    from ghostcall.spark import check

    leak = LEAK % 5
    rows = [(1, None, "2026-05-01 10:00:00", "assistant", leak), (2, "a", "2026-05-01 10:00:01", "assistant", "Hello.")]
    df = spark.createDataFrame(rows, "id long, chat string, at string, role string, content string")
    found = check(df.withColumn("at", df["at"].cast("timestamp")), conversation="chat", order="at").collect()
    assert [(row.message_id, row.conversation_id, row.error) for row in found] == [("1", None, None)]


def test_duckdb_finds_the_same(parquet, expected):
    duckdb = pytest.importorskip("duckdb")
    from ghostcall.duckdb import check

    with duckdb.connect() as connection:
        findings = check(connection.sql(f"FROM '{parquet}/*.parquet'"), order="seq")
        assert digest(findings["finding"].to_pylist()) == expected
        by_remedy = connection.sql("SELECT remedy, count(*) FROM findings GROUP BY ALL").fetchall()
        assert sum(count for _, count in by_remedy) == expected[0]


def test_ray_finds_the_same(parquet, expected):
    ray = pytest.importorskip("ray")
    from ghostcall.ray import check

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        found = check(ray.data.read_parquet(parquet), order="seq", blocks=4)
        assert digest([row["finding"] for row in found.take_all()]) == expected
    finally:
        ray.shutdown()


def lines(number):
    for place in range(number):
        yield {"id": place, "role": "assistant", "content": "It rained.", "conversation_id": place}


def test_a_gateway_gets_its_answers_in_order():
    answers = ghostcall.check(lines(2_000), "--sorted")
    assert [answer["message_id"] for answer in answers] == list(range(2_000))


def test_a_gateway_gets_each_answer_before_it_sends_the_next():
    sent = []

    def one_by_one():
        for line in lines(5):
            assert len(answered) == len(sent)
            sent.append(line)
            yield json.dumps(line)
            while len(answered) < len(sent):
                time.sleep(0.01)

    answered = []
    for answer in ghostcall.check(one_by_one()):
        answered.append(answer)
    assert len(answered) == 5


def test_a_dead_process_is_replaced_and_its_lines_get_an_error(monkeypatch):
    children, popen = [], subprocess.Popen

    def remembered(*arguments, **options):
        children.append(popen(*arguments, **options))
        return children[-1]

    monkeypatch.setattr(subprocess, "Popen", remembered)
    answers = []
    for answer in ghostcall.check(lines(3_000)):
        answers.append(answer)
        if len(answers) == 1_000:
            os.kill(children[0].pid, signal.SIGKILL)
    assert len(answers) == 3_000 and len(children) == 2
    for place, answer in enumerate(answers):
        assert answer.get("message_id") == place or answer == {"error": "ghostcall ended by signal 9"}
    assert 0 < sum("error" in answer for answer in answers) <= 256


def test_what_cannot_be_done_is_raised():
    with pytest.raises(ghostcall.Failed, match="nowhere.json"):
        list(ghostcall.check(lines(3), "--catalog", "nowhere.json"))
    with pytest.raises(ValueError, match="one answer for each message"):
        next(ghostcall.check([], "--whole"))

    def broken():
        yield from lines(1)
        raise KeyError("the queue is gone")

    with pytest.raises(KeyError, match="the queue is gone"):
        list(ghostcall.check(broken()))


def test_the_wheel_brings_manual_page_and_completions():
    share = os.path.join(sys.prefix, "share")
    for path in ["man/man1/ghostcall.1", "bash-completion/completions/ghostcall", "zsh/site-functions/_ghostcall"]:
        assert "ghostcall" in open(os.path.join(share, path)).read()
