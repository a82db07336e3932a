"""The examples of docs/api.md by the Python client. Prints one line for each: the heading above it and the response."""

from __future__ import annotations

import json
import os
from typing import Any

from pramaan import Client, Content

client = Client(os.environ["PRAMAAN_URL"], os.environ["PRAMAAN_KEY"])


def show(heading: str, value: Any) -> None:
    print(json.dumps({"heading": heading, "value": value}))


case = {
    "id": "CLM-2026-0042",
    "applicant": "Meera Sample",
    "pan": "ABCPK1234L",
    "aadhaar": "2345 6789 1238",
    "policy": "HI-1010",
    "amount": "48500",
}
show("Submit a case", client.start_run("kyc", {"case": case}, idempotency_key="python-2026-0042"))
run = client.start_run_and_wait("kyc")
show("Poll it", run)
show("Read its ledger", client.get_run_ledger(run["id"]))
show("Prove it", client.make_checkpoint())
show("List runs", client.list_runs(vertical="kyc", status="succeeded", limit=1))
show("Cancel a run", client.cancel_run(run["id"]))
live = list(client.run_live({"vertical": "kyc", "case": case}, idempotency_key="python-live"))
show("Run a case live", [event.event for event in live])
show("Choose a model", client.list_models())
document = client.create_document(Content(b"kernel: write failed: No space left on device", "text/plain"))
incident = {
    "id": "INC-7",
    "host": "app-db-01",
    "symptom": "Writes fail",
    "documents": [{"file_id": document["id"]}],
}
show("Documents of a case", client.start_run("it", {"case": incident}))
invoice = "TAX INVOICE\nGSTIN 24ADECL4057G1ZI\nPAN ADECL4057G\nTotal Rs. 1,23,456.78"
show("Extract a document", client.extract_document({"type": "invoice", "text": invoice}))
sandbox = client.open_sandbox({"env": {"CURRENCY": "INR"}})["id"]
total = "total = sum(int(line) for line in open('sales.txt'))"
client.run_in_sandbox(sandbox, {"code": total, "files": [{"name": "sales.txt", "content": "40\n2\n"}]})
code = "import os\nos.environ['CURRENCY'], total"
show("Keep a sandbox open", client.run_in_sandbox(sandbox, {"code": code}))
client.delete_sandbox(sandbox)
question = "How many lines does the file have?"
show(
    "Give an agent a task",
    client.run_task_and_wait({"task": question, "data": "one\ntwo\n", "filename": "notes.txt"}),
)
sales = 'branch,sales\nPune,"1,20,000 Cr"\nSurat,"80,000"\n'
show("Analyze a dataset", client.analyze_and_wait({"question": "Which branch sold most?", "data": sales}))
doubtful = {**case, "id": "CLM-2026-0101", "pan": "not a PAN", "policy": "HI-1012"}
submitted = client.start_run_and_wait("kyc", doubtful)
review = submitted["review"]
assert review is not None
admin = Client(os.environ["PRAMAAN_URL"], os.environ["PRAMAAN_ADMIN_KEY"])
show(
    "Decide a review",
    admin.decide_review(
        review["id"], {"option": "send_back", "reason": "Please send a copy of the PAN card."}
    ),
)
show("Read the latest checkpoint", client.get_latest_checkpoint())
show("See what the witnesses took", client.list_witnesses())
reason = "A site has changed its forms."
show("Stop work", admin.set_switch({"scope": "operators", "action": "suspend", "reason": reason}))
admin.set_switch({"scope": "operators", "action": "resume", "reason": reason})
show(
    "Say who answers for a system",
    admin.describe_system(
        "vertical:kyc",
        {
            "owner": "Claims desk",
            "risk_tier": "high",
            "validator": None,
            "approved_on": "2026-11-02",
            "next_review": "2027-05-03",
        },
    ),
)
show("See which hosts may be reached", client.list_egress())
show("Ask who is asking", client.get_me())
show("Add a person", admin.add_person({"name": "Asha Sample", "roles": ["reviewer"]}))
show("See who is signed in", admin.list_sessions())
show(
    "Keys",
    admin.issue_key({"name": "claims-portal", "scopes": ["runs:write", "runs:read"], "expires_in_days": 90}),
)
