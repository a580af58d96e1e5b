"""Follows a log from outside, by C2SP tlog-tiles alone: what a stranger with the log's public key can hold it to.

Standard library only, and written from the specifications: signed-note, tlog-checkpoint, tlog-cosignature, tlog-tiles, RFC 6962 and
RFC 9162. Each new checkpoint is held to: its signature and those of witnesses, every entry since the last one, every tile of every
level, the root of all of it, and the proof that the log only grew. The last line says in JSON what was seen; it ends with 1 where
the log contradicts itself.
"""
import argparse
import base64
import hashlib
import http.client
import json
import os
import re
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../shared/verification/second-verifier"))
from verify import is_signed  # noqa: E402

WIDTH = 256
NOTE, COSIGNATURE = 1, 4


class Disagreement(Exception):
    """The log is not what it says."""


def held(claim, what):
    if not claim:
        raise Disagreement(what)


def sha256(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def leaf_hash(entry):
    return sha256(b"\x00", entry)


def inner_hash(left, right):
    return sha256(b"\x01", left, right)


def perfect_root(hashes):
    """Of a power of two of them."""
    while len(hashes) > 1:
        hashes = [inner_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]


class Verifier:
    def __init__(self, text):
        self.name, self.digits, data = text.split("+", 2)
        raw = base64.b64decode(data, validate=True)
        self.algorithm, self.public = raw[0], raw[1:]
        self.key_id = sha256(self.name.encode(), b"\n", raw)[:4]
        if self.key_id.hex() != self.digits or len(self.public) != 32:
            raise ValueError(f"{text} is no verifier key")

    def signed(self, text, signature):
        if self.algorithm == NOTE:
            return is_signed(self.public, text.encode(), signature)
        seconds = int.from_bytes(signature[:8], "big")
        message = f"cosignature/v1\ntime {seconds}\n{text}"
        return len(signature) == 72 and is_signed(self.public, message.encode(), signature[8:])


def open_note(note, verifiers):
    """The text, and the names of those known who signed it. A known key's false signature is a lie."""
    text, separator, lines = note.rpartition("\n\n")
    held(separator and lines.endswith("\n"), "the checkpoint is no signed note")
    text += "\n"
    names = []
    for line in lines[:-1].split("\n"):
        match = re.fullmatch(r"— (\S+) (\S+)", line)
        held(match, "a signature of the checkpoint is malformed")
        data = base64.b64decode(match[2], validate=True)
        for verifier in verifiers:
            if verifier.name == match[1] and verifier.key_id == data[:4]:
                held(verifier.signed(text, data[4:]), f"the signature of {verifier.name} is false")
                names.append(verifier.name)
    return text, names


class Source:
    """The read API of one log."""

    def __init__(self, prefix, bearer):
        self.address = urllib.parse.urlsplit(prefix)
        self.bearer = bearer
        self.connection = None
        self.requests = 0
        self.bytes = 0

    def get(self, path):
        """The bytes; None for what is not there."""
        for attempt in range(20):
            status, headers, body = self.ask(path)
            if status == 404:
                return None
            if status == 200:
                self.requests += 1
                self.bytes += len(body)
                return body
            if status not in (0, 429, 503):
                raise OSError(f"{path}: {status} {body[:200]!r}")
            time.sleep(float(headers.get("retry-after") or 0.2 * (attempt + 1)))
        raise OSError(f"{path}: no answer")

    def ask(self, path):
        secure = self.address.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        try:
            self.connection = self.connection or kind(self.address.hostname, self.address.port, timeout=30)
            headers = {"authorization": f"Bearer {self.bearer}"} if self.bearer else {}
            self.connection.request("GET", f"{self.address.path}/{path}", headers=headers)
            answer = self.connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        except (http.client.HTTPException, OSError) as error:
            self.connection = None
            return 0, {}, str(error).encode()

    def piece(self, level, index, width):
        """A tile, or a bundle of entries, of that width: where the partial one is there no more, of the full one."""
        groups = re.findall(r"\d{3}", str(index).zfill((len(str(index)) + 2) // 3 * 3))
        path = f"tile/{level}/" + "/".join([f"x{group}" for group in groups[:-1]] + groups[-1:])
        part = self.get(path if width == WIDTH else f"{path}.p/{width}")
        if part is None and width < WIDTH:
            part = self.get(path)
        held(part is not None, f"{path} of width {width} is below a checkpoint and not there")
        return part

    def tile(self, level, index, width):
        part = self.piece(level, index, width)
        held(len(part) >= width * 32 and len(part) % 32 == 0, f"tile {level}/{index} is cut short")
        return [part[at : at + 32] for at in range(0, width * 32, 32)]

    def entries(self, index, width):
        part, at, found = self.piece("entries", index, width), 0, []
        while at < len(part):
            length = int.from_bytes(part[at : at + 2], "big")
            entry = part[at + 2 : at + 2 + length]
            held(len(entry) == length == 32, f"an entry of bundle {index} is no id")
            found.append(entry)
            at += 2 + length
        held(len(found) >= width, f"bundle {index} is cut short")
        return found[:width]


class Log:
    """What was seen of a log: its size, and of every level the hashes that no full tile holds yet."""

    def __init__(self, source):
        self.source = source
        self.size = 0
        self.levels = [[]]
        self.seen = []  # entries of the bundle that is not full
        self.entries = 0
        self.digest = hashlib.sha256()  # of all of them, one after the other
        self.tiles = 0

    def root(self):
        roots = []
        for hashes in reversed(self.levels):
            at = 0
            while at < len(hashes):
                width = 1 << ((len(hashes) - at).bit_length() - 1)
                roots.append(perfect_root(hashes[at : at + width]))
                at += width
        if not roots:
            return sha256()
        whole = roots.pop()
        while roots:
            whole = inner_hash(roots.pop(), whole)
        return whole

    def grow(self, size):
        """Takes every entry up to a size, and holds every tile to what was computed of them."""
        while self.size < size:
            index = self.size // WIDTH
            width = min(WIDTH, size - index * WIDTH)
            entries = self.source.entries(index, width)
            held(entries[: len(self.seen)] == self.seen, f"an entry of bundle {index} is another than it was")
            fresh = entries[len(self.seen) :]
            self.levels[0].extend(leaf_hash(entry) for entry in fresh)
            self.size += len(fresh)
            self.entries += len(fresh)
            self.digest.update(b"".join(fresh))
            self.seen = entries if width < WIDTH else []
            self.rise(0, index)
        for level, hashes in enumerate(self.levels):
            if hashes:
                self.hold(level, self.size // WIDTH ** (level + 1), hashes)

    def rise(self, level, index):
        """A full tile is one hash of the level above."""
        hashes = self.levels[level]
        if len(hashes) < WIDTH:
            return
        self.hold(level, index, hashes)
        self.levels[level] = []
        if level + 1 == len(self.levels):
            self.levels.append([])
        self.levels[level + 1].append(perfect_root(hashes))
        self.rise(level + 1, index // WIDTH)

    def hold(self, level, index, hashes):
        self.tiles += 1
        told = self.source.tile(level, index, len(hashes))
        held(told == hashes, f"tile {level}/{index} is not made of the entries")


class Tiles:
    """Proofs out of the tiles of a tree of one size, as anybody makes them who has not seen the entries."""

    def __init__(self, source, size):
        self.source = source
        self.size = size
        self.kept = {}

    def hash_at(self, height, index):
        level = height // 8
        first = index << (height - level * 8)
        at = first // WIDTH
        width = min(WIDTH, self.size // WIDTH**level - at * WIDTH)
        if (level, at) not in self.kept:
            self.kept[level, at] = self.source.tile(level, at, width)
        offset = first - at * WIDTH
        return perfect_root(self.kept[level, at][offset : offset + (1 << (height - level * 8))])

    def range_root(self, start, end):
        roots = []
        while start < end:
            width = 1 << ((end - start).bit_length() - 1)
            roots.append(self.hash_at(width.bit_length() - 1, start // width))
            start += width
        whole = roots.pop()
        while roots:
            whole = inner_hash(roots.pop(), whole)
        return whole

    def consistency(self, size):
        """RFC 9162, 2.1.4.1."""

        def sub(m, start, end, is_whole):
            if m == end - start:
                return [] if is_whole else [self.range_root(start, end)]
            k = 1 << ((end - start - 1).bit_length() - 1)
            if m <= k:
                return sub(m, start, start + k, is_whole) + [self.range_root(start + k, end)]
            return sub(m - k, start + k, end, False) + [self.range_root(start, start + k)]

        return sub(size, 0, self.size, True)

    def inclusion(self, index):
        """RFC 9162, 2.1.3.1."""

        def path(m, start, end):
            if end - start == 1:
                return []
            k = 1 << ((end - start - 1).bit_length() - 1)
            if m < k:
                return path(m, start, start + k) + [self.range_root(start + k, end)]
            return path(m - k, start + k, end) + [self.range_root(start, start + k)]

        return path(index, 0, self.size)


def is_consistent(first, second, first_root, second_root, proof):
    """RFC 9162, 2.1.4.2."""
    if first == second:
        return not proof and first_root == second_root
    path = ([first_root] if first & (first - 1) == 0 else []) + proof
    if not path:
        return False
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    old = new = path[0]
    for node in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            old, new = inner_hash(node, old), inner_hash(node, new)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            new = inner_hash(new, node)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and old == first_root and new == second_root


def is_included(index, size, leaf, root, proof):
    """RFC 9162, 2.1.3.2."""
    fn, sn, now = index, size - 1, leaf
    for node in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            now = inner_hash(node, now)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            now = inner_hash(now, node)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and now == root


class Monitor:
    def __init__(self, source, log_key, witnesses):
        self.source = source
        self.key = log_key
        self.witnesses = witnesses
        self.log = Log(source)
        self.roots = {}
        self.newest = 0
        self.counts = {"checkpoints": 0, "cosigned": 0, "consistency_proofs": 0, "inclusion_proofs": 0}

    def look(self):
        body = self.source.get("checkpoint")
        if body is None:
            held(self.newest == 0, "the checkpoint is gone")
            return
        text, names = open_note(body.decode(), [self.key, *self.witnesses])
        held(self.key.name in names, "the log has not signed its checkpoint")
        lines = text.split("\n")
        held(len(lines) >= 4 and re.fullmatch(r"0|[1-9]\d*", lines[1]), "the checkpoint is malformed")
        origin, size, root = lines[0], int(lines[1]), base64.b64decode(lines[2], validate=True)
        held(origin == self.key.name, f"the checkpoint is of {origin}")
        if size in self.roots:
            held(self.roots[size] == root, f"two roots of {size} leaves")
            return
        self.counts["checkpoints"] += 1
        self.counts["cosigned"] += any(witness.name in names for witness in self.witnesses)
        if size > self.newest:
            self.log.grow(size)
            held(self.log.root() == root, f"the entries do not have the root of {size} leaves")
            tiles = Tiles(self.source, size)
            index = size - 1 if self.newest == 0 else self.newest
            leaf = tiles.hash_at(0, index)
            held(is_included(index, size, leaf, root, tiles.inclusion(index)), f"leaf {index} is not in the tree")
            self.counts["inclusion_proofs"] += 1
        else:
            tiles = Tiles(self.source, self.newest)
        # An older one may come out of a cache: the log must have gone through it all the same.
        before, after = min(self.newest, size), max(self.newest, size)
        self.roots[size] = root
        if before > 0:
            proof = tiles.consistency(before)
            grown = is_consistent(before, after, self.roots[before], self.roots[after], proof)
            held(grown, f"the log of {after} leaves has not grown from the one of {before}")
            self.counts["consistency_proofs"] += 1
        self.newest = after

    def said(self, agrees, what):
        return {
            "agrees": agrees,
            "what": what,
            "size": self.newest,
            **self.counts,
            "entries": self.log.entries,
            "digest": self.log.digest.hexdigest(),
            "tiles": self.log.tiles,
            "requests": self.source.requests,
            "bytes": self.source.bytes,
        }


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("prefix", help="what /checkpoint comes behind")
    options.add_argument("--key", required=True, help="the log's verifier key")
    options.add_argument("--witness", action="append", default=[], help="a witness's verifier key")
    options.add_argument("--seconds", type=float, default=0, help="how long it follows the log")
    options.add_argument("--every", type=float, default=1, help="seconds between two looks")
    options.add_argument("--looks", type=int, default=1, help="at least so many")
    options.add_argument("--size", type=int, default=0, help="until the log has so many leaves, within a minute after that time")
    asked = options.parse_args()
    source = Source(asked.prefix.rstrip("/"), os.environ.get("ASSAY_KEY"))
    monitor = Monitor(source, Verifier(asked.key), [Verifier(each) for each in asked.witness])
    until, looks = time.monotonic() + asked.seconds, 0
    try:
        while True:
            monitor.look()
            looks += 1
            now = time.monotonic()
            if looks >= asked.looks and now >= until and (monitor.newest >= asked.size or now >= until + 60):
                break
            time.sleep(asked.every)
    except Disagreement as disagreement:
        print(json.dumps(monitor.said(False, str(disagreement))))
        sys.exit(1)
    print(json.dumps(monitor.said(True, None)))


main()
