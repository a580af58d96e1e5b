"""A second verifier of evidence bundles, written from the format's description and not from the first one.

Standard library only. Ed25519 by the arithmetic of RFC 8032, canonical JSON by RFC 8785, Merkle paths by RFC 9162.
verify(text, key) answers {"verdict", "hash"}: the verdict, and the first node that is wrong.
"""
import base64
import hashlib
import json
import re

# RFC 8032, 5.1: the curve, its points in extended coordinates.
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e = (y1 - x1) * (y2 - x2) % P
    f = (y1 + x1) * (y2 + x2) % P
    g = 2 * t1 * t2 * D % P
    h = 2 * z1 * z2 % P
    return ((f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P)


def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def is_same_point(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def point_of(data):
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else (0, y, 1, 0)
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P != 0:
        return None
    if (x & 1) != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = point_of(public), point_of(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or scalar >= Q:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(digest, "little") % Q
    return is_same_point(multiply(scalar, BASE), add(commitment, multiply(challenge, key)))


# RFC 8785.
def number_text(value):
    if isinstance(value, int):
        return str(value)
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    digits, _, exponent = repr(value).partition("e")
    sign = "-" if digits.startswith("-") else ""
    whole, _, part = digits.lstrip("-").partition(".")
    part = "" if part == "0" else part
    power = int(exponent or 0) + len(whole)
    figures = (whole + part).lstrip("0")
    power -= len(whole + part) - len((whole + part).lstrip("0"))
    figures = figures.rstrip("0")
    count = len(figures)
    if -6 < power <= 0:
        return f"{sign}0.{'0' * -power}{figures}"
    if 0 < power <= 21:
        if count <= power:
            return sign + figures + "0" * (power - count)
        return f"{sign}{figures[:power]}.{figures[power:]}"
    mantissa = figures[0] + ("." + figures[1:] if count > 1 else "")
    shown = power - 1
    return f"{sign}{mantissa}e{'+' if shown >= 0 else '-'}{abs(shown)}"


def canonical(value):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(canonical(each) for each in value) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"


def sha256(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def leaf_of(node_id):
    return sha256(b"\x00", bytes.fromhex(node_id))


def tree_root(hashes):
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return sha256(b"\x01", tree_root(hashes[:split]), tree_root(hashes[split:]))


def is_included(index, size, leaf, path, root):
    if index >= size:
        return False
    place, last, current = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            current = sha256(b"\x01", sibling, current)
            while place and not place & 1:
                place >>= 1
                last >>= 1
        else:
            current = sha256(b"\x01", current, sibling)
        place >>= 1
        last >>= 1
    return last == 0 and current == root


def encoded(kind, body):
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(body), body)


def unbase64(text):
    text = text.replace("-", "+").replace("_", "/").rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4))


NODE_TYPE = b"application/vnd.edg.node+json"
STATEMENT_TYPE = b"application/vnd.in-toto+json"
MEMBERS = {
    "agent", "edg", "governance", "height", "kind", "org", "parents", "payload", "pos", "prev", "request", "result",
    "stream", "subject", "timestamp",
}


def key_id(public):
    return hashlib.sha256(public).hexdigest()[:16]


class Broken(Exception):
    pass


def statement(line, predicate):
    try:
        envelope = json.loads(line)
        body = unbase64(envelope["payload"])
        # Written in one way only: what else could be changed would be read the same.
        signature = envelope["signatures"][0]
        again = {
            "payload": base64.b64encode(body).decode(),
            "payloadType": envelope["payloadType"],
            "signatures": [{"keyid": signature["keyid"], "sig": base64.b64encode(unbase64(signature["sig"])).decode()}],
        }
        if canonical(again) != line:
            raise Broken
        value = json.loads(body)
        if value["_type"] != "https://in-toto.io/Statement/v1" or value["predicateType"] != predicate:
            raise Broken
        subjects = [subject["digest"]["sha256"] for subject in value["subject"]]
        if not all(re.fullmatch("[0-9a-f]{64}", each) for each in subjects) or not subjects:
            raise Broken
        return envelope, body, subjects, value["predicate"]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise Broken from error


def read_key(key):
    name, key_hash, data = key.split("+", 2)
    return name, key_hash, unbase64(data)[1:]


def read_checkpoint(note, key):
    """Origin, size and root of a signed checkpoint; with a key, only if that key signed it."""
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    origin, size, root = text.split("\n")[:3]
    if key is not None:
        name, key_hash, public = read_key(key)
        lines = [line.split(" ") for line in signatures.rstrip("\n").split("\n")]
        mine = [unbase64(line[2]) for line in lines if len(line) == 3 and line[1] == name]
        mine = [each[4:] for each in mine if each[:4].hex() == key_hash]
        if not mine or not is_signed(public, text.encode(), mine[0]):
            raise Broken("the checkpoint is not signed by this key")
    return origin, int(size), unbase64(root)


def check_cosignature(note, key):
    """A witness's word (C2SP cosignature/v1): when it saw the checkpoint, and a signature over both."""
    text, _, signatures = note.rpartition("\n\n")
    name, key_hash, public = read_key(key)
    lines = [line.split(" ") for line in signatures.rstrip("\n").split("\n")]
    for data in [unbase64(line[2]) for line in lines if len(line) == 3 and line[1] == name]:
        seen = int.from_bytes(data[4:12], "big")
        message = f"cosignature/v1\ntime {seen}\n{text}\n".encode()
        if data[:4].hex() == key_hash and is_signed(public, message, data[12:]):
            return
    raise Broken("a cosignature is not this witness's")


def verify(text, key=None):
    faults = []  # (place in the bundle, node)
    nowhere = float("inf")
    lines = [line for line in text.split("\n") if line]
    try:
        envelope, body, subjects, manifest = statement(lines[-1], "urn:assay:predicate:edg-manifest:v1")
        aside, digests, proofs = set(manifest["aside"]), manifest["lines"], list(manifest.get("proofs", []))
        head, checkpoint = manifest["head"], manifest["checkpoint"]
    except (Broken, IndexError, KeyError):
        return {"verdict": "invalid", "hash": None}

    nodes, own_place = [], {}
    for at, line in enumerate(lines[:-1]):
        named = subjects[at] if at < len(subjects) else None
        if at >= len(digests) or hashlib.sha256(line.encode()).hexdigest() != digests[at]:
            faults.append((at, named))
        try:
            _, _, about, predicate = statement(line, "urn:assay:predicate:edg-node:v1")
            node, signature = predicate["node"], predicate["signature"]
            if about[0] != named:
                faults.append((at, named))
            nodes.append((at, about[0], node, signature["kid"], unbase64(signature["sig"])))
            if "log" in predicate:
                own_place[about[0]] = predicate["log"]
                digest = (node.get("payload") or {}).get("digest")
                if [f"sha256:{each}" for each in about[1:]] != ([digest] if digest else []):
                    faults.append((at, about[0]))
                if predicate["log"]:
                    proofs.append({"hash": about[0], **predicate["log"]})
        except (Broken, KeyError, TypeError, ValueError, AttributeError):
            faults.append((at, named))

    # Keys: those that the given one vouches for, directly or through others.
    anchors = [read_key(key)[2]] if key else [unbase64(each["public_key"]) for each in manifest["keys"]]
    trusted = {key_id(public): public for public in anchors}
    place_in_log = {proof["hash"]: proof["index"] for proof in proofs}
    claims = []
    for _, node_id, node, kid, signature in nodes:
        if isinstance(node, dict) and node.get("kind") == "key.registered" and is_own_hash(node, node_id):
            public = unbase64(node["result"]["public_key"])
            claims.append((node_id, node, kid, signature, public, key_id(public)))
    grown = True
    while grown:
        grown = False
        for node_id, node, kid, signature, public, own in claims:
            if own in trusted:
                continue
            signed = kid in trusted and signed_node(node, signature, trusted[kid])
            vouched = any(
                o_own in trusted and o_kid == o_own and signed_node(o_node, o_sig, trusted[o_own])
                and any(parent["hash"] == node_id for parent in o_node["parents"])
                for _, o_node, o_kid, o_sig, _, o_own in claims
            )
            if signed or vouched:
                trusted[own] = public
                grown = True
    revoked = {}
    for _, node_id, node, kid, signature in nodes:
        if isinstance(node, dict) and node.get("kind") == "key.revoked" and is_own_hash(node, node_id) \
                and kid in trusted and signed_node(node, signature, trusted[kid]):
            about = node["subject"]["id"]
            revoked[about] = min(place_in_log.get(node_id, 0), revoked.get(about, nowhere))

    signatures = [unbase64(each["sig"]) for each in envelope["signatures"]]
    if envelope["signatures"][0]["keyid"] not in trusted:
        faults.append((nowhere, None))
    if not any(is_signed(public, encoded(STATEMENT_TYPE, body), each) for each in signatures for public in trusted.values()):
        faults.append((nowhere, None))

    known, taken, missing = {}, set(), set(subjects)
    for at, node_id, node, kid, signature in nodes:
        if not is_own_hash(node, node_id):
            faults.append((at, node_id))
        if not has_shape(node):
            faults.append((at, node_id))
            continue
        public = trusted.get(kid)
        is_late = place_in_log.get(node_id, nowhere) > revoked.get(kid, nowhere)
        if node["agent"]["key"] != kid or public is None or is_late or not signed_node(node, signature, public):
            faults.append((at, node_id))
        parents = [known.get(parent["hash"]) for parent in node["parents"]]
        if None in parents:
            faults.append((at, node_id))
        elif own_place.get(node_id) and any(
            place_in_log.get(parent["hash"], nowhere) >= own_place[node_id]["index"] for parent in node["parents"]
        ):
            faults.append((at, node_id))
        elif node["height"] != (1 + max(parent["height"] for parent in parents) if parents else 0):
            faults.append((at, node_id))
        if (node["pos"], node["stream"]) in taken or not follows(node, known):
            faults.append((at, node_id))
        taken.add((node["pos"], node["stream"]))
        known[node_id] = node
        missing.discard(node_id)
    faults += [(subjects.index(each) - 0.5, each) for each in missing]

    reached, waiting = set(), [head]
    while waiting:
        each = waiting.pop()
        if each in reached or each not in known:
            continue
        reached.add(each)
        waiting += [parent["hash"] for parent in known[each]["parents"]]
    chain = [each for each in subjects if each not in aside]
    at_of = {node_id: at for at, node_id, *_ in nodes}
    if all(at == nowhere for at, _ in faults):
        faults += [(at_of[each], each) for each in chain if each not in reached][:1]
    if not chain or tree_root([leaf_of(each) for each in chain]).hex() != manifest["chain_digest"]:
        faults.append((nowhere, None))

    pending = checkpoint is None
    if not pending:
        try:
            _, size, root = read_checkpoint(checkpoint, key)
            for proof in proofs:
                path = [unbase64(each) for each in proof["hashes"]]
                if not is_included(proof["index"], size, leaf_of(proof["hash"]), path, root):
                    faults.append((at_of.get(proof["hash"], 0), proof["hash"]))
            for each, place in own_place.items():
                if place is None and each not in aside:
                    faults.append((at_of[each], each))
            if head not in place_in_log:
                faults.append((at_of.get(head, 0), head))
            for witness in manifest.get("witnesses", []):
                if f"\n\u2014 {read_key(witness)[0]} " in checkpoint:
                    check_cosignature(checkpoint, witness)
        except (Broken, ValueError, IndexError):
            faults.append((nowhere, None))

    if faults:
        return {"verdict": "invalid", "hash": min(faults, key=lambda fault: fault[0])[1]}
    if key is None:
        return {"verdict": "indeterminate", "hash": None}
    return {"verdict": "valid_pending_inclusion" if pending else "valid", "hash": None}


def is_own_hash(node, node_id):
    return hashlib.sha256(canonical(node).encode()).hexdigest() == node_id


def signed_node(node, signature, public):
    return is_signed(public, encoded(NODE_TYPE, canonical(node).encode()), signature)


def has_shape(node):
    if not isinstance(node, dict) or set(node) - MEMBERS or (MEMBERS - {"org"}) - set(node):
        return False
    return (
        node["edg"] == "node/v1"
        and all(isinstance(node[name], int) and node[name] >= 0 for name in ("pos", "height"))
        and all(isinstance(node[name], str) for name in ("kind", "stream", "timestamp"))
        and isinstance(node["parents"], list)
        and all(set(parent) == {"rel", "hash"} for parent in node["parents"])
        and isinstance(node["agent"], dict)
        and set(node["agent"]) == {"name", "version", "key"}
    )


def follows(node, known):
    before = [parent["hash"] for parent in node["parents"] if parent["rel"] == "prev"]
    if node["pos"] == 0:
        return node["prev"] is None and not before
    prev = known.get(node["prev"])
    return before == [node["prev"]] and prev is not None \
        and prev["stream"] == node["stream"] and prev["pos"] == node["pos"] - 1
