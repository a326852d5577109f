"""The baseline of a compacted log: the part of Tools/audit.py that knows what a log begins with."""
import hashlib

from audit_cbor import Malformed, Reader


class Start:
    """Where a log begins: after the last dropped revision, or after revision 0."""

    def __init__(self, revision=0, digest=bytes(32), time=None, origin=None, baseline=None):
        self.revision, self.digest, self.time, self.origin = revision, digest, time, origin
        self.baseline = baseline  # the digest of all rows; None when nothing was dropped

    @property
    def floor(self):
        return self.revision + 1


def read_start(floor_row, rows):
    """Reads the floor row and all rows of the baseline, in the order of their keys."""
    if floor_row is None:
        if rows:
            raise Malformed("there is a baseline, but no floor row")
        return Start()
    floor = int.from_bytes(floor_row, "big")
    if len(floor_row) != 8 or floor < 2:
        raise Malformed("the floor row is not a revision from 2 up")
    if not rows or rows[0][0] != b"\0":
        raise Malformed("the header of the baseline is missing")
    reader = Reader(rows[0][1])
    reader.array(5, 5)
    reader.bytes(16)
    if reader.uint() != floor:
        raise Malformed("the baseline is not that of the floor row")
    time, digest, origin = reader.integer(), reader.bytes(32), reader.bytes(16)
    reader.end()
    names, last = set(), 0
    for slot, (key, content) in enumerate(rows[1:]):
        if key != b"\1" + slot.to_bytes(4, "big"):
            raise Malformed(f"the baseline has a row with the key {key.hex()}")
        name, created = read_entry(content, floor)
        if name in names:
            raise Malformed(f"the baseline has two rows for the name {name!r}")
        if created < last:
            raise Malformed(f"the name {name!r} is not in its place in the baseline")
        names.add(name)
        last = created
    digests = b"".join(hashlib.sha256(key + content).digest() for key, content in rows)
    return Start(floor - 1, digest, time, origin, hashlib.sha256(digests).hexdigest())


def read_entry(content, floor):
    """Reads the row of a name, and gives the name and the revision of its first event."""
    reader = Reader(content)
    reader.array(2, 2)
    reader.bytes(16)
    reader.array(13, 13)
    name = reader.name()
    has_value = reader.peek() != 0xF6
    if has_value:
        reader.item()
    else:
        reader.take(1)
    flags = []
    for what in ("redacted", "hidden", "secret"):
        flags.append(reader.take(1))
        if flags[-1] not in (b"\xf4", b"\xf5"):
            raise Malformed(f"the baseline does not say whether {name!r} is {what}")
    redacted, hidden, secret = (flag == b"\xf5" for flag in flags)
    count, *sides, created = [reader.uint() for _ in range(8)]
    reader.end()
    if not 0 < count < 1 << 48 or has_value and redacted:
        raise Malformed(f"what the baseline says of {name!r} cannot be")
    newest = max(sides[::2])
    if not 0 < created <= newest < floor:
        raise Malformed(f"the baseline has a revision of {name!r} that cannot be")
    for revision, effective, state in zip(
            sides[::2], sides[1::2], (has_value or redacted, hidden, secret)):
        if effective > revision or 0 < revision < created or state and not revision:
            raise Malformed(f"the baseline has a revision of {name!r} that cannot be")
    return name, created
