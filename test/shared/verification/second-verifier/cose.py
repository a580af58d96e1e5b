"""The second verifier's part for statements and receipts, from RFC 9943, RFC 9942, RFC 9052 and RFC 8949 alone.

Runs behind verify.py, whose Ed25519, hashes and canonical JSON it uses.
verify_statement(data, key) and verify_receipt(data, key, node) answer a verdict: valid, invalid, or indeterminate without a key.
"""


class Reader:
    """Deterministic CBOR: shortest forms, told lengths, keys in order, nothing behind."""

    def __init__(self, data):
        self.data, self.at = bytes(data), 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Broken
        self.at += count
        return self.data[self.at - count:self.at]

    def head(self):
        first = self.take(1)[0]
        major, small = first >> 5, first & 31
        if small < 24:
            return major, small
        if small > 27:
            raise Broken
        width = 1 << (small - 24)
        value = int.from_bytes(self.take(width), "big")
        if value < (24 if width == 1 else 1 << (4 * width)):
            raise Broken
        return major, value

    def item(self):
        major, value = self.head()
        if major == 0:
            return value
        if major == 1:
            return -1 - value
        if major == 2:
            return self.take(value)
        if major == 3:
            return self.take(value).decode("utf-8")
        if major == 4:
            return [self.item() for _ in range(value)]
        if major == 5:
            entries, last = {}, b""
            for _ in range(value):
                start = self.at
                name = self.item()
                written = self.data[start:self.at]
                if written <= last:
                    raise Broken
                last = written
                entries[name] = self.item()
            return entries
        if major == 6 and value == 18:
            return ("sign1", self.item())
        if major == 7 and value == 22:
            return None
        raise Broken


def whole(data):
    reader = Reader(data)
    value = reader.item()
    if reader.at != len(reader.data):
        raise Broken
    return value


def head_of(major, value):
    if value < 24:
        return bytes([major << 5 | value])
    for small, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if value < 1 << (8 * width):
            return bytes([major << 5 | small]) + value.to_bytes(width, "big")


def byte_string(data):
    return head_of(2, len(data)) + data


def sign1(data):
    tagged = whole(data)
    if not isinstance(tagged, tuple) or len(tagged[1]) != 4:
        raise Broken
    protected, unprotected, payload, signature = tagged[1]
    headers = whole(protected)
    if headers[1] != -8 or set(headers[15]) != {1, 2}:
        raise Broken
    return protected, headers, unprotected, payload, signature


def is_by(public, protected, payload, signature):
    return is_signed(public, b"\x84\x6aSignature1" + byte_string(protected) + b"\x40" + byte_string(payload), signature)


def root_from(leaf, index, size, path):
    if not 0 <= index < size:
        raise Broken
    place, last, current = index, size - 1, leaf
    for sibling in path:
        if last == 0 or len(sibling) != 32:
            raise Broken
        if place & 1 or place == last:
            current = sha256(b"\x01", sibling, current)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            current = sha256(b"\x01", current, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise Broken
    return current


def check_receipt(data, name, public, node_id):
    protected, headers, unprotected, payload, signature = sign1(data)
    if set(headers) != {1, 4, 15, 395} or headers[395] != 1 or payload is not None:
        raise Broken
    if set(unprotected) != {396} or set(unprotected[396]) != {-1} or len(unprotected[396][-1]) != 1:
        raise Broken
    size, index, path = whole(unprotected[396][-1][0])
    root = root_from(leaf_of(node_id), index, size, path)
    if headers[15] != {1: name, 2: f"tree of {size}"} or headers[4].hex() != key_id(public):
        raise Broken
    if not is_by(public, protected, root, signature):
        raise Broken


def check_statement(data, name, public):
    protected, headers, unprotected, payload, signature = sign1(data)
    if set(headers) != {1, 3, 4, 15} or headers[3] != NODE_TYPE.decode() or set(unprotected) != {394}:
        raise Broken
    if headers[4].hex() != key_id(public) or headers[15][1] != name or len(unprotected[394]) != 1:
        raise Broken
    node = json.loads(payload)
    if canonical(node).encode() != payload or not has_shape(node) or headers[15][2] != node["stream"]:
        raise Broken
    if not is_by(public, protected, payload, signature):
        raise Broken
    check_receipt(unprotected[394][0], name, public, hashlib.sha256(payload).hexdigest())


def verdict_of(check, key):
    if key is None:
        return "indeterminate"
    name, _, public = read_key(key)
    try:
        check(name, public)
        return "valid"
    except (Broken, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return "invalid"


def verify_statement(data, key=None):
    return verdict_of(lambda name, public: check_statement(bytes(data), name, public), key)


def verify_receipt(data, key, node_id):
    return verdict_of(lambda name, public: check_receipt(bytes(data), name, public, node_id), key)
