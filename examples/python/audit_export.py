"""Downloads the ledger of a team and verifies it with the log's public keys.

python3 examples/python/audit_export.py keys.txt ledger.jsonl [kept-checkpoint]...

keys.txt and the checkpoints come from another channel than this download. Exit 1: the ledger is not what it was.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from pramaan import Client, Forged, verify_export

key_file, out, *kept = sys.argv[1:]
with Client(os.environ["PRAMAAN_URL"], os.environ["PRAMAAN_KEY"]) as client:
    client.make_checkpoint()  # so that the newest rows are covered, too
    export = client.export_ledger()
Path(out).write_bytes(export)
try:
    found = verify_export(
        io.BytesIO(export),
        Path(key_file).read_text(),
        [Path(one).read_text() for one in kept],
    )
except Forged as fault:
    sys.exit(str(fault))
# Rows that fit together prove nothing if others are missing, or if nobody signed them.
if found.scope != "chain":
    sys.exit(f"this is not the whole ledger, but a {found.scope}")
if found.covered == 0:
    sys.exit("no checkpoint covers any of these rows")
print(f"{found.rows} rows of {found.team_id} are intact, {found.newer} of them newer than the last checkpoint")
