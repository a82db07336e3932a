"""Checks an export of a ledger: python3 verify_export.py EXPORT [--key FILE]... [--checkpoint FILE]... [--receipt FILE]...
Needs only the Python standard library; docs/ledger/auditor.md describes the format. Prints one JSON object. Exit 0: everything
verifies. Exit 1: `kind` names the fault and `seq` the row. Exit 2: the check could not run."""
import base64, functools, hashlib, itertools, json, re, sys

HEX, BASE64 = map(re.compile, (r"[0-9a-f]{64}", r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"))
sha256 = lambda data: hashlib.sha256(data).digest()

class Wrong(Exception): pass

# --- Ed25519 (RFC 8032, section 5.1), verification only, on extended points
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
def add(p, q):
    (x, y, z, t), (x2, y2, z2, t2) = p, q
    a, b, c, d = (y - x) * (y2 - x2) % P, (y + x) * (y2 + x2) % P, 2 * t * t2 * D % P, 2 * z * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def times(n, p):
    return functools.reduce(lambda q, bit: add(add(q, q), p) if bit == "1" else add(q, q), bin(n)[2:], (0, 1, 1, 0))
def point(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if (x * x - x2) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - x2) % P or (x == 0 and sign): return None  # not on the curve
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P
BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
def signed(key, message, signature):
    a, r, s = point(key), len(signature) == 64 and point(signature[:32]), int.from_bytes(signature[32:], "little")
    if not a or not r or s >= L: return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    p, q = times(s, BASE), add(r, times(k, a))
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0

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

def rooted(index, size, top, proof):  # the proof's last hash is the child of the root
    if size == 1 or not proof:
        return b"" if proof or size > 1 else top
    half = 1 << (size - 1).bit_length() - 1
    if index < half:
        return node(rooted(index, half, top, proof[:-1]), proof[-1])
    return node(proof[-1], rooted(index - half, size - half, top, proof[:-1]))
def included(seq, size, row_hash, proof, root):
    hashes = [base64.b64decode(item) for item in proof or []]
    return type(proof) is list and 0 < seq <= size and rooted(seq - 1, size, sha256(b"\0" + row_hash), hashes) == root

def read_key(line):
    name, key_id, text = (re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})", line) or re.match("()()()", "")).groups()
    data = base64.b64decode(text)
    if data[:1] not in (b"\1", b"\4") or sha256(name.encode() + b"\n" + data)[:4].hex() != key_id:
        raise ValueError("a line is not a verifier key")
    return name, data[1:], bytes.fromhex(key_id), data[0]
def bytes_of(text):  # accepts only canonical base64
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text: raise ValueError("not base64")
    return data

LINE, NAME = r"[^\0-\x1f]+\n", r"[^\s+\0-\x1f\x7f-\x9f\ufeff]+"
NOTE = re.compile(rf"({LINE})([1-9][0-9]{{0,15}})\n(\S{{44}})\n(?:{LINE})*\n((?:— {NAME} [A-Za-z0-9+/=]+\n){{1,100}})")
def open_checkpoint(note, keys, team):
    try:
        origin, size, root, marks = NOTE.fullmatch(note).groups()
        origin, size, root, text = origin[:-1], int(size), bytes_of(root), note[:-len(marks) - 1].encode()
        marks = [(name, bytes_of(mark)) for name, mark in re.findall(r"— (\S+) (\S+)\n", marks)]
    except (ValueError, AttributeError, TypeError):
        raise Wrong("checkpoint_format") from None
    if size >= 2**53 or len(root) != 32 or len(note) > 10**6 or min(len(mark) for _, mark in marks) < 5: raise Wrong("checkpoint_format")
    if origin.rpartition("/")[2] != team: raise Wrong("checkpoint_team")
    good = []
    for (name, key, key_id, kind), (who, mark) in itertools.product(keys, marks):
        if name == who and mark[:4] == key_id:
            head = b"" if kind == 1 else b"cosignature/v1\ntime %d\n" % int.from_bytes(mark[4:12], "big")  # 4: a witness
            good.append(signed(key, head + text, mark[4 if kind == 1 else 12:]) and (kind == 1 and name == origin) + 1)
    if keys and not (all(good) and 2 in good): raise Wrong("checkpoint_signature")
    return size, root

# --- The export
ROW = {"seq": int, "v": int, "step": int, "id": str, "ledger_ref": str, "action": str, "idem_key": str, "created_at": str,
       "prev_hash": str, "row_hash": str, "body": str}
proof = lambda p: type(p) is list and all(type(item) is str and BASE64.fullmatch(item) for item in p)
place = lambda p: p is None or type(p["seq"]) is int and p["seq"] >= 0 and HEX.fullmatch(p["row_hash"])
def number(text):  # JSON has one kind of number: 3.0 is 3, and beyond 2^53 nothing counts as an integer
    return int(float(text)) if float(text).is_integer() and abs(float(text)) < 2**53 else float(text)
typed = lambda value, kinds: type(value) is dict and all(type(value.get(name)) is kind for name, kind in kinds.items())
row_hash_of = lambda row: sha256(bytes.fromhex(row["prev_hash"]) + row["body"].encode("utf-8", "surrogatepass"))
deep = lambda value, left=64: left < 0 or type(value) in (dict, list) and any(
    deep(part, left - 1) for part in (value.values() if type(value) is dict else value))
loads = functools.partial(json.loads, parse_int=number, parse_float=number, parse_constant=int)

def parse(line):
    try:
        value = loads(line.decode()) if len(line.removesuffix(b"\n")) <= 2**20 else None
        inner = value.get("unmapped") if "class_uid" in value else None
        return {} if deep(value) else inner if type(inner) is dict else value
    except (ValueError, AttributeError, TypeError, RecursionError):
        return {}

def check_row(row, team, last, linked):
    if not typed(row, ROW) or not all(map(HEX.fullmatch, (row["prev_hash"], row["row_hash"]))) or not proof(row.get("inclusion", [])):
        raise Wrong("unreadable", row.get("seq") if type(row.get("seq")) is int else None)
    seq, prev = row["seq"], bytes.fromhex(row["prev_hash"])
    start = "".join(f'"{name}":"{row[name]}",' for name in ("action", "created_at", "id", "idem_key", "ledger_ref"))
    start = f'{{"columns":{{{start}"seq":{seq},"step":{row["step"]},"team_id":"{team}","v":1}},"content":'
    for kind, wrong in (("order", seq <= last[0]), ("gap", linked and seq != last[0] + 1), ("prev_hash", linked and prev != last[1]),
                        ("row_hash", row_hash_of(row).hex() != row["row_hash"]),
                        ("column_mismatch", row["v"] != 1 or not row["body"].startswith(start))):
        if wrong: raise Wrong(kind, seq)
    return seq, bytes.fromhex(row["row_hash"])

def check_receipt(receipt, size, root):
    origin, names = receipt["checkpoint"].partition("\n")[0], [receipt.get(name) for name in ("ledger_ref", "team_id")]
    if receipt.get("origin") != origin or not origin.endswith(f"/{names[1]}") or not receipt["rows"]: raise Wrong("receipt")
    for row in receipt["rows"]:
        if not typed(row, {"seq": int, "prev_hash": str, "row_hash": str, "body": str}) or not proof(row.get("inclusion")): raise Wrong("receipt")
        says = parse(row["body"].encode("utf-8", "surrogatepass")).get("columns")
        says = typed(says, {}) and [says.get(name) for name in ("seq", "ledger_ref", "team_id")] == [row["seq"], *names]
        made = row_hash_of(row) if HEX.fullmatch(row["prev_hash"]) else b""
        if made.hex() != row["row_hash"] or not says or not included(row["seq"], size, made, row["inclusion"], root):
            raise Wrong("receipt", row["seq"])

def check(lines, keys, notes, receipts):
    head = parse(next(lines, b""))
    team, scope, base, after = (head.get(name, ...) for name in ("team_id", "scope", "base", "after"))
    known = [head.get("format"), repr(head.get("v")), type(team), scope in ("chain", "segment", "range", "ref")]
    if known != ["pramaan-ledger-export", "1", str, True] or not place(after) or not place(head["head"]) or not isinstance(head["checkpoint"], (str, type(None))) or (
            base is not None and not (proof(base["peaks"]) and proof(base["inclusion"]) and type(base["checkpoint"]) is str)):
        raise Wrong("unreadable")
    told = [open_checkpoint(note, keys, team) for note in notes]
    for receipt in receipts:
        told.append(open_checkpoint(receipt["checkpoint"], keys, team))
        check_receipt(receipt, *told[-1])
    ours = open_checkpoint(head["checkpoint"], keys, team) if head["checkpoint"] is not None else (0, b"")
    whole, last, tree = scope in ("chain", "segment"), (0, sha256(b"pramaan/ledger/v1/genesis\n" + team.encode())), Tree()
    if after and (base or not whole): last = after["seq"], bytes.fromhex(after["row_hash"])
    if base:
        size, root = open_checkpoint(base["checkpoint"], keys, team)
        tree = Tree(size, map(base64.b64decode, base["peaks"]))
        sound = last[0] == size and len(tree.peaks) == bin(size).count("1") and tree.root() == root
        if not sound or not included(size, size, last[1], base["inclusion"], root): raise Wrong("base", size)
    told = {(size, root) for size, root in told + [ours] if size >= max(tree.size, 1)} | {(tree.size, tree.root())}
    if len({size for size, _ in told}) < len(told): raise Wrong("checkpoint_root")
    covered, newer, rows, end = tree.size, 0, 0, None
    for line in lines:
        row = {} if end else parse(line)
        if "end" in row:
            if row["end"] is not True or type(row["rows"]) is not int: raise Wrong("unreadable")
            end = row
            continue
        last, rows, newer = check_row(row, team, last, scope != "ref"), rows + 1, newer + 1
        if whole:
            tree.append(last[1])
            if any(size == last[0] and root != tree.root() for size, root in told): raise Wrong("checkpoint_root", covered + 1)
        elif "inclusion" in row or scope == "ref" and last[0] <= ours[0]:
            if not included(last[0], ours[0], last[1], row.get("inclusion"), ours[1]): raise Wrong("proof", last[0])
        if any(size == last[0] for size, _ in told) if whole else "inclusion" in row:
            covered, newer = last[0], newer - 1 if scope == "ref" else 0
    if not end or end.get("rows") != rows: raise Wrong("cut_off", last[0] + 1)
    anchor = min(last[0], ours[0])
    if scope == "range" and anchor > last[0] - rows and covered < anchor: raise Wrong("proof", anchor)
    if scope == "chain" and not head["head"]: raise Wrong("no_head", max(last[0], 1))
    if scope == "chain" and (head["head"]["seq"], head["head"]["row_hash"]) != (last[0], last[1].hex()):
        raise Wrong("head_mismatch", min(head["head"]["seq"], last[0]) + (head["head"]["seq"] != last[0]))
    if whole and max(size for size, _ in told | {ours} if scope == "chain" or size == ours[0]) > last[0]: raise Wrong("truncated", last[0] + 1)
    return {"ok": True, "team_id": team, "rows": rows, "last": last[0], "covered": covered, "newer": newer}

def main(export, *options):
    given = {"--key": [], "--checkpoint": [], "--receipt": []}
    for name, file in zip(options[::2], options[1::2], strict=True):
        given[name].append(open(file, encoding="utf-8-sig", newline="").read())
    keys = [[read_key(line) for line in map(str.strip, text.split("\n")) if line and line[0] != "#"] for text in given["--key"]]
    receipts = [value.get("receipt", value) for value in map(loads, given["--receipt"])]
    if not all(keys) or any(map(deep, receipts)) or not all(typed(one, {"checkpoint": str, "rows": list}) for one in receipts):
        raise ValueError("a file does not contain what its option expects")
    try:
        result = check(open(export, "rb"), sum(keys, []), given["--checkpoint"], receipts)
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
