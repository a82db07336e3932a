"""Checks an export of a ledger: python3 verify_export.py EXPORT [--key FILE]... [--checkpoint FILE]... [--receipt FILE]...
The Python standard library and docs/ledger/auditor.md, and nothing else. Prints one JSON object. Exit 0: all holds. Exit 1:
`kind` says what is wrong and `seq` where. Exit 2: it could not run."""
import base64, functools, hashlib, json, re, sys

HEX, P = re.compile(r"[0-9a-f]{64}"), 2**255 - 19
sha256 = lambda data: hashlib.sha256(data).digest()

class Wrong(Exception): pass

# --- Ed25519 (RFC 8032, section 5.1), verification alone, on affine points
D, L = -121665 * pow(121666, P - 2, P) % P, 2**252 + 27742317777372353535851937790883648493

def add(p, q):
    (x, y, z, t), (x2, y2, z2, t2) = p, q
    a, b, c, d = (y - x) * (y2 - x2) % P, (y + x) * (y2 + x2) % P, 2 * t * t2 * D % P, 2 * z * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        q, p, n = add(q, p) if n & 1 else q, add(p, p), n >> 1
    return q

def point(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if (x * x - x2) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - x2) % P or (x == 0 and sign):
        raise ValueError("no point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
def signed(key, message, signature):
    try:
        a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    except ValueError:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    p, q = times(s, BASE), add(r, times(k, a))
    return s < L and (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0

# --- Merkle tree (RFC 9162, section 2.1) and signed checkpoints (C2SP signed-note, tlog-checkpoint)
node = lambda left, right: sha256(b"\x01" + left + right)
class Tree:  # the full subtrees, largest first
    def __init__(self, size=0, peaks=()):
        self.size, self.peaks = size, list(peaks)

    def append(self, row_hash):
        top, n = sha256(b"\0" + row_hash), self.size
        while n & 1:
            top, n = node(self.peaks.pop(), top), n >> 1
        self.peaks, self.size = self.peaks + [top], self.size + 1

    def root(self):
        return functools.reduce(lambda right, left: node(left, right), reversed(self.peaks or [sha256(b"")]))

def included(seq, size, row_hash, proof, root):
    index, last, top = seq - 1, size - 1, sha256(b"\0" + row_hash)
    if not 0 <= index <= last or type(proof) is not list:
        return False
    for other in map(base64.b64decode, proof):
        if last == 0:
            return False
        if index & 1 or index == last:
            top = node(other, top)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            top = node(top, other)
        index, last = index >> 1, last >> 1
    return last == 0 and top == root

def read_key(line):
    name, key_id, data = line.strip().split("+", 2)
    data = base64.b64decode(data, validate=True)
    if len(data) != 33 or sha256(name.encode() + b"\n" + data)[:4].hex() != key_id:
        raise ValueError("there is a line that is no verifier key")
    return name, data[1:], bytes.fromhex(key_id), data[0]

def open_checkpoint(note, keys, team):
    try:
        text, marks = note.split("\n\n")
        (origin, size, root), text = text.split("\n")[:3], (text + "\n").encode()
        root, size = base64.b64decode(root, validate=True), int(re.fullmatch(r"[1-9][0-9]*", size)[0])
        marks = [re.fullmatch(r"— (\S+) (\S+)", line).groups() for line in marks.removesuffix("\n").split("\n")]
        marks = [(name, base64.b64decode(mark, validate=True)) for name, mark in marks]
    except (ValueError, AttributeError, TypeError):
        raise Wrong("checkpoint_format") from None
    if origin.rpartition("/")[2] != team:
        raise Wrong("checkpoint_team")
    known = [signed(key, text, mark[4:]) for who, mark in marks for name, key, key_id, kind in keys
             if name == who == origin and mark[:4] == key_id and kind == 1]  # 4 is a witness
    if keys and not (known and all(known)):
        raise Wrong("checkpoint_signature")
    return size, root

# --- The export
ROW = {"seq": int, "v": int, "step": int, "id": str, "ledger_ref": str, "action": str, "idem_key": str, "created_at": str,
       "prev_hash": str, "row_hash": str, "body": str}
place = lambda p: p is None or type(p["seq"]) is int and p["seq"] >= 0 and HEX.fullmatch(p["row_hash"])

def parse(line):
    try:
        value = json.loads(line.decode())
        return value["unmapped"] if "class_uid" in value else dict(value.items())
    except (ValueError, AttributeError, TypeError, KeyError):
        return {}

def check_row(row, team, last, linked):
    if not all(type(row.get(name)) is kind for name, kind in ROW.items()) or not (
            HEX.fullmatch(row["prev_hash"]) and HEX.fullmatch(row["row_hash"])):
        raise Wrong("unreadable", row.get("seq") if type(row.get("seq")) is int else None)
    seq, prev, body = row["seq"], bytes.fromhex(row["prev_hash"]), row["body"].encode("utf-8", "surrogatepass")
    start = "".join(f'"{name}":"{row[name]}",' for name in ("action", "created_at", "id", "idem_key", "ledger_ref"))
    start = f'{{"columns":{{{start}"seq":{seq},"step":{row["step"]},"team_id":"{team}","v":1}},"content":'
    for kind, wrong in (("order", seq <= last[0]), ("gap", linked and seq != last[0] + 1), ("prev_hash", linked and prev != last[1]),
                        ("row_hash", sha256(prev + body).hex() != row["row_hash"]),
                        ("column_mismatch", row["v"] != 1 or not row["body"].startswith(start))):
        if wrong:
            raise Wrong(kind, seq)
    return seq, bytes.fromhex(row["row_hash"])

def check(lines, keys, notes, receipts):
    head = parse(next(lines, b""))
    team, scope, base, after = (head.get(name, ...) for name in ("team_id", "scope", "base", "after"))
    known = [head.get("format"), repr(head.get("v")), type(team), scope in ("chain", "segment", "range", "ref")]
    if known != ["pramaan-ledger-export", "1", str, True] or not place(after) or not place(head["head"]) or not isinstance(head["checkpoint"], (str, type(None))) or (
            base is not None and not all(type(item) is str for item in (*base["peaks"], *base["inclusion"], base["checkpoint"]))):
        raise Wrong("unreadable")
    told = [open_checkpoint(note, keys, team) for note in notes]
    for receipt in receipts:
        told.append(open_checkpoint(receipt["checkpoint"], keys, team))
        for row in receipt["rows"]:
            made = sha256(bytes.fromhex(row["prev_hash"]) + row["body"].encode())
            if made.hex() != row["row_hash"] or not included(row["seq"], told[-1][0], made, row["inclusion"], told[-1][1]):
                raise Wrong("receipt", row["seq"])
    ours = open_checkpoint(head["checkpoint"], keys, team) if head["checkpoint"] else (0, b"")
    whole, last, tree = scope in ("chain", "segment"), (0, sha256(b"pramaan/ledger/v1/genesis\n" + team.encode())), Tree()
    if after and (base or not whole):
        last = after["seq"], bytes.fromhex(after["row_hash"])
    if base:
        size, root = open_checkpoint(base["checkpoint"], keys, team)
        tree = Tree(size, map(base64.b64decode, base["peaks"]))
        sound = last[0] == size and len(tree.peaks) == bin(size).count("1") and tree.root() == root
        if not sound or not included(size, size, last[1], base["inclusion"], root):
            raise Wrong("base", size)
    told = {(size, root) for size, root in told + [ours] if size >= max(tree.size, 1)} | {(tree.size, tree.root())}
    if len({size for size, _ in told}) < len(told):
        raise Wrong("checkpoint_root")
    covered, newer, rows, end = tree.size, 0, 0, None
    for line in lines:
        row = {} if end else parse(line)
        if "end" in row:
            end = row if row["end"] is True and type(row["rows"]) is int else row["unreadable"]
            continue
        last, rows, newer = check_row(row, team, last, scope != "ref"), rows + 1, newer + 1
        if whole:
            tree.append(last[1])
            if any(size == last[0] and root != tree.root() for size, root in told):
                raise Wrong("checkpoint_root", covered + 1)
        elif "inclusion" in row or scope == "ref" and last[0] <= ours[0]:
            if not included(last[0], ours[0], last[1], row.get("inclusion"), ours[1]):
                raise Wrong("proof", last[0])
        if "inclusion" in row or whole and any(size == last[0] for size, _ in told):
            covered, newer = last[0], newer - 1 if scope == "ref" else 0
    if not end or end.get("rows") != rows:
        raise Wrong("cut_off", last[0] + 1)
    anchor = min(last[0], ours[0])
    if scope == "range" and anchor > last[0] - rows and covered < anchor:
        raise Wrong("proof", anchor)
    if scope == "chain" and not head["head"]:
        raise Wrong("no_head", max(last[0], 1))
    if scope == "chain" and (head["head"]["seq"], head["head"]["row_hash"]) != (last[0], last[1].hex()):
        raise Wrong("head_mismatch", min(head["head"]["seq"], last[0]) + (head["head"]["seq"] != last[0]))
    if whole and max(size for size, _ in told | {ours} if scope == "chain" or size == ours[0]) > last[0]:
        raise Wrong("truncated", last[0] + 1)
    return {"ok": True, "team_id": team, "rows": rows, "last": last[0], "covered": covered, "newer": newer}

def main(export, *options):
    given = {"--key": [], "--checkpoint": [], "--receipt": []}
    for name, file in zip(options[::2], options[1::2], strict=True):
        given[name].append(open(file, encoding="utf-8").read())
    keys = [read_key(line) for text in given["--key"] for line in text.splitlines() if line.strip() and line[0] != "#"]
    try:
        result = check(open(export, "rb"), keys, given["--checkpoint"], map(json.loads, given["--receipt"]))
    except (Wrong, KeyError, TypeError, AttributeError, ValueError) as wrong:
        args = wrong.args if type(wrong) is Wrong else ("unreadable",)
        result = dict(zip(("kind", "seq"), (*args, None)), ok=False)
    print(json.dumps(result))
    return 0 if result["ok"] else 1

try:
    code = main(*sys.argv[1:])
except Exception as error:
    code = print(json.dumps({"error": f"{type(error).__name__}: {error}"})) or 2
sys.exit(code)
