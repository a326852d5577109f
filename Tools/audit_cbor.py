"""Deterministic CBOR, read strictly: the part of Tools/audit.py that knows bytes."""
import math
import struct

DATE_TAG = 0x534C0001
UINT, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)


class Malformed(Exception):
    """Bytes are not deterministic CBOR of the expected shape."""


class Reader:
    """Reads deterministic CBOR and refuses every other form."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if len(self.data) - self.at < count:
            raise Malformed(f"it ends in the middle of an item, at byte {self.at}")
        self.at += count
        return self.data[self.at - count:self.at]

    def peek(self):
        if self.at == len(self.data):
            raise Malformed(f"it ends in the middle of an item, at byte {self.at}")
        return self.data[self.at]

    def head(self, *majors):
        """The major type and the argument of the next item, which must be of one of these types."""
        start = self.at
        major, argument = self.peek() >> 5, self.peek() & 31
        if major not in majors:
            raise Malformed(f"an item of another kind than expected is at byte {start}")
        self.at += 1
        if argument >= 24:
            if argument > 27:
                raise Malformed(f"an indefinite length or a reserved number is at byte {start}")
            least = 32 if major == SIMPLE else (24, 1 << 8, 1 << 16, 1 << 32)[argument - 24]
            argument = int.from_bytes(self.take(1 << argument - 24), "big")
            if argument < least:
                raise Malformed(f"an item is longer than it needs to be, at byte {start}")
        return major, argument

    def uint(self):
        return self.head(UINT)[1]

    def integer(self):
        major, argument = self.head(UINT, NEGATIVE)
        if argument >= 1 << 63:
            raise Malformed(f"a number does not fit 64 bits, before byte {self.at}")
        return argument if major == UINT else -1 - argument

    def array(self, longest=1 << 62, shortest=0):
        count = self.head(ARRAY)[1]
        if not shortest <= count <= longest:
            raise Malformed(f"an array has {count} elements, before byte {self.at}")
        return count

    def true(self):
        if self.take(1) != b"\xf5":
            raise Malformed(f"an item that is not true is before byte {self.at}")
        return True

    def bytes(self, count=None):
        content = self.take(self.head(BYTES)[1])
        if count is not None and len(content) != count:
            raise Malformed(f"{len(content)} bytes are there instead of {count}")
        return content

    def text(self, longest=None, shortest=0):
        content = self.take(self.head(TEXT)[1])
        if longest is not None and not shortest <= len(content) <= longest:
            raise Malformed(f"a text has {len(content)} bytes, not {shortest} to {longest}")
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed(f"a text is not UTF-8, before byte {self.at}") from None

    def name(self):
        name = self.text(511, 1)
        if "\0" in name:
            raise Malformed("a name holds NUL")
        return name

    def float(self):
        start = self.at
        size = {0xF9: "e", 0xFA: "f", 0xFB: "d"}.get(self.peek())
        if size is None:
            raise Malformed(f"an item of another kind than expected is at byte {start}")
        self.at += 1
        number = struct.unpack(">" + size, self.take(struct.calcsize(size)))[0]
        if self.data[start:self.at] != shortest_float(number):
            raise Malformed(f"a float is not in its one form, at byte {start}")
        return number

    def pairs(self, read_key, read_value):
        """Reads a map, whose keys must ascend by their encoded bytes."""
        last = b""
        for _ in range(self.head(MAP)[1]):
            start = self.at
            key = read_key()
            encoded = self.data[start:self.at]
            if encoded <= last:
                raise Malformed(f"the keys of a map are out of order, at byte {start}")
            last = encoded
            read_value(key)

    def item(self, depth=1, is_value=True):
        """Steps over the value of a setting, or over an advisory item, which may be of any kind."""
        start = self.at
        if depth > 64:
            raise Malformed(f"items are nested more than 64 deep, at byte {start}")

        def inner(_=None):
            self.item(depth + 1, is_value)

        first, major = self.peek(), self.peek() >> 5
        if first in (0xF9, 0xFA, 0xFB):
            self.float()
        elif major == BYTES:
            self.bytes()
        elif major == TEXT:
            self.text()
        elif major == ARRAY:
            for _ in range(self.array()):
                inner()
        elif major == MAP:
            self.pairs(self.text if is_value else inner, inner)
        elif not is_value:
            if self.head(UINT, NEGATIVE, TAG, SIMPLE)[0] == TAG:
                inner()
        elif major == TAG:
            if self.head(TAG)[1] != DATE_TAG or not math.isfinite(self.float()):
                raise Malformed(f"a tag that is no date is at byte {start}")
        elif first in (0xF4, 0xF5):
            self.at += 1
        else:
            self.integer()
        if is_value and self.at - start > 16 << 20:
            raise Malformed("a value is larger than 16 MiB")

    def end(self):
        if self.at != len(self.data):
            raise Malformed(f"something follows the last item, at byte {self.at}")


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
