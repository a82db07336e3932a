"""Recomputes vectors.json from docs/ledger.md alone: python3 verify_vectors.py [file]. Exit 1 names the first fault."""
import hashlib, json, pathlib, sys


def sha256(data):
    return hashlib.sha256(data).digest()


def clean(text):
    return "".join("\ufffd" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)


def faults(vectors):
    team = vectors["team_id"]
    prev = sha256(b"pramaan/ledger/v1/genesis\n" + team.encode())
    if prev.hex() != vectors["genesis"]:
        yield "genesis"
    for seq, entry in enumerate(vectors["entries"], start=1):
        body, given = entry["body"], entry["input"]
        parsed = json.loads(body)
        columns, content = parsed["columns"], parsed["content"]
        row = sha256(prev + body.encode())
        checks = {
            "canonical form": json.dumps(parsed, sort_keys=True, ensure_ascii=False, separators=(",", ":")) == body,
            "columns": (columns["team_id"], columns["seq"], columns["v"]) == (team, seq, 1),
            "given": all(columns[k] == entry[k] for k in ("id", "created_at")),
            "length": len(body.encode()) == entry["body_utf8_bytes"],
            "content": all(content[k] == clean(given[k]) for k in ("governance", "summary")),
            "prev_hash": entry["prev_hash"] == prev.hex(),
            "row_hash": entry["row_hash"] == row.hex(),
            "leaf_hash": entry["leaf_hash"] == sha256(b"\0" + row).hex(),
        }
        yield from (f"entry {seq}: {name}" for name, fits in checks.items() if not fits)
        prev = row


given = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("vectors.json")
found = next(faults(json.loads(pathlib.Path(given).read_text(encoding="utf-8"))), None)
sys.exit(f"fault: {found}" if found else print("all vectors hold"))
