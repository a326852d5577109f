#!/usr/bin/python3
"""Checks a settings store without any of the project's own code.

    Tools/audit.py STORE                    lists the log and checks it
    Tools/audit.py STORE --json             the same, one JSON object a line
    Tools/audit.py STORE --quiet            checks it only
    Tools/audit.py STORE --digest REV:HEX   also compares with a digest that was kept elsewhere

Written, with its modules, from docs/format.md alone. It reads, and never writes, the store.
Values are checked but not printed, since some may be secret. Exit codes: 0 everything is as it
should be; 1 it is not, with the first bad revision; 2 the store cannot be read, or a newer program
wrote it.
"""
import argparse
import hashlib
import json
import os
import sys

sys.dont_write_bytecode = True
from audit_baseline import read_start  # noqa: E402
from audit_cbor import MAP, Malformed, Reader  # noqa: E402
from audit_output import show_json, show_line  # noqa: E402
from audit_rules import Said, erased_names, misstatement, time_problem  # noqa: E402

FORMAT = 1


class Damaged(Malformed):
    """The store is not what the format says; the revision is the first bad one."""

    def __init__(self, problem, revision=None):
        super().__init__(problem)
        self.revision = revision


class Unreadable(Exception):
    """The store cannot be read at all, or only by a newer program."""


def number_of(reader, kinds, what):
    number = reader.uint()
    if number not in kinds:
        raise Unreadable(f"{what} {number} is unknown")
    return kinds[number]


def read_events(reader):
    return [read_event(reader) for _ in range(reader.array(1 << 20))]


def read_event(reader):
    rest = reader.array(4, 2) - 2
    event = {"kind": number_of(reader, EVENTS, "the kind of event"), "key": reader.name()}
    if event["kind"] == "set":
        rest -= 1
        reader.item()
    if rest not in (0, 1):
        raise Malformed("an event has too few or too many elements")
    if rest:
        event["restores"] = reader.uint()
    return event


def read_revisions(reader):
    return [reader.uint() for _ in range(reader.array())]


def read_redactions(reader):
    return [read_redaction(reader) for _ in range(reader.array())]


def read_redaction(reader):
    reader.array(4, 4)
    return {"revision": reader.uint(), "names": [reader.name() for _ in range(reader.array())],
            "original": reader.bytes(32).hex(), "replacement": reader.bytes(32).hex()}


def read_cause(reader):
    count = reader.array(3, 1) - 1
    kind, fewest, fields = number_of(reader, CAUSES, "the kind of cause")
    if not fewest <= count <= len(fields):
        raise Malformed(f"the cause {kind} has {count} elements")
    return {"kind": kind} | {name: read(reader) for name, read in fields[:count]}


def read_deadline(reader):
    reader.array(2, 2)
    return {"boot": reader.bytes(16).hex(), "microseconds": reader.integer()}


def text(longest, shortest=0):
    return lambda reader: reader.text(longest, shortest)


def bytes_of(count):
    return lambda reader: reader.bytes(count)


EVENTS = {1: "set", 2: "reset", 3: "hide", 4: "unhide", 5: "markSecret", 6: "unmarkSecret",
          7: "setRedacted"}
# Kind, fewest elements, and the name and reader of each element.
CAUSES = {
    1: ("undo", 1, [("of", read_revisions)]),
    2: ("redo", 1, [("of", read_revisions)]),
    3: ("revert", 1, [("of", read_revisions)]),
    4: ("rollback", 1, [("to", Reader.uint), ("prefix", text(511))]),
    5: ("import", 0, []),
    6: ("tag", 1, [("name", text(255)), ("revision", Reader.uint)]),
    7: ("confirm", 1, [("of", Reader.uint)]),
    8: ("expire", 1, [("of", Reader.uint)]),
    9: ("compact", 2, [("floor", Reader.uint), ("baseline", lambda r: r.bytes(32).hex())]),
    10: ("redact", 1, [("redactions", read_redactions)]),
}
LABELS = {
    1: ("time", Reader.integer), 2: ("clockReading", Reader.integer), 3: ("author", text(255, 1)),
    4: ("reason", text(4096)), 5: ("source", text(4096)), 6: ("origin", bytes_of(16)),
    7: ("cause", read_cause), 8: ("idempotencyKey", text(255, 1)), 9: ("undoGroup", text(255)),
    10: ("continues", Reader.uint), 11: ("notUndoable", Reader.true),
    12: ("confirmBy", read_deadline), 13: ("events", read_events), 14: ("nonce", bytes_of(16)),
    15: ("previous", bytes_of(32)), 16: ("original", bytes_of(32)),
}


def read_record(data, first_origin):
    """Reads one record; `first_origin` is None for revision 1."""
    if len(data) > 64 << 20:
        raise Malformed("it is larger than 64 MiB")
    reader, record = Reader(data), {}

    def field(label):
        if label >= 64:
            reader.item(is_value=False)
        elif label not in LABELS:
            raise Unreadable(f"the label {label} is unknown")
        else:
            name, read = LABELS[label]
            record[name] = read(reader)

    reader.pairs(reader.uint, field)
    reader.end()
    for name in ("time", "author", "events", "previous") + (() if first_origin else ("origin",)):
        if name not in record:
            raise Malformed(f"its {name} is missing")
    if ("nonce" in record) == ("original" in record):
        raise Malformed("it must have either a nonce or an original digest")
    if record.get("clockReading") == record["time"]:
        raise Malformed("its clock reading repeats its time")
    if first_origin and record.get("origin") == first_origin:
        raise Malformed("its origin repeats that of revision 1")
    record.setdefault("origin", first_origin)
    record.setdefault("cause", {"kind": "edit"})
    record["own"] = hashlib.sha256(data).digest()
    record["digest"] = record.get("original", record["own"])
    return record


class Store:
    """The rows of a store, in one read transaction."""

    def __init__(self, directory):
        try:
            import lmdb
        except ImportError:
            raise Unreadable("the Python module lmdb is missing: on Debian, install python3-lmdb "
                             "and run this with /usr/bin/python3") from None
        if not os.path.isfile(os.path.join(directory, "data.mdb")):
            raise Unreadable(f"there is no store at {directory}")
        # Without a lock file nobody has the store open, and none is made.
        lock = os.access(os.path.join(directory, "lock.mdb"), os.W_OK)
        try:
            environment = lmdb.open(directory, readonly=True, lock=lock, create=False, max_dbs=2)
            self.transaction = environment.begin()
            row = self.transaction.get(b"store")
            if row is None:
                raise Unreadable(f"{directory} is an LMDB environment, but no settings store")
            self.origin = self.read_store_row(row)
            self.log, self.baseline = (
                self.table(lmdb, environment, name) for name in (b"log", b"baseline"))
        except lmdb.Error as error:
            raise Unreadable(f"{directory} cannot be read: {error}") from None

    def table(self, lmdb, environment, name):
        try:
            return environment.open_db(name, txn=self.transaction, create=False)
        except lmdb.NotFoundError:
            return None

    @staticmethod
    def read_store_row(row):
        reader = Reader(row)
        count = reader.head(MAP)[1]
        if count < 1 or reader.uint() != 1:
            raise Damaged("the store row does not begin with a version")
        version = reader.uint()
        if version != FORMAT:
            raise Unreadable(f"the store has format version {version}, and this program reads "
                             f"version {FORMAT}; use a newer one")
        if count != 2 or reader.uint() != 2:
            raise Damaged("the store row has other entries than version 1 has")
        origin = reader.bytes(16)
        reader.end()
        return origin

    def head(self):
        row = self.transaction.get(b"head")
        if row is None:
            return 0, bytes(32)
        if len(row) != 40:
            raise Damaged(f"the head row has {len(row)} bytes instead of 40")
        return int.from_bytes(row[:8], "big"), row[8:]

    def start(self):
        """Where the log begins."""
        rows = []
        if self.baseline is not None:
            rows = list(self.transaction.cursor(self.baseline))
        return read_start(self.transaction.get(b"floor"), rows)

    def record(self, revision):
        if self.log is None:
            return None
        return self.transaction.get(revision.to_bytes(8, "big"), db=self.log)

    def count(self, floor):
        """How many rows the log has but for dead ones below the floor."""
        if self.log is None:
            return 0
        count = self.transaction.stat(self.log)["entries"]
        for key in self.transaction.cursor(self.log).iternext(values=False):
            if len(key) != 8 or not 0 < int.from_bytes(key, "big") < floor:
                break
            count -= 1
        return count


def audit(store, show):
    """Checks everything, shows each commit, and gives all digests and the redacted revisions."""
    last, head_digest = store.head()
    start = store.start()
    digests, announced, replaced, compaction = {start.revision: start.digest}, {}, {}, None
    keys, repeated = {}, None
    first_origin = start.origin
    before = None if start.time is None else {"time": start.time}
    for revision in range(start.floor, last + 1):
        data = store.record(revision)
        if data is None:
            raise Damaged("its record is missing", revision)
        record = read_at(revision, data, first_origin)
        if record["previous"] != digests[revision - 1]:
            if before and is_named_elsewhere(store, revision, record, first_origin):
                raise Damaged(f"its bytes do not match the digest that revision {revision} holds",
                              revision - 1)
            raise Damaged("it does not hold the digest of the revision before", revision)
        if problem := time_problem(record, before):
            if before and "original" in before and not is_named_elsewhere(
                    store, revision - 1, before, first_origin):
                raise Damaged("it was replaced, and no redaction says so", revision - 1)
            raise Damaged(problem, revision)
        if problem := misstatement(revision, record):
            raise Damaged(problem, revision)
        if "idempotencyKey" in record:
            earlier = keys.setdefault(record["idempotencyKey"], revision)
            if earlier != revision:
                repeated = repeated or (revision, earlier)
        first_origin, before = first_origin or record["origin"], record
        digests[revision] = record["digest"]
        if "original" in record:
            replaced[revision] = (
                record["original"].hex(), record["own"].hex(), erased_names(record))
        for redaction in record["cause"].get("redactions", []):
            announced.setdefault(redaction["revision"], Said()).add(redaction)
        if record["cause"]["kind"] == "compact":
            if compaction and record["cause"]["floor"] < compaction[0]:
                raise Damaged("it keeps commits that were dropped already", revision)
            compaction = (record["cause"]["floor"], record["cause"]["baseline"])
        show(revision, record)
    if compaction != (start.baseline and (start.floor, start.baseline)):
        raise Damaged("the baseline is not the one that the last compaction names", start.revision)
    if digests.get(last) != head_digest:
        raise Damaged("its bytes do not match the digest in the head row", last)
    if store.count(start.floor) != last - start.revision:
        raise Damaged(f"the log has other rows than its revisions up to {last}", last + 1)
    for revision in sorted(replaced.keys() | announced.keys()):
        if revision < start.floor:
            continue
        if revision not in replaced:
            raise Damaged("it was redacted, and holds what was erased", revision)
        if problem := announced.get(revision, Said()).problem(*replaced[revision]):
            raise Damaged(problem, revision)
    if repeated:
        raise Damaged(f"its idempotency key is that of revision {repeated[1]} already", repeated[0])
    return digests, sorted(replaced)


def read_at(revision, data, first_origin):
    try:
        return read_record(data, first_origin)
    except Malformed as error:
        raise Damaged(str(error), revision) from None
    except Unreadable as error:
        raise Unreadable(f"revision {revision} was written by a newer program: {error}") from None


def is_named_elsewhere(store, revision, record, first_origin):
    """Whether the next revision, the head row or, once redacted, a redaction names these bytes."""
    last, named = store.head()
    is_redacted = "original" in record
    if is_redacted or revision < last:
        named = None
    try:
        end = last if is_redacted else min(revision + 1, last)
        for following in range(revision + 1, end + 1):
            later = read_record(store.record(following) or b"", first_origin)
            if not is_redacted:
                named = later["previous"]
                continue
            for redaction in later["cause"].get("redactions", []):
                if redaction["revision"] == revision:
                    named = bytes.fromhex(redaction["replacement"])
    except (Malformed, Unreadable):
        pass  # What follows is bad too; the first bad record is what is asked for.
    return named == record["own"]


def main():
    parser = argparse.ArgumentParser(description="Checks a settings store and lists its log.")
    parser.add_argument("store", help="the directory of the store")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--quiet", action="store_true", help="do not list the log")
    parser.add_argument("--digest", metavar="REV:HEX", help="a digest that was kept elsewhere")
    options = parser.parse_args()
    show = show_json if options.json else show_line
    try:
        digests, redacted = audit(
            Store(options.store), (lambda *_: None) if options.quiet else show)
        if options.digest:
            check_digest(parser, options.digest, digests)
    except Malformed as error:
        revision = getattr(error, "revision", None)
        if options.json:
            print(json.dumps({"ok": False, "problem": str(error), "revision": revision}))
        place = "the store" if revision is None else f"revision {revision}"
        print(f"audit: {place} is bad: {error}", file=sys.stderr)
        return 1
    except Unreadable as error:
        print(f"audit: {error}", file=sys.stderr)
        return 2
    last = max(digests)
    if options.json:
        print(json.dumps({"commits": len(digests) - 1, "digest": digests[last].hex(), "ok": True,
                          "redacted": redacted, "revision": last}))
    else:
        note = f"; redacted: {', '.join(map(str, redacted))}" if redacted else ""
        print(f"ok: {len(digests) - 1} commits, digest {digests[last].hex()}{note}")
    return 0


def check_digest(parser, text, digests):
    revision, _, digest = text.partition(":")
    if not revision.isdecimal() or len(digest) != 64:
        parser.error("--digest takes a revision, a colon and 64 hexadecimal digits")
    if int(revision) > max(digests):
        raise Damaged("the log does not reach it: its end was cut", int(revision))
    if int(revision) not in digests:
        raise Damaged("it was dropped by a compaction and cannot be compared", int(revision))
    if digests[int(revision)].hex() != digest.lower():
        raise Damaged("its digest is not the one that was kept", int(revision))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(0)
