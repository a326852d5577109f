#!/usr/bin/python3
"""Checks a settings store without any of the project's own code.

    Tools/audit.py STORE                    lists the log and checks it
    Tools/audit.py STORE --json             the same, one JSON object a line
    Tools/audit.py STORE --quiet            checks it only
    Tools/audit.py STORE --digest REV:HEX   also compares with a digest that was kept elsewhere

Written from docs/format.md alone. It reads, and never writes, the store. Values are checked but not
printed, since some may be secret. Exit codes: 0 everything is as it should be; 1 it is not, with the
first bad revision; 2 the store cannot be read, or a newer program wrote it.
"""
import argparse
import datetime
import hashlib
import json
import math
import os
import struct
import sys

FORMAT = 1
DATE_TAG = 0x534C0001
UINT, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
LABELS = {1: "time", 2: "clock", 3: "author", 4: "reason", 5: "source", 6: "origin", 7: "cause",
          8: "idempotencyKey", 9: "undoGroup", 10: "continues", 11: "notUndoable", 12: "confirmBy",
          13: "events", 14: "nonce", 15: "previous", 16: "original"}
EVENTS = {1: "set", 2: "reset", 3: "hide", 4: "unhide", 5: "markSecret", 6: "unmarkSecret",
          7: "setRedacted"}
CAUSES = {1: "undo", 2: "redo", 3: "revert", 4: "rollback", 5: "import", 6: "tag", 7: "confirm",
          8: "expire", 9: "compact", 10: "redact"}


class Damaged(Exception):
    """The store is not what the format says; the revision is the first bad one."""

    def __init__(self, problem, revision=None):
        super().__init__(problem)
        self.revision = revision


class Unreadable(Exception):
    """The store cannot be read at all, or only by a newer program."""


class Reader:
    """Reads deterministic CBOR and refuses every other form."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if len(self.data) - self.at < count:
            raise Damaged(f"it ends in the middle of an item, at byte {self.at}")
        self.at += count
        return self.data[self.at - count:self.at]

    def peek(self):
        if self.at == len(self.data):
            raise Damaged(f"it ends in the middle of an item, at byte {self.at}")
        return self.data[self.at]

    def head(self, *majors):
        """The major type and the argument of the next item, which must be of one of these types."""
        start = self.at
        major, argument = self.peek() >> 5, self.peek() & 31
        if major not in majors:
            raise Damaged(f"an item of another kind than expected is at byte {start}")
        self.at += 1
        if argument >= 24:
            if argument > 27:
                raise Damaged(f"an indefinite length or a reserved number is at byte {start}")
            least = 32 if major == SIMPLE else (24, 1 << 8, 1 << 16, 1 << 32)[argument - 24]
            argument = int.from_bytes(self.take(1 << argument - 24), "big")
            if argument < least:
                raise Damaged(f"an item is longer than it needs to be, at byte {start}")
        return major, argument

    def uint(self):
        return self.head(UINT)[1]

    def integer(self):
        major, argument = self.head(UINT, NEGATIVE)
        if argument >= 1 << 63:
            raise Damaged(f"a number does not fit 64 bits, before byte {self.at}")
        return argument if major == UINT else -1 - argument

    def count(self, major):
        return self.head(major)[1]

    def array(self, *counts):
        count = self.count(ARRAY)
        if counts and count not in counts:
            raise Damaged(f"an array has {count} elements, before byte {self.at}")
        return count

    def bytes(self, count=None):
        content = self.take(self.head(BYTES)[1])
        if count is not None and len(content) != count:
            raise Damaged(f"{len(content)} bytes are there instead of {count}")
        return content

    def text(self, longest=None, shortest=0):
        content = self.take(self.head(TEXT)[1])
        if longest is not None and not shortest <= len(content) <= longest:
            raise Damaged(f"a text of {len(content)} bytes is not within {shortest} and {longest}")
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            raise Damaged(f"a text is not UTF-8, before byte {self.at}") from None

    def name(self):
        name = self.text(511, 1)
        if "\0" in name:
            raise Damaged("a name holds NUL")
        return name

    def float(self):
        start = self.at
        size = {0xF9: "e", 0xFA: "f", 0xFB: "d"}.get(self.peek())
        if size is None:
            raise Damaged(f"an item of another kind than expected is at byte {start}")
        self.at += 1
        number = struct.unpack(">" + size, self.take(struct.calcsize(size)))[0]
        if self.data[start:self.at] != shortest_float(number):
            raise Damaged(f"a float is not in its one form, at byte {start}")
        return number

    def pairs(self, read_key, read_value):
        """Reads a map, whose keys must ascend by their encoded bytes."""
        last = b""
        for _ in range(self.count(MAP)):
            start = self.at
            key = read_key()
            encoded = self.data[start:self.at]
            if encoded <= last:
                raise Damaged(f"the keys of a map are out of order, at byte {start}")
            last = encoded
            read_value(key)

    def value(self, depth=1):
        """Checks the value of a setting."""
        start = self.at
        if depth > 64:
            raise Damaged(f"a value is nested more than 64 deep, at byte {start}")
        first, major = self.peek(), self.peek() >> 5
        if major in (UINT, NEGATIVE):
            self.integer()
        elif major == BYTES:
            self.bytes()
        elif major == TEXT:
            self.text()
        elif major == ARRAY:
            for _ in range(self.array()):
                self.value(depth + 1)
        elif major == MAP:
            self.pairs(self.text, lambda _: self.value(depth + 1))
        elif major == TAG:
            if self.head(TAG)[1] != DATE_TAG or not math.isfinite(self.float()):
                raise Damaged(f"a tag that is no date is at byte {start}")
        elif first in (0xF4, 0xF5):
            self.at += 1
        else:
            self.float()
        if depth == 1 and self.at - start > 16 << 20:
            raise Damaged("a value is larger than 16 MiB")

    def skip(self, depth=1):
        """Steps over an advisory item of any kind."""
        if depth > 64:
            raise Damaged("an advisory item is nested more than 64 deep")
        first, major = self.peek(), self.peek() >> 5
        if first in (0xF9, 0xFA, 0xFB):
            self.float()
        elif major == BYTES:
            self.bytes()
        elif major == TEXT:
            self.text()
        elif major == ARRAY:
            for _ in range(self.array()):
                self.skip(depth + 1)
        elif major == MAP:
            self.pairs(lambda: self.skip(depth + 1), lambda _: self.skip(depth + 1))
        elif self.head(UINT, NEGATIVE, TAG, SIMPLE)[0] == TAG:
            self.skip(depth + 1)

    def end(self):
        if self.at != len(self.data):
            raise Damaged(f"something follows the last item, at byte {self.at}")


def shortest_float(number):
    if math.isnan(number):
        return b"\xf9\x7e\x00"
    for first, size in ((b"\xf9", ">e"), (b"\xfa", ">f")):
        try:
            packed = struct.pack(size, number)
        except OverflowError:
            continue
        if struct.unpack(size, packed)[0] == number:
            return first + packed
    return b"\xfb" + struct.pack(">d", number)


def kind(reader, kinds, what):
    number = reader.uint()
    if number not in kinds:
        raise Unreadable(f"{what} {number} is unknown")
    return kinds[number]


def read_event(reader):
    count = reader.array(2, 3, 4)
    event = {"kind": kind(reader, EVENTS, "the kind of event"), "key": reader.name()}
    rest = count - 2
    if event["kind"] == "set":
        rest -= 1
        reader.value()
    if rest not in (0, 1):
        raise Damaged("an event has too few or too many elements")
    if rest:
        event["restores"] = reader.uint()
    return event


def read_cause(reader):
    count = reader.array(*range(1, 4))
    cause = {"kind": kind(reader, CAUSES, "the kind of cause")}
    word = cause["kind"]
    allowed = {"import": (1,), "rollback": (2, 3), "tag": (2, 3), "compact": (3,)}.get(word, (2,))
    if count not in allowed:
        raise Damaged(f"the cause {word} has {count} elements")
    if word in ("undo", "redo", "revert"):
        cause["of"] = [reader.uint() for _ in range(reader.array())]
    elif word == "rollback":
        cause["to"] = reader.uint()
        if count == 3:
            cause["prefix"] = reader.text(511)
    elif word == "tag":
        cause["name"] = reader.text(255)
        if count == 3:
            cause["revision"] = reader.uint()
    elif word in ("confirm", "expire"):
        cause["of"] = reader.uint()
    elif word == "compact":
        cause["floor"], cause["baseline"] = reader.uint(), reader.bytes(32).hex()
    elif word == "redact":
        cause["of"] = [read_redaction(reader) for _ in range(reader.array())]
    return cause


def read_redaction(reader):
    reader.array(4)
    return {"revision": reader.uint(), "names": [reader.name() for _ in range(reader.array())],
            "original": reader.bytes(32).hex(), "replacement": reader.bytes(32).hex()}


def read_record(data, first_origin):
    """Reads one record; `first_origin` is None for revision 1."""
    if len(data) > 64 << 20:
        raise Damaged("it is larger than 64 MiB")
    reader, record = Reader(data), {}

    def field(label):
        if label >= 64:
            return reader.skip()
        if label not in LABELS:
            raise Unreadable(f"the label {label} is unknown")
        record[LABELS[label]] = read_field(reader, label)
        return None

    reader.pairs(reader.uint, field)
    reader.end()
    for name in ("time", "author", "events", "previous"):
        if name not in record:
            raise Damaged(f"its {name} is missing")
    if ("nonce" in record) == ("original" in record):
        raise Damaged("it must have either a nonce or an original digest")
    if record.get("clock") == record["time"]:
        raise Damaged("its clock reading repeats its time")
    if record.get("origin", first_origin) is None:
        raise Damaged("its origin is missing")
    if first_origin is not None and record.get("origin") == first_origin:
        raise Damaged("its origin repeats that of revision 1")
    record.setdefault("origin", first_origin)
    record.setdefault("cause", {"kind": "edit"})
    own = hashlib.sha256(data).digest()
    record["ownDigest"], record["digest"] = own, record.get("original", own)
    return record


def read_field(reader, label):
    if label in (1, 2):
        return reader.integer()
    if label in (3, 8):
        return reader.text(255, 1)
    if label in (4, 5):
        return reader.text(4096)
    if label == 7:
        return read_cause(reader)
    if label == 9:
        return reader.text(255)
    if label == 10:
        return reader.uint()
    if label == 11:
        if reader.take(1) != b"\xf5":
            raise Damaged("the label 11 is not true")
        return True
    if label == 12:
        reader.array(2)
        return [reader.bytes(16).hex(), reader.integer()]
    if label == 13:
        count = reader.array()
        if count > 1 << 20:
            raise Damaged(f"it has {count} events")
        return [read_event(reader) for _ in range(count)]
    return reader.bytes(16 if label in (6, 14) else 32)


class Store:
    """The rows of a store, in one read transaction."""

    def __init__(self, directory):
        try:
            import lmdb
        except ImportError:
            raise Unreadable("the Python module lmdb is missing: on Debian, install python3-lmdb and "
                             "run this with /usr/bin/python3") from None
        if not os.path.isfile(os.path.join(directory, "data.mdb")):
            raise Unreadable(f"there is no store at {directory}")
        # Without a lock file nobody has the store open, and none is made.
        lock = os.access(os.path.join(directory, "lock.mdb"), os.W_OK)
        try:
            environment = lmdb.open(directory, readonly=True, lock=lock, create=False, max_dbs=1)
            self.transaction = environment.begin()
            row = self.transaction.get(b"store")
            if row is None:
                raise Unreadable(f"{directory} is an LMDB environment, but no settings store")
            self.origin = self.read_store_row(row)
            self.log = environment.open_db(b"log", txn=self.transaction, create=False)
        except lmdb.NotFoundError:
            self.log = None
        except lmdb.Error as error:
            raise Unreadable(f"{directory} cannot be read: {error}") from None

    @staticmethod
    def read_store_row(row):
        reader = Reader(row)
        count = reader.count(MAP)
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

    def record(self, revision):
        if self.log is None:
            return None
        return self.transaction.get(revision.to_bytes(8, "big"), db=self.log)

    def count(self):
        return 0 if self.log is None else self.transaction.stat(self.log)["entries"]


def audit(store, show):
    """Checks everything, shows each commit, and gives all digests and the redacted revisions."""
    last, head_digest = store.head()
    digests, announced, replaced = [bytes(32)], {}, {}
    first_origin = time = None
    for revision in range(1, last + 1):
        data = store.record(revision)
        if data is None:
            raise Damaged("its record is missing", revision)
        record = read_at(revision, data, first_origin)
        if record["previous"] != digests[-1]:
            raise broken_link(store, revision, record, first_origin, head_digest, last)
        if time is not None and record["time"] <= time:
            raise Damaged("its time is not later than that of the revision before", revision)
        first_origin = first_origin or record["origin"]
        time = record["time"]
        digests.append(record["digest"])
        if "original" in record:
            replaced[revision] = record["ownDigest"].hex()
        if record["cause"]["kind"] == "redact":
            for redaction in record["cause"]["of"]:
                announced[redaction["revision"]] = redaction["replacement"]
        show(revision, record)
    if digests[-1] != head_digest:
        raise Damaged("its bytes do not match the digest in the head row", last)
    if store.count() != last:
        raise Damaged(f"the log has {store.count()} rows, but its head is {last}", last + 1)
    for revision, digest in replaced.items():
        if announced.get(revision) != digest:
            raise Damaged("it was replaced, and no redaction says so", revision)
    return digests, sorted(replaced)


def read_at(revision, data, first_origin):
    try:
        return read_record(data, first_origin)
    except Damaged as error:
        raise Damaged(str(error), revision) from None
    except Unreadable as error:
        raise Unreadable(f"revision {revision} was written by a newer program: {error}") from None


def broken_link(store, revision, record, first_origin, head_digest, last):
    """Says which of two records was changed: the later one, if what follows does not know it."""
    named = head_digest
    if revision < last:
        try:
            named = read_record(store.record(revision + 1) or b"", first_origin)["previous"]
        except (Damaged, Unreadable):
            named = None
    if revision > 1 and named == record["digest"]:
        return Damaged(f"its bytes do not match the digest that revision {revision} holds",
                       revision - 1)
    return Damaged("it does not hold the digest of the revision before", revision)


def time_text(microseconds):
    try:
        start = datetime.datetime(1970, 1, 1)
        time = start + datetime.timedelta(microseconds=microseconds)
        return time.isoformat(timespec="microseconds") + "Z"
    except OverflowError:
        return f"{microseconds}us"


def shown(text):
    return text if text.isprintable() else json.dumps(text)


def show_line(revision, record):
    cause = " ".join(shown(v) if isinstance(v, str) else ",".join(map(str, v))
                     if isinstance(v, list) and record["cause"]["kind"] != "redact"
                     else ",".join(str(item["revision"]) for item in v) if isinstance(v, list)
                     else str(v) for v in record["cause"].values())
    events = ", ".join(f"{event['kind']} {shown(event['key'])}" for event in record["events"])
    print(f"{revision} {time_text(record['time'])} {shown(record['author'])} [{cause}] {events}")


def show_json(revision, record):
    commit = {"revision": revision, "time": time_text(record["time"])}
    for name in ("author", "reason", "source", "cause", "idempotencyKey", "undoGroup", "continues",
                 "notUndoable", "confirmBy", "events"):
        if name in record:
            commit[name] = record[name]
    commit["origin"], commit["digest"] = record["origin"].hex(), record["digest"].hex()
    if "clock" in record:
        commit["clockReading"] = time_text(record["clock"])
    print(json.dumps(commit, sort_keys=True, ensure_ascii=False))


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
    except Damaged as error:
        if options.json:
            print(json.dumps({"ok": False, "problem": str(error), "revision": error.revision}))
        place = "the store" if error.revision is None else f"revision {error.revision}"
        print(f"audit: {place} is bad: {error}", file=sys.stderr)
        return 1
    except Unreadable as error:
        print(f"audit: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps({"commits": len(digests) - 1, "digest": digests[-1].hex(), "ok": True,
                          "redacted": redacted, "revision": len(digests) - 1}))
    else:
        note = f"; redacted: {', '.join(map(str, redacted))}" if redacted else ""
        print(f"ok: {len(digests) - 1} commits, digest {digests[-1].hex()}{note}")
    return 0


def check_digest(parser, text, digests):
    revision, _, digest = text.partition(":")
    if not revision.isdecimal() or len(digest) != 64:
        parser.error("--digest takes a revision, a colon and 64 hexadecimal digits")
    if int(revision) >= len(digests):
        raise Damaged("the log does not reach it: its end was cut", int(revision))
    if digests[int(revision)].hex() != digest.lower():
        raise Damaged("its digest is not the one that was kept", int(revision))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(0)
