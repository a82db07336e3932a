# Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal, cast

from . import types
from ._call import Call, RawBody
from ._events import Event


class Operations:
    """One method for each operation of the API."""

    def _json(self, call: Call) -> Any:
        raise NotImplementedError

    def _bytes(self, call: Call) -> bytes:
        raise NotImplementedError

    def _events(self, call: Call) -> Iterator[Event]:
        raise NotImplementedError

    def _pages(self, call: Call, items: str) -> Iterator[Any]:
        raise NotImplementedError

    def activate_agent_policy(
        self,
        id: str,
        version: int,
        body: types.ActivateRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Let an approved version decide from a day on."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/activate", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", self._json(call))

    def activate_rule_set(
        self,
        id: str,
        version: int,
        body: types.ActivateRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Put an approved version in force from a day on."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/activate", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", self._json(call))

    def activate_team_vertical(
        self,
        id: str,
        version: int,
        body: types.ActivateRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Let runs perform an approved version from a day on."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/activate", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", self._json(call))

    def add_person(
        self,
        body: types.AddPerson,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Add a person."""
        call = Call("POST", "/v1/people", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Person", self._json(call))

    def analyze(
        self,
        body: types.AnalysisRequest,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AnalysisWithReceipt | types.Analysis:
        """Answer a question about a dataset."""
        call = Call("POST", "/v1/analyze", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.AnalysisWithReceipt | types.Analysis", self._json(call))

    def approve_agent_policy(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Approve a proposed version."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/approve", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", self._json(call))

    def approve_operator_action(
        self,
        run_id: str,
        body: types.Approval,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorState:
        """Approve or refuse the action for which an operator run is waiting."""
        call = Call("POST", "/v1/operators/runs/{run_id}/approval", {"run_id": run_id}, {}, body, False, None, timeout, headers)
        return cast("types.OperatorState", self._json(call))

    def approve_rule_set(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Approve a proposed version."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/approve", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", self._json(call))

    def approve_team_vertical(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Approve a proposed version."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/approve", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", self._json(call))

    def cancel_agent_task(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentTask:
        """Cancel an agent task."""
        call = Call("POST", "/v1/agents/tasks/{ref}/cancel", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.AgentTask", self._json(call))

    def cancel_analysis(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Analysis:
        """Cancel an analysis."""
        call = Call("POST", "/v1/analyze/{ref}/cancel", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.Analysis", self._json(call))

    def cancel_operator_run(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorState:
        """Cancel an operator run."""
        call = Call("POST", "/v1/operators/runs/{run_id}/cancel", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorState", self._json(call))

    def cancel_run(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Run:
        """Cancel a run."""
        call = Call("POST", "/v1/workforce/runs/{id}/cancel", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Run", self._json(call))

    def change_roles(
        self,
        id: str,
        body: types.ChangeRoles,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Change a person's roles."""
        call = Call("PUT", "/v1/people/{id}/roles", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.Person", self._json(call))

    def check_agent_policy_draft(
        self,
        body: types.CheckAgentPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckedRuleSet:
        """Check a policy without storing it."""
        call = Call("POST", "/v1/agent-policies/check", {}, {}, body, False, None, timeout, headers)
        return cast("types.CheckedRuleSet", self._json(call))

    def check_rule_set_draft(
        self,
        body: types.CheckRuleSet,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckedRuleSet:
        """Check a rule set without storing it."""
        call = Call("POST", "/v1/rule-sets/check", {}, {}, body, False, None, timeout, headers)
        return cast("types.CheckedRuleSet", self._json(call))

    def check_team_vertical_draft(
        self,
        body: types.CheckTeamVertical,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckedRuleSet:
        """Check a vertical without storing it."""
        call = Call("POST", "/v1/verticals/check", {}, {}, body, False, None, timeout, headers)
        return cast("types.CheckedRuleSet", self._json(call))

    def claim_review(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Claim a review for 30 minutes."""
        call = Call("POST", "/v1/reviews/{id}/claim", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Review", self._json(call))

    def comment_review(
        self,
        id: str,
        body: types.CommentReview,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Comment on a review."""
        call = Call("POST", "/v1/reviews/{id}/comment", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Review", self._json(call))

    def control_operator_run(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ViewAddress:
        """Get an address to watch an operator run and take it over."""
        call = Call("POST", "/v1/operators/runs/{run_id}/control", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.ViewAddress", self._json(call))

    def create_document(
        self,
        body: RawBody,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StoredDocument:
        """Store a document for a case, up to 25 MiB."""
        call = Call("POST", "/v1/documents", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.StoredDocument", self._json(call))

    def create_webhook(
        self,
        body: types.CreateWebhook,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookWithSecret:
        """Have events delivered to an address."""
        call = Call("POST", "/v1/webhooks", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.WebhookWithSecret", self._json(call))

    def deactivate_person(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Deactivate a person."""
        call = Call("DELETE", "/v1/people/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Person", self._json(call))

    def decide_act(
        self,
        body: types.DecideAct,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DecidedActWithReceipt:
        """Ask whether an agent may act."""
        call = Call("POST", "/v1/govern/decide", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.DecidedActWithReceipt", self._json(call))

    def decide_review(
        self,
        id: str,
        body: types.DecideReview,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Decide a review."""
        call = Call("POST", "/v1/reviews/{id}/decide", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Review", self._json(call))

    def delete_account(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the accounts."""
        call = Call("DELETE", "/v1/records/accounts/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_caller(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the callers."""
        call = Call("DELETE", "/v1/records/callers/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_connector(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Connector:
        """Delete a connector and its secrets."""
        call = Call("DELETE", "/v1/connectors/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Connector", self._json(call))

    def delete_counter(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the counters."""
        call = Call("DELETE", "/v1/records/counters/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_credential(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Credential:
        """Delete a credential and its values."""
        call = Call("DELETE", "/v1/credentials/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Credential", self._json(call))

    def delete_document(
        self,
        id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ErasedDocumentWithReceipt:
        """Erase a document."""
        call = Call("DELETE", "/v1/documents/{id}", {"id": id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.ErasedDocumentWithReceipt", self._json(call))

    def delete_hospital(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the hospitals."""
        call = Call("DELETE", "/v1/records/hospitals/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_member(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the members."""
        call = Call("DELETE", "/v1/records/members/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_own_record(
        self,
        collection: str,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of your team's own records."""
        call = Call("DELETE", "/v1/collections/{collection}/{key}", {"collection": collection, "key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_policy(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the policies."""
        call = Call("DELETE", "/v1/records/policies/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_product(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the products."""
        call = Call("DELETE", "/v1/records/products/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", self._json(call))

    def delete_sandbox(
        self,
        id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxWithReceipt:
        """End a sandbox, with everything in it."""
        call = Call("DELETE", "/v1/sandboxes/{id}", {"id": id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.SandboxWithReceipt", self._json(call))

    def delete_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Delete a webhook."""
        call = Call("DELETE", "/v1/webhooks/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", self._json(call))

    def describe_system(
        self,
        id: str,
        body: types.DescribeSystem,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.System:
        """Say who answers for a system."""
        call = Call("PUT", "/v1/govern/systems/{id}", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.System", self._json(call))

    def diff_rule_set_versions(
        self,
        id: str,
        *,
        from_: int,
        to: int,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetDiff:
        """Compare two versions part by part."""
        call = Call("GET", "/v1/rule-sets/{id}/diff", {"id": id}, {"from": from_, "to": to}, None, False, None, timeout, headers)
        return cast("types.RuleSetDiff", self._json(call))

    def disable_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Pause a webhook."""
        call = Call("POST", "/v1/webhooks/{id}/disable", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", self._json(call))

    def dry_run_agent_policy(
        self,
        id: str,
        version: int,
        body: types.DryRunAgentPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyDryRun:
        """Decide past acts again under a version."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/dry-run", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.AgentPolicyDryRun", self._json(call))

    def enable_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Enable a disabled webhook."""
        call = Call("POST", "/v1/webhooks/{id}/enable", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", self._json(call))

    def end_session(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SessionList:
        """End a session."""
        call = Call("DELETE", "/v1/sessions/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.SessionList", self._json(call))

    def erase_case(
        self,
        body: Mapping[str, Any],
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ErasureWithReceipt:
        """Destroy a stored case's key."""
        call = Call("POST", "/v1/govern/erasures", {}, {"receipt": receipt}, body, False, None, timeout, headers)
        return cast("types.ErasureWithReceipt", self._json(call))

    def export_accounts(
        self,
        *,
        status: Literal["active", "locked", "fraud_hold", "closed"] | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export accounts as CSV."""
        call = Call("GET", "/v1/records/accounts/export", {}, {"status": status}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_callers(
        self,
        *,
        policy: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export callers as CSV."""
        call = Call("GET", "/v1/records/callers/export", {}, {"policy": policy}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_claims(
        self,
        *,
        decision: Literal["approve", "escalate"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export claims as CSV."""
        call = Call("GET", "/v1/records/claims/export", {}, {"decision": decision, "policy": policy, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_counters(
        self,
        *,
        policy: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export counters as CSV."""
        call = Call("GET", "/v1/records/counters/export", {}, {"policy": policy}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_hospitals(
        self,
        *,
        in_network: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export hospitals as CSV."""
        call = Call("GET", "/v1/records/hospitals/export", {}, {"in_network": in_network}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_ledger(
        self,
        *,
        format: Literal["jsonl", "ocsf"] | None = None,
        ref: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        under: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export the team's ledger for an auditor."""
        call = Call("GET", "/v1/govern/export", {}, {"format": format, "ref": ref, "from": from_, "to": to, "under": under}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_members(
        self,
        *,
        policy: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export members as CSV."""
        call = Call("GET", "/v1/records/members/export", {}, {"policy": policy}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_messages(
        self,
        *,
        kind: Literal["device_alert", "text_message"] | None = None,
        state: Literal["queued", "sent", "failed"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export messages as CSV."""
        call = Call("GET", "/v1/records/messages/export", {}, {"kind": kind, "state": state, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_payouts(
        self,
        *,
        status: Literal["queued", "held", "withdrawn", "paid", "failed"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export payouts as CSV."""
        call = Call("GET", "/v1/records/payouts/export", {}, {"status": status, "policy": policy, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_policies(
        self,
        *,
        status: Literal["active", "lapsed", "cancelled"] | None = None,
        product: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export policies as CSV."""
        call = Call("GET", "/v1/records/policies/export", {}, {"status": status, "product": product}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_products(
        self,
        *,
        rule_set: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export products as CSV."""
        call = Call("GET", "/v1/records/products/export", {}, {"rule_set": rule_set}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_systems(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export the inventory."""
        call = Call("GET", "/v1/govern/systems/export", {}, {}, None, False, None, timeout, headers)
        return self._bytes(call)

    def export_tickets(
        self,
        *,
        vertical: str | None = None,
        status: Literal["closed", "with_person"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export tickets as CSV."""
        call = Call("GET", "/v1/records/tickets/export", {}, {"vertical": vertical, "status": status, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return self._bytes(call)

    def extract_document(
        self,
        body: types.ExtractDocument,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ExtractionWithReceipt:
        """Extract and check the content of an Indian document."""
        call = Call("POST", "/v1/documents/extract", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ExtractionWithReceipt", self._json(call))

    def follow_agent_task(
        self,
        ref: str,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Event]:
        """Follow an agent task."""
        call = Call("GET", "/v1/agents/tasks/{ref}/events", {"ref": ref}, {"stream": stream}, None, False, None, None, headers, last_event_id)
        return self._events(call)

    def follow_analysis(
        self,
        ref: str,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Event]:
        """Follow an analysis."""
        call = Call("GET", "/v1/analyze/{ref}/events", {"ref": ref}, {"stream": stream}, None, False, None, None, headers, last_event_id)
        return self._events(call)

    def follow_run(
        self,
        id: str,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Event]:
        """Follow a run."""
        call = Call("GET", "/v1/workforce/runs/{id}/events", {"id": id}, {"stream": stream}, None, False, None, None, headers, last_event_id)
        return self._events(call)

    def get_agent_policy(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyWithVersions:
        """Read a policy and the list of its versions."""
        call = Call("GET", "/v1/agent-policies/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.AgentPolicyWithVersions", self._json(call))

    def get_agent_policy_history(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetHistory:
        """Read who did what with the versions of a policy."""
        call = Call("GET", "/v1/agent-policies/{id}/history", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetHistory", self._json(call))

    def get_agent_policy_version(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Read a version with its rules."""
        call = Call("GET", "/v1/agent-policies/{id}/versions/{version}", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.AgentPolicyVersion", self._json(call))

    def get_agent_task(
        self,
        ref: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentTaskWithReceipt:
        """Read an agent task."""
        call = Call("GET", "/v1/agents/tasks/{ref}", {"ref": ref}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.AgentTaskWithReceipt", self._json(call))

    def get_agent_task_file(
        self,
        ref: str,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download a task's file."""
        call = Call("GET", "/v1/agents/tasks/{ref}/files/{id}", {"ref": ref, "id": id}, {}, None, False, None, timeout, headers)
        return self._bytes(call)

    def get_analysis(
        self,
        ref: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AnalysisWithReceipt:
        """Read an analysis."""
        call = Call("GET", "/v1/analyze/{ref}", {"ref": ref}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.AnalysisWithReceipt", self._json(call))

    def get_analysis_file(
        self,
        ref: str,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download an analysis's file."""
        call = Call("GET", "/v1/analyze/{ref}/files/{id}", {"ref": ref, "id": id}, {}, None, False, None, timeout, headers)
        return self._bytes(call)

    def get_backtest(
        self,
        id: str,
        backtest_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Backtest:
        """Read a backtest with its progress and result."""
        call = Call("GET", "/v1/rule-sets/{id}/backtests/{backtest_id}", {"id": id, "backtest_id": backtest_id}, {}, None, False, None, timeout, headers)
        return cast("types.Backtest", self._json(call))

    def get_connector(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Connector:
        """Read a connector and its state."""
        call = Call("GET", "/v1/connectors/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Connector", self._json(call))

    def get_consistency(
        self,
        *,
        from_: int,
        to: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ConsistencyProof:
        """Prove that a later checkpoint continues an earlier one."""
        call = Call("GET", "/v1/govern/consistency", {}, {"from": from_, "to": to}, None, False, None, timeout, headers)
        return cast("types.ConsistencyProof", self._json(call))

    def get_credential(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Credential:
        """Read a credential without its values."""
        call = Call("GET", "/v1/credentials/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Credential", self._json(call))

    def get_document(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StoredDocument:
        """Read what is known about a document."""
        call = Call("GET", "/v1/documents/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.StoredDocument", self._json(call))

    def get_document_page(
        self,
        id: str,
        n: int,
        *,
        masked: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """See a page of a document."""
        call = Call("GET", "/v1/documents/{id}/pages/{n}.png", {"id": id, "n": n}, {"masked": masked}, None, False, None, timeout, headers)
        return self._bytes(call)

    def get_latest_checkpoint(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Checkpoint:
        """Read the latest signed checkpoint of the team's chain."""
        call = Call("GET", "/v1/govern/checkpoints/latest", {}, {}, None, False, None, timeout, headers)
        return cast("types.Checkpoint", self._json(call))

    def get_ledger(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerEntries:
        """Read the entries of a ledger_ref."""
        call = Call("GET", "/v1/govern/ledger/{ref}", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.LedgerEntries", self._json(call))

    def get_log_keys(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LogKeys:
        """List the public keys that sign or used to sign checkpoints."""
        call = Call("GET", "/v1/govern/keys", {}, {}, None, False, None, timeout, headers)
        return cast("types.LogKeys", self._json(call))

    def get_me(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Me:
        """Who you are and what you may do."""
        call = Call("GET", "/v1/me", {}, {}, None, False, None, timeout, headers)
        return cast("types.Me", self._json(call))

    def get_operator_file(
        self,
        run_id: str,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download a file that an operator left or downloaded."""
        call = Call("GET", "/v1/operators/runs/{run_id}/files/{id}", {"run_id": run_id, "id": id}, {}, None, False, None, timeout, headers)
        return self._bytes(call)

    def get_operator_run(
        self,
        run_id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorRunWithReceipt:
        """Read an operator run."""
        call = Call("GET", "/v1/operators/runs/{run_id}", {"run_id": run_id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.OperatorRunWithReceipt", self._json(call))

    def get_operator_screenshot(
        self,
        run_id: str,
        n: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """The screen after a step."""
        call = Call("GET", "/v1/operators/runs/{run_id}/screenshots/{n}", {"run_id": run_id, "n": n}, {}, None, False, None, timeout, headers)
        return self._bytes(call)

    def get_operator_video(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorVideo:
        """Read whether the video of a run is ready."""
        call = Call("GET", "/v1/operators/runs/{run_id}/video", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorVideo", self._json(call))

    def get_operator_video_file(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download the video of a run."""
        call = Call("GET", "/v1/operators/runs/{run_id}/video.webm", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return self._bytes(call)

    def get_person(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Read a person."""
        call = Call("GET", "/v1/people/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Person", self._json(call))

    def get_proof(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerProof:
        """Prove the entries of a ledger_ref."""
        call = Call("GET", "/v1/govern/ledger/{ref}/proof", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.LedgerProof", self._json(call))

    def get_review(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Read a review with its evidence."""
        call = Call("GET", "/v1/reviews/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Review", self._json(call))

    def get_review_policy(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewPolicy:
        """Read your team's rules for reviews."""
        call = Call("GET", "/v1/reviews/policy", {}, {}, None, False, None, timeout, headers)
        return cast("types.ReviewPolicy", self._json(call))

    def get_review_stats(
        self,
        *,
        since: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewStats:
        """Read how many reviews wait and how long decisions take."""
        call = Call("GET", "/v1/reviews/stats", {}, {"since": since}, None, False, None, timeout, headers)
        return cast("types.ReviewStats", self._json(call))

    def get_rule_set(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetWithVersions:
        """Read a rule set and the list of its versions."""
        call = Call("GET", "/v1/rule-sets/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetWithVersions", self._json(call))

    def get_rule_set_bounds(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetBounds:
        """Read what a version must have shown before it can be activated."""
        call = Call("GET", "/v1/rule-sets/{id}/bounds", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetBounds", self._json(call))

    def get_rule_set_history(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetHistory:
        """Read who did what with the versions of a rule set."""
        call = Call("GET", "/v1/rule-sets/{id}/history", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetHistory", self._json(call))

    def get_rule_set_version(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Read a version with its document."""
        call = Call("GET", "/v1/rule-sets/{id}/versions/{version}", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetVersion", self._json(call))

    def get_run(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RunWithReceipt:
        """Read a run."""
        call = Call("GET", "/v1/workforce/runs/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RunWithReceipt", self._json(call))

    def get_run_documents(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DocumentsOfRun:
        """Read what was read from a run's documents, unmasked."""
        call = Call("GET", "/v1/workforce/runs/{id}/documents", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.DocumentsOfRun", self._json(call))

    def get_run_ledger(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerEntries:
        """Read a run's ledger entries."""
        call = Call("GET", "/v1/workforce/runs/{id}/ledger", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.LedgerEntries", self._json(call))

    def get_sandbox(
        self,
        id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxWithReceipt:
        """Read the state of a sandbox."""
        call = Call("GET", "/v1/sandboxes/{id}", {"id": id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.SandboxWithReceipt", self._json(call))

    def get_services_document(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OpenApiDocument:
        """This document."""
        call = Call("GET", "/v1/openapi.json", {}, {}, None, False, None, timeout, headers)
        return cast("types.OpenApiDocument", self._json(call))

    def get_shadow(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Shadow:
        """Compare a version in shadow with what decided the runs."""
        call = Call("GET", "/v1/rule-sets/{id}/versions/{version}/shadow", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.Shadow", self._json(call))

    def get_team_vertical(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalWithVersions:
        """Read a vertical and the list of its versions."""
        call = Call("GET", "/v1/verticals/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.TeamVerticalWithVersions", self._json(call))

    def get_team_vertical_history(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetHistory:
        """Read who did what with the versions of a vertical."""
        call = Call("GET", "/v1/verticals/{id}/history", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetHistory", self._json(call))

    def get_team_vertical_version(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Read a version with its document."""
        call = Call("GET", "/v1/verticals/{id}/versions/{version}", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.TeamVerticalVersion", self._json(call))

    def get_usage(
        self,
        *,
        days: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Usage:
        """Read what your team decided and used, day by day."""
        call = Call("GET", "/v1/usage", {}, {"days": days}, None, False, None, timeout, headers)
        return cast("types.Usage", self._json(call))

    def get_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Read a webhook."""
        call = Call("GET", "/v1/webhooks/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", self._json(call))

    def get_webhook_keys(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookKeys:
        """Read a webhook's public keys."""
        call = Call("GET", "/v1/webhooks/{id}/keys", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.WebhookKeys", self._json(call))

    def get_workforce_document(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OpenApiDocument:
        """This document."""
        call = Call("GET", "/v1/workforce/openapi.json", {}, {}, None, False, None, timeout, headers)
        return cast("types.OpenApiDocument", self._json(call))

    def health(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Health:
        """Check whether the process is alive."""
        call = Call("GET", "/healthz", {}, {}, None, False, None, timeout, headers)
        return cast("types.Health", self._json(call))

    def import_accounts(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import accounts from a file."""
        call = Call("POST", "/v1/records/accounts/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def import_callers(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import callers from a file."""
        call = Call("POST", "/v1/records/callers/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def import_counters(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import counters from a file."""
        call = Call("POST", "/v1/records/counters/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def import_hospitals(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import hospitals from a file."""
        call = Call("POST", "/v1/records/hospitals/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def import_members(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import members from a file."""
        call = Call("POST", "/v1/records/members/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def import_policies(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import policies from a file."""
        call = Call("POST", "/v1/records/policies/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def import_products(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import products from a file."""
        call = Call("POST", "/v1/records/products/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", self._json(call))

    def issue_key(
        self,
        body: types.IssueKey,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.IssuedApiKey:
        """Issue a key for your team."""
        call = Call("POST", "/v1/admin/keys", {}, {}, body, False, None, timeout, headers)
        return cast("types.IssuedApiKey", self._json(call))

    def list_accounts(
        self,
        *,
        status: Literal["active", "locked", "fraud_hold", "closed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AccountList:
        """List accounts, by key."""
        call = Call("GET", "/v1/records/accounts", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.AccountList", self._json(call))

    def iterate_accounts(
        self,
        *,
        status: Literal["active", "locked", "fraud_hold", "closed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Account]:
        """List accounts, by key."""
        call = Call("GET", "/v1/records/accounts", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_agent_policies(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyList:
        """List your team's policies for agents."""
        call = Call("GET", "/v1/agent-policies", {}, {}, None, False, None, timeout, headers)
        return cast("types.AgentPolicyList", self._json(call))

    def list_agent_tasks(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentRunList:
        """List agent tasks, newest first."""
        call = Call("GET", "/v1/agents/tasks", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.AgentRunList", self._json(call))

    def iterate_agent_tasks(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.ListedAgentRun]:
        """List agent tasks, newest first."""
        call = Call("GET", "/v1/agents/tasks", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    def list_analyses(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentRunList:
        """List analyses, newest first."""
        call = Call("GET", "/v1/analyze", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.AgentRunList", self._json(call))

    def iterate_analyses(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.ListedAgentRun]:
        """List analyses, newest first."""
        call = Call("GET", "/v1/analyze", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    def list_callers(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CallerList:
        """List callers, by key."""
        call = Call("GET", "/v1/records/callers", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.CallerList", self._json(call))

    def iterate_callers(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.RegisteredCaller]:
        """List callers, by key."""
        call = Call("GET", "/v1/records/callers", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_checkpoints(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckpointList:
        """List the signed checkpoints of the team's chain, newest first."""
        call = Call("GET", "/v1/govern/checkpoints", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.CheckpointList", self._json(call))

    def iterate_checkpoints(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Checkpoint]:
        """List the signed checkpoints of the team's chain, newest first."""
        call = Call("GET", "/v1/govern/checkpoints", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "checkpoints")

    def list_claims(
        self,
        *,
        decision: Literal["approve", "escalate"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ClaimList:
        """List claims, newest first."""
        call = Call("GET", "/v1/records/claims", {}, {"decision": decision, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ClaimList", self._json(call))

    def iterate_claims(
        self,
        *,
        decision: Literal["approve", "escalate"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Claim]:
        """List claims, newest first."""
        call = Call("GET", "/v1/records/claims", {}, {"decision": decision, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_connectors(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ConnectorList:
        """List your team's connectors."""
        call = Call("GET", "/v1/connectors", {}, {}, None, False, None, timeout, headers)
        return cast("types.ConnectorList", self._json(call))

    def list_counters(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CounterList:
        """List counters, by key."""
        call = Call("GET", "/v1/records/counters", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.CounterList", self._json(call))

    def iterate_counters(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Counter]:
        """List counters, by key."""
        call = Call("GET", "/v1/records/counters", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_credentials(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CredentialList:
        """List your team's credentials."""
        call = Call("GET", "/v1/credentials", {}, {}, None, False, None, timeout, headers)
        return cast("types.CredentialList", self._json(call))

    def list_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StoredDocumentList:
        """List documents, newest first."""
        call = Call("GET", "/v1/documents", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.StoredDocumentList", self._json(call))

    def iterate_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.StoredDocument]:
        """List documents, newest first."""
        call = Call("GET", "/v1/documents", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "documents")

    def list_egress(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.EgressLists:
        """List the hosts that your team's desktops may reach."""
        call = Call("GET", "/v1/govern/egress", {}, {}, None, False, None, timeout, headers)
        return cast("types.EgressLists", self._json(call))

    def list_hospitals(
        self,
        *,
        in_network: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.HospitalList:
        """List hospitals, by key."""
        call = Call("GET", "/v1/records/hospitals", {}, {"in_network": in_network, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.HospitalList", self._json(call))

    def iterate_hospitals(
        self,
        *,
        in_network: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Hospital]:
        """List hospitals, by key."""
        call = Call("GET", "/v1/records/hospitals", {}, {"in_network": in_network, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_keys(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ApiKeyList:
        """List your team's keys."""
        call = Call("GET", "/v1/admin/keys", {}, {}, None, False, None, timeout, headers)
        return cast("types.ApiKeyList", self._json(call))

    def list_ledger(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerEntryList:
        """List the entries of your team's chain, newest first."""
        call = Call("GET", "/v1/govern/ledger", {}, {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.LedgerEntryList", self._json(call))

    def iterate_ledger(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.LedgerEntry]:
        """List the entries of your team's chain, newest first."""
        call = Call("GET", "/v1/govern/ledger", {}, {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "entries")

    def list_members(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.MemberList:
        """List members, by key."""
        call = Call("GET", "/v1/records/members", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.MemberList", self._json(call))

    def iterate_members(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Member]:
        """List members, by key."""
        call = Call("GET", "/v1/records/members", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_messages(
        self,
        *,
        kind: Literal["device_alert", "text_message"] | None = None,
        state: Literal["queued", "sent", "failed"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.MessageList:
        """List messages, newest first."""
        call = Call("GET", "/v1/records/messages", {}, {"kind": kind, "state": state, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.MessageList", self._json(call))

    def iterate_messages(
        self,
        *,
        kind: Literal["device_alert", "text_message"] | None = None,
        state: Literal["queued", "sent", "failed"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Message]:
        """List messages, newest first."""
        call = Call("GET", "/v1/records/messages", {}, {"kind": kind, "state": state, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_models(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Models:
        """List the models that your team may use."""
        call = Call("GET", "/v1/models", {}, {}, None, False, None, timeout, headers)
        return cast("types.Models", self._json(call))

    def list_operator_questions(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorQuestions:
        """List what an operator run asked people, and their answers."""
        call = Call("GET", "/v1/operators/runs/{run_id}/questions", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorQuestions", self._json(call))

    def list_operator_runs(
        self,
        *,
        status: Literal["running", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorRunList:
        """List operator runs, newest first."""
        call = Call("GET", "/v1/operators/runs", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.OperatorRunList", self._json(call))

    def iterate_operator_runs(
        self,
        *,
        status: Literal["running", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.OperatorRunSummary]:
        """List operator runs, newest first."""
        call = Call("GET", "/v1/operators/runs", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    def list_payouts(
        self,
        *,
        status: Literal["queued", "held", "withdrawn", "paid", "failed"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PayoutList:
        """List payouts, newest first."""
        call = Call("GET", "/v1/records/payouts", {}, {"status": status, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.PayoutList", self._json(call))

    def iterate_payouts(
        self,
        *,
        status: Literal["queued", "held", "withdrawn", "paid", "failed"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Payout]:
        """List payouts, newest first."""
        call = Call("GET", "/v1/records/payouts", {}, {"status": status, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_people(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PersonList:
        """List your team's people."""
        call = Call("GET", "/v1/people", {}, {}, None, False, None, timeout, headers)
        return cast("types.PersonList", self._json(call))

    def list_policies(
        self,
        *,
        status: Literal["active", "lapsed", "cancelled"] | None = None,
        product: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PolicyList:
        """List policies, by key."""
        call = Call("GET", "/v1/records/policies", {}, {"status": status, "product": product, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.PolicyList", self._json(call))

    def iterate_policies(
        self,
        *,
        status: Literal["active", "lapsed", "cancelled"] | None = None,
        product: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Policy]:
        """List policies, by key."""
        call = Call("GET", "/v1/records/policies", {}, {"status": status, "product": product, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_products(
        self,
        *,
        rule_set: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ProductList:
        """List products, by key."""
        call = Call("GET", "/v1/records/products", {}, {"rule_set": rule_set, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ProductList", self._json(call))

    def iterate_products(
        self,
        *,
        rule_set: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Product]:
        """List products, by key."""
        call = Call("GET", "/v1/records/products", {}, {"rule_set": rule_set, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_review_policies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewPolicyList:
        """List the versions of your team's rules for reviews."""
        call = Call("GET", "/v1/reviews/policy/versions", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ReviewPolicyList", self._json(call))

    def iterate_review_policies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.ReviewPolicy]:
        """List the versions of your team's rules for reviews."""
        call = Call("GET", "/v1/reviews/policy/versions", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "versions")

    def list_reviews(
        self,
        *,
        state: Literal["open", "claimed", "decided", "expired", "superseded"] | None = None,
        kind: Literal["escalation", "payout", "tool_call", "operator", "quality", "switch", "witness", "ledger", "step", "act"] | None = None,
        assignee: str | None = None,
        due_before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewList:
        """List what waits for a person, oldest due first."""
        call = Call("GET", "/v1/reviews", {}, {"state": state, "kind": kind, "assignee": assignee, "due_before": due_before, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ReviewList", self._json(call))

    def iterate_reviews(
        self,
        *,
        state: Literal["open", "claimed", "decided", "expired", "superseded"] | None = None,
        kind: Literal["escalation", "payout", "tool_call", "operator", "quality", "switch", "witness", "ledger", "step", "act"] | None = None,
        assignee: str | None = None,
        due_before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.ReviewSummary]:
        """List what waits for a person, oldest due first."""
        call = Call("GET", "/v1/reviews", {}, {"state": state, "kind": kind, "assignee": assignee, "due_before": due_before, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "reviews")

    def list_rule_sets(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetList:
        """List the rule sets: those that come with the service, and your own."""
        call = Call("GET", "/v1/rule-sets", {}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetList", self._json(call))

    def list_runs(
        self,
        *,
        vertical: types.RunVertical | None = None,
        status: Literal["running", "succeeded", "error"] | None = None,
        case_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RunList:
        """List runs, newest first."""
        call = Call("GET", "/v1/workforce/runs", {}, {"vertical": vertical, "status": status, "case_id": case_id, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.RunList", self._json(call))

    def iterate_runs(
        self,
        *,
        vertical: types.RunVertical | None = None,
        status: Literal["running", "succeeded", "error"] | None = None,
        case_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Run]:
        """List runs, newest first."""
        call = Call("GET", "/v1/workforce/runs", {}, {"vertical": vertical, "status": status, "case_id": case_id, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    def list_sandbox_packages(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxPackages:
        """List the Python packages of sandboxes."""
        call = Call("GET", "/v1/sandboxes/packages", {}, {}, None, False, None, timeout, headers)
        return cast("types.SandboxPackages", self._json(call))

    def list_sandboxes(
        self,
        *,
        state: Literal["opening", "open", "ended"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxList:
        """List your team's sandboxes."""
        call = Call("GET", "/v1/sandboxes", {}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.SandboxList", self._json(call))

    def iterate_sandboxes(
        self,
        *,
        state: Literal["opening", "open", "ended"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Sandbox]:
        """List your team's sandboxes."""
        call = Call("GET", "/v1/sandboxes", {}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "sandboxes")

    def list_sessions(
        self,
        *,
        person_id: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SessionList:
        """List open sessions."""
        call = Call("GET", "/v1/sessions", {}, {"person_id": person_id}, None, False, None, timeout, headers)
        return cast("types.SessionList", self._json(call))

    def list_switches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SwitchList:
        """List what is suspended, and every act on a switch."""
        call = Call("GET", "/v1/govern/switches", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.SwitchList", self._json(call))

    def iterate_switches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Switch]:
        """List what is suspended, and every act on a switch."""
        call = Call("GET", "/v1/govern/switches", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "suspended")

    def list_systems(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SystemList:
        """List the AI systems that your team uses."""
        call = Call("GET", "/v1/govern/systems", {}, {}, None, False, None, timeout, headers)
        return cast("types.SystemList", self._json(call))

    def list_team_verticals(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalList:
        """List your team's own verticals."""
        call = Call("GET", "/v1/verticals", {}, {}, None, False, None, timeout, headers)
        return cast("types.TeamVerticalList", self._json(call))

    def list_tickets(
        self,
        *,
        vertical: str | None = None,
        status: Literal["closed", "with_person"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TicketList:
        """List tickets, newest first."""
        call = Call("GET", "/v1/records/tickets", {}, {"vertical": vertical, "status": status, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.TicketList", self._json(call))

    def iterate_tickets(
        self,
        *,
        vertical: str | None = None,
        status: Literal["closed", "with_person"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Ticket]:
        """List tickets, newest first."""
        call = Call("GET", "/v1/records/tickets", {}, {"vertical": vertical, "status": status, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    def list_verticals(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.VerticalList:
        """List the verticals."""
        call = Call("GET", "/v1/workforce/verticals", {}, {}, None, False, None, timeout, headers)
        return cast("types.VerticalList", self._json(call))

    def list_webhook_deliveries(
        self,
        id: str,
        *,
        state: Literal["pending", "delivered", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDeliveryList:
        """List a webhook's deliveries, newest first."""
        call = Call("GET", "/v1/webhooks/{id}/deliveries", {"id": id}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.WebhookDeliveryList", self._json(call))

    def iterate_webhook_deliveries(
        self,
        id: str,
        *,
        state: Literal["pending", "delivered", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.WebhookDelivery]:
        """List a webhook's deliveries, newest first."""
        call = Call("GET", "/v1/webhooks/{id}/deliveries", {"id": id}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "deliveries")

    def list_webhooks(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookList:
        """List your team's webhooks."""
        call = Call("GET", "/v1/webhooks", {}, {}, None, False, None, timeout, headers)
        return cast("types.WebhookList", self._json(call))

    def list_witnesses(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WitnessList:
        """List the witnesses, each with what it took last."""
        call = Call("GET", "/v1/govern/witnesses", {}, {}, None, False, None, timeout, headers)
        return cast("types.WitnessList", self._json(call))

    def make_checkpoint(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Checkpoint:
        """Sign a checkpoint over all current rows in the team's chain."""
        call = Call("POST", "/v1/govern/checkpoints", {}, {}, None, False, None, timeout, headers)
        return cast("types.Checkpoint", self._json(call))

    def make_operator_video(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorVideo:
        """Have a video of a finished run made."""
        call = Call("POST", "/v1/operators/runs/{run_id}/video", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorVideo", self._json(call))

    def open_sandbox(
        self,
        body: types.OpenSandbox,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Sandbox:
        """Open a sandbox that keeps files and variables."""
        call = Call("POST", "/v1/sandboxes", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Sandbox", self._json(call))

    def propose_agent_policy(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Propose a draft for approval."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/propose", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", self._json(call))

    def propose_rule_set(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Propose a draft for approval."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/propose", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", self._json(call))

    def propose_team_vertical(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Propose a draft for approval."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/propose", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", self._json(call))

    def put_agent_policy_draft(
        self,
        id: str,
        version: int,
        body: types.AgentPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Write a draft."""
        call = Call("PUT", "/v1/agent-policies/{id}/versions/{version}", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.AgentPolicyVersion", self._json(call))

    def put_connector(
        self,
        name: str,
        body: types.PutConnector,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Connector:
        """Create or replace a connector."""
        call = Call("PUT", "/v1/connectors/{name}", {"name": name}, {}, body, False, None, timeout, headers)
        return cast("types.Connector", self._json(call))

    def put_credential(
        self,
        name: str,
        body: types.PutCredential,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Credential:
        """Create or replace a credential."""
        call = Call("PUT", "/v1/credentials/{name}", {"name": name}, {}, body, False, None, timeout, headers)
        return cast("types.Credential", self._json(call))

    def put_rule_set_draft(
        self,
        id: str,
        version: int,
        body: types.RuleSet,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Write a draft."""
        call = Call("PUT", "/v1/rule-sets/{id}/versions/{version}", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.RuleSetVersion", self._json(call))

    def put_team_vertical_draft(
        self,
        id: str,
        version: int,
        body: types.TeamVertical,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Write a draft."""
        call = Call("PUT", "/v1/verticals/{id}/versions/{version}", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.TeamVerticalVersion", self._json(call))

    def reactivate_person(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Reactivate a person."""
        call = Call("POST", "/v1/people/{id}/reactivate", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Person", self._json(call))

    def read_account(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Read one of the accounts."""
        call = Call("GET", "/v1/records/accounts/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Account", self._json(call))

    def read_caller(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RegisteredCaller:
        """Read one of the callers."""
        call = Call("GET", "/v1/records/callers/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.RegisteredCaller", self._json(call))

    def read_claim(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Claim:
        """Read one of the claims."""
        call = Call("GET", "/v1/records/claims/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Claim", self._json(call))

    def read_claim_response(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ClaimResponse:
        """Read the outcome of a claim as a FHIR ClaimResponse."""
        call = Call("GET", "/v1/workforce/runs/{id}/claim-response", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.ClaimResponse", self._json(call))

    def read_counter(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Counter:
        """Read one of the counters."""
        call = Call("GET", "/v1/records/counters/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Counter", self._json(call))

    def read_hospital(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Hospital:
        """Read one of the hospitals."""
        call = Call("GET", "/v1/records/hospitals/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Hospital", self._json(call))

    def read_member(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Member:
        """Read one of the members."""
        call = Call("GET", "/v1/records/members/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Member", self._json(call))

    def read_message(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Message:
        """Read one of the messages."""
        call = Call("GET", "/v1/records/messages/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Message", self._json(call))

    def read_own_record(
        self,
        collection: str,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OwnRecord:
        """Read one of your team's own records, masked."""
        call = Call("GET", "/v1/collections/{collection}/{key}", {"collection": collection, "key": key}, {}, None, False, None, timeout, headers)
        return cast("types.OwnRecord", self._json(call))

    def read_payout(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Payout:
        """Read one of the payouts."""
        call = Call("GET", "/v1/records/payouts/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Payout", self._json(call))

    def read_policy(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Policy:
        """Read one of the policies."""
        call = Call("GET", "/v1/records/policies/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Policy", self._json(call))

    def read_product(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Product:
        """Read one of the products."""
        call = Call("GET", "/v1/records/products/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Product", self._json(call))

    def read_ticket(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Ticket:
        """Read one of the tickets."""
        call = Call("GET", "/v1/records/tickets/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Ticket", self._json(call))

    def readiness(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Readiness:
        """Check whether the process can serve requests, with the state of each dependency."""
        call = Call("GET", "/readyz", {}, {}, None, False, None, timeout, headers)
        return cast("types.Readiness", self._json(call))

    def record_act(
        self,
        body: types.RecordAct,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RecordedActWithReceipt:
        """Report what an agent did."""
        call = Call("POST", "/v1/govern/record", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.RecordedActWithReceipt", self._json(call))

    def redeliver_webhook(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDelivery:
        """Deliver an event again."""
        call = Call("POST", "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver", {"id": id, "delivery_id": delivery_id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.WebhookDelivery", self._json(call))

    def release_review(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Give a claimed review back."""
        call = Call("POST", "/v1/reviews/{id}/release", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Review", self._json(call))

    def report_payout(
        self,
        id: str,
        body: types.PayoutReport,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Payout:
        """Report that a payout was paid, or that it failed."""
        call = Call("POST", "/v1/records/payouts/{id}/status", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Payout", self._json(call))

    def revise_run(
        self,
        id: str,
        body: types.ReviseRun,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Run:
        """Go on with a case that was sent back."""
        call = Call("POST", "/v1/workforce/runs/{id}/revisions", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Run", self._json(call))

    def revoke_key(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ApiKey:
        """Revoke a key."""
        call = Call("DELETE", "/v1/admin/keys/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.ApiKey", self._json(call))

    def roll_back_agent_policy(
        self,
        id: str,
        version: int,
        body: types.RollBackRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Take an active version out of force."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/roll-back", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", self._json(call))

    def roll_back_rule_set(
        self,
        id: str,
        version: int,
        body: types.RollBackRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Take an active version out of force."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/roll-back", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", self._json(call))

    def roll_back_team_vertical(
        self,
        id: str,
        version: int,
        body: types.RollBackRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Take an active version out of force."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/roll-back", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", self._json(call))

    def rotate_key(
        self,
        id: str,
        body: types.RotateKey | None = None,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.IssuedApiKey:
        """Replace a key."""
        call = Call("POST", "/v1/admin/keys/{id}/rotate", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.IssuedApiKey", self._json(call))

    def rotate_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookWithSecret:
        """Replace a webhook's secret and its Ed25519 key."""
        call = Call("POST", "/v1/webhooks/{id}/rotate", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.WebhookWithSecret", self._json(call))

    def run_agent_task(
        self,
        body: types.AgentTaskRequest,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentTaskWithReceipt | types.AgentTask:
        """Have an agent do a task with Python."""
        call = Call("POST", "/v1/agents/tasks", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.AgentTaskWithReceipt | types.AgentTask", self._json(call))

    def run_code(
        self,
        body: types.RunCode,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CodeRunWithReceipt:
        """Run Python or Bash in a fresh sandbox."""
        call = Call("POST", "/v1/run", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.CodeRunWithReceipt", self._json(call))

    def run_in_sandbox(
        self,
        id: str,
        body: types.RunInSandbox,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxRunWithReceipt:
        """Run Python or Bash in an open sandbox."""
        call = Call("POST", "/v1/sandboxes/{id}/run", {"id": id}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.SandboxRunWithReceipt", self._json(call))

    def run_live(
        self,
        body: types.LiveRunInput,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        idempotency_key: str | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Event]:
        """Run a case live."""
        call = Call("POST", "/v1/workforce/run", {}, {"stream": stream}, body, True, idempotency_key, None, headers, last_event_id)
        return self._events(call)

    def scan_text(
        self,
        body: types.Scan,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ScanResultWithReceipt:
        """Find and mask Indian identifiers in a text."""
        call = Call("POST", "/v1/govern/scan", {}, {"receipt": receipt}, body, False, None, timeout, headers)
        return cast("types.ScanResultWithReceipt", self._json(call))

    def set_review_policy(
        self,
        body: types.SetReviewPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewPolicy:
        """Set your team's rules for reviews."""
        call = Call("PUT", "/v1/reviews/policy", {}, {}, body, False, None, timeout, headers)
        return cast("types.ReviewPolicy", self._json(call))

    def set_rule_set_bounds(
        self,
        id: str,
        body: types.SetRuleSetBounds,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetBounds:
        """Set what a version must have shown before it can be activated."""
        call = Call("PUT", "/v1/rule-sets/{id}/bounds", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.RuleSetBounds", self._json(call))

    def set_switch(
        self,
        body: types.SetSwitch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Switch:
        """Suspend or resume work of your team."""
        call = Call("POST", "/v1/govern/switches", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Switch", self._json(call))

    def start_backtest(
        self,
        id: str,
        version: int,
        body: types.StartBacktest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Backtest:
        """Try a version on finished runs."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/backtests", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Backtest", self._json(call))

    def start_operator_run(
        self,
        body: types.StartOperator,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StartedOperator:
        """Have an operator finish a task on a desktop."""
        call = Call("POST", "/v1/operators/run", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.StartedOperator", self._json(call))

    def start_run(
        self,
        id: types.RunVertical,
        body: types.StartRun | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Run:
        """Start a simulated run."""
        call = Call("POST", "/v1/workforce/verticals/{id}/runs", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Run", self._json(call))

    def start_shadow(
        self,
        id: str,
        version: int,
        body: types.StartShadow,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Shadow:
        """Run a proposed version in shadow."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/shadow", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Shadow", self._json(call))

    def stop_shadow(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Shadow:
        """Stop the shadow of a version."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/shadow/stop", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Shadow", self._json(call))

    def test_connector(
        self,
        name: str,
        body: types.TestConnector,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ConnectorTest:
        """Try a connector."""
        call = Call("POST", "/v1/connectors/{name}/test", {"name": name}, {}, body, False, None, timeout, headers)
        return cast("types.ConnectorTest", self._json(call))

    def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDelivery:
        """Send a test event."""
        call = Call("POST", "/v1/webhooks/{id}/test", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.WebhookDelivery", self._json(call))

    def verify_ledger(
        self,
        *,
        since: Literal["start", "checkpoint"] | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerVerification:
        """Verify the team's chain."""
        call = Call("GET", "/v1/govern/verify", {}, {"since": since}, None, False, None, timeout, headers)
        return cast("types.LedgerVerification", self._json(call))

    def verify_receipt(
        self,
        body: types.VerifyReceipt,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReceiptCheck:
        """Check a receipt."""
        call = Call("POST", "/v1/govern/receipts/verify", {}, {}, body, False, None, timeout, headers)
        return cast("types.ReceiptCheck", self._json(call))

    def watch_operator_run(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ViewAddress:
        """Get a fresh address to watch an operator run."""
        call = Call("POST", "/v1/operators/runs/{run_id}/view", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.ViewAddress", self._json(call))

    def write_account(
        self,
        key: str,
        body: types.WriteAccount,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Write one of the accounts."""
        call = Call("PUT", "/v1/records/accounts/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Account", self._json(call))

    def write_caller(
        self,
        key: str,
        body: types.WriteCaller,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RegisteredCaller:
        """Write one of the callers."""
        call = Call("PUT", "/v1/records/callers/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.RegisteredCaller", self._json(call))

    def write_counter(
        self,
        key: str,
        body: types.WriteCounter,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Counter:
        """Write one of the counters."""
        call = Call("PUT", "/v1/records/counters/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Counter", self._json(call))

    def write_hospital(
        self,
        key: str,
        body: types.WriteHospital,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Hospital:
        """Write one of the hospitals."""
        call = Call("PUT", "/v1/records/hospitals/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Hospital", self._json(call))

    def write_member(
        self,
        key: str,
        body: types.WriteMember,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Member:
        """Write one of the members."""
        call = Call("PUT", "/v1/records/members/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Member", self._json(call))

    def write_own_record(
        self,
        collection: str,
        key: str,
        body: types.WriteOwnRecord,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OwnRecord:
        """Write one of your team's own records."""
        call = Call("PUT", "/v1/collections/{collection}/{key}", {"collection": collection, "key": key}, {}, body, False, None, timeout, headers)
        return cast("types.OwnRecord", self._json(call))

    def write_policy(
        self,
        key: str,
        body: types.WritePolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Policy:
        """Write one of the policies."""
        call = Call("PUT", "/v1/records/policies/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Policy", self._json(call))

    def write_product(
        self,
        key: str,
        body: types.WriteProduct,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Product:
        """Write one of the products."""
        call = Call("PUT", "/v1/records/products/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Product", self._json(call))


class AsyncOperations:
    """One method for each operation of the API."""

    async def _json(self, call: Call) -> Any:
        raise NotImplementedError

    async def _bytes(self, call: Call) -> bytes:
        raise NotImplementedError

    def _events(self, call: Call) -> AsyncIterator[Event]:
        raise NotImplementedError

    def _pages(self, call: Call, items: str) -> AsyncIterator[Any]:
        raise NotImplementedError

    async def activate_agent_policy(
        self,
        id: str,
        version: int,
        body: types.ActivateRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Let an approved version decide from a day on."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/activate", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", await self._json(call))

    async def activate_rule_set(
        self,
        id: str,
        version: int,
        body: types.ActivateRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Put an approved version in force from a day on."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/activate", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", await self._json(call))

    async def activate_team_vertical(
        self,
        id: str,
        version: int,
        body: types.ActivateRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Let runs perform an approved version from a day on."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/activate", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", await self._json(call))

    async def add_person(
        self,
        body: types.AddPerson,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Add a person."""
        call = Call("POST", "/v1/people", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Person", await self._json(call))

    async def analyze(
        self,
        body: types.AnalysisRequest,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AnalysisWithReceipt | types.Analysis:
        """Answer a question about a dataset."""
        call = Call("POST", "/v1/analyze", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.AnalysisWithReceipt | types.Analysis", await self._json(call))

    async def approve_agent_policy(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Approve a proposed version."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/approve", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", await self._json(call))

    async def approve_operator_action(
        self,
        run_id: str,
        body: types.Approval,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorState:
        """Approve or refuse the action for which an operator run is waiting."""
        call = Call("POST", "/v1/operators/runs/{run_id}/approval", {"run_id": run_id}, {}, body, False, None, timeout, headers)
        return cast("types.OperatorState", await self._json(call))

    async def approve_rule_set(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Approve a proposed version."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/approve", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", await self._json(call))

    async def approve_team_vertical(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Approve a proposed version."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/approve", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", await self._json(call))

    async def cancel_agent_task(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentTask:
        """Cancel an agent task."""
        call = Call("POST", "/v1/agents/tasks/{ref}/cancel", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.AgentTask", await self._json(call))

    async def cancel_analysis(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Analysis:
        """Cancel an analysis."""
        call = Call("POST", "/v1/analyze/{ref}/cancel", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.Analysis", await self._json(call))

    async def cancel_operator_run(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorState:
        """Cancel an operator run."""
        call = Call("POST", "/v1/operators/runs/{run_id}/cancel", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorState", await self._json(call))

    async def cancel_run(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Run:
        """Cancel a run."""
        call = Call("POST", "/v1/workforce/runs/{id}/cancel", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Run", await self._json(call))

    async def change_roles(
        self,
        id: str,
        body: types.ChangeRoles,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Change a person's roles."""
        call = Call("PUT", "/v1/people/{id}/roles", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.Person", await self._json(call))

    async def check_agent_policy_draft(
        self,
        body: types.CheckAgentPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckedRuleSet:
        """Check a policy without storing it."""
        call = Call("POST", "/v1/agent-policies/check", {}, {}, body, False, None, timeout, headers)
        return cast("types.CheckedRuleSet", await self._json(call))

    async def check_rule_set_draft(
        self,
        body: types.CheckRuleSet,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckedRuleSet:
        """Check a rule set without storing it."""
        call = Call("POST", "/v1/rule-sets/check", {}, {}, body, False, None, timeout, headers)
        return cast("types.CheckedRuleSet", await self._json(call))

    async def check_team_vertical_draft(
        self,
        body: types.CheckTeamVertical,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckedRuleSet:
        """Check a vertical without storing it."""
        call = Call("POST", "/v1/verticals/check", {}, {}, body, False, None, timeout, headers)
        return cast("types.CheckedRuleSet", await self._json(call))

    async def claim_review(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Claim a review for 30 minutes."""
        call = Call("POST", "/v1/reviews/{id}/claim", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Review", await self._json(call))

    async def comment_review(
        self,
        id: str,
        body: types.CommentReview,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Comment on a review."""
        call = Call("POST", "/v1/reviews/{id}/comment", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Review", await self._json(call))

    async def control_operator_run(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ViewAddress:
        """Get an address to watch an operator run and take it over."""
        call = Call("POST", "/v1/operators/runs/{run_id}/control", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.ViewAddress", await self._json(call))

    async def create_document(
        self,
        body: RawBody,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StoredDocument:
        """Store a document for a case, up to 25 MiB."""
        call = Call("POST", "/v1/documents", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.StoredDocument", await self._json(call))

    async def create_webhook(
        self,
        body: types.CreateWebhook,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookWithSecret:
        """Have events delivered to an address."""
        call = Call("POST", "/v1/webhooks", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.WebhookWithSecret", await self._json(call))

    async def deactivate_person(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Deactivate a person."""
        call = Call("DELETE", "/v1/people/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Person", await self._json(call))

    async def decide_act(
        self,
        body: types.DecideAct,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DecidedActWithReceipt:
        """Ask whether an agent may act."""
        call = Call("POST", "/v1/govern/decide", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.DecidedActWithReceipt", await self._json(call))

    async def decide_review(
        self,
        id: str,
        body: types.DecideReview,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Decide a review."""
        call = Call("POST", "/v1/reviews/{id}/decide", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Review", await self._json(call))

    async def delete_account(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the accounts."""
        call = Call("DELETE", "/v1/records/accounts/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_caller(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the callers."""
        call = Call("DELETE", "/v1/records/callers/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_connector(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Connector:
        """Delete a connector and its secrets."""
        call = Call("DELETE", "/v1/connectors/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Connector", await self._json(call))

    async def delete_counter(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the counters."""
        call = Call("DELETE", "/v1/records/counters/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_credential(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Credential:
        """Delete a credential and its values."""
        call = Call("DELETE", "/v1/credentials/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Credential", await self._json(call))

    async def delete_document(
        self,
        id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ErasedDocumentWithReceipt:
        """Erase a document."""
        call = Call("DELETE", "/v1/documents/{id}", {"id": id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.ErasedDocumentWithReceipt", await self._json(call))

    async def delete_hospital(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the hospitals."""
        call = Call("DELETE", "/v1/records/hospitals/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_member(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the members."""
        call = Call("DELETE", "/v1/records/members/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_own_record(
        self,
        collection: str,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of your team's own records."""
        call = Call("DELETE", "/v1/collections/{collection}/{key}", {"collection": collection, "key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_policy(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the policies."""
        call = Call("DELETE", "/v1/records/policies/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_product(
        self,
        key: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletedRecordWithReceipt:
        """Delete one of the products."""
        call = Call("DELETE", "/v1/records/products/{key}", {"key": key}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.DeletedRecordWithReceipt", await self._json(call))

    async def delete_sandbox(
        self,
        id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxWithReceipt:
        """End a sandbox, with everything in it."""
        call = Call("DELETE", "/v1/sandboxes/{id}", {"id": id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.SandboxWithReceipt", await self._json(call))

    async def delete_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Delete a webhook."""
        call = Call("DELETE", "/v1/webhooks/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", await self._json(call))

    async def describe_system(
        self,
        id: str,
        body: types.DescribeSystem,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.System:
        """Say who answers for a system."""
        call = Call("PUT", "/v1/govern/systems/{id}", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.System", await self._json(call))

    async def diff_rule_set_versions(
        self,
        id: str,
        *,
        from_: int,
        to: int,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetDiff:
        """Compare two versions part by part."""
        call = Call("GET", "/v1/rule-sets/{id}/diff", {"id": id}, {"from": from_, "to": to}, None, False, None, timeout, headers)
        return cast("types.RuleSetDiff", await self._json(call))

    async def disable_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Pause a webhook."""
        call = Call("POST", "/v1/webhooks/{id}/disable", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", await self._json(call))

    async def dry_run_agent_policy(
        self,
        id: str,
        version: int,
        body: types.DryRunAgentPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyDryRun:
        """Decide past acts again under a version."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/dry-run", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.AgentPolicyDryRun", await self._json(call))

    async def enable_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Enable a disabled webhook."""
        call = Call("POST", "/v1/webhooks/{id}/enable", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", await self._json(call))

    async def end_session(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SessionList:
        """End a session."""
        call = Call("DELETE", "/v1/sessions/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.SessionList", await self._json(call))

    async def erase_case(
        self,
        body: Mapping[str, Any],
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ErasureWithReceipt:
        """Destroy a stored case's key."""
        call = Call("POST", "/v1/govern/erasures", {}, {"receipt": receipt}, body, False, None, timeout, headers)
        return cast("types.ErasureWithReceipt", await self._json(call))

    async def export_accounts(
        self,
        *,
        status: Literal["active", "locked", "fraud_hold", "closed"] | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export accounts as CSV."""
        call = Call("GET", "/v1/records/accounts/export", {}, {"status": status}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_callers(
        self,
        *,
        policy: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export callers as CSV."""
        call = Call("GET", "/v1/records/callers/export", {}, {"policy": policy}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_claims(
        self,
        *,
        decision: Literal["approve", "escalate"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export claims as CSV."""
        call = Call("GET", "/v1/records/claims/export", {}, {"decision": decision, "policy": policy, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_counters(
        self,
        *,
        policy: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export counters as CSV."""
        call = Call("GET", "/v1/records/counters/export", {}, {"policy": policy}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_hospitals(
        self,
        *,
        in_network: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export hospitals as CSV."""
        call = Call("GET", "/v1/records/hospitals/export", {}, {"in_network": in_network}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_ledger(
        self,
        *,
        format: Literal["jsonl", "ocsf"] | None = None,
        ref: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        under: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export the team's ledger for an auditor."""
        call = Call("GET", "/v1/govern/export", {}, {"format": format, "ref": ref, "from": from_, "to": to, "under": under}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_members(
        self,
        *,
        policy: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export members as CSV."""
        call = Call("GET", "/v1/records/members/export", {}, {"policy": policy}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_messages(
        self,
        *,
        kind: Literal["device_alert", "text_message"] | None = None,
        state: Literal["queued", "sent", "failed"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export messages as CSV."""
        call = Call("GET", "/v1/records/messages/export", {}, {"kind": kind, "state": state, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_payouts(
        self,
        *,
        status: Literal["queued", "held", "withdrawn", "paid", "failed"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export payouts as CSV."""
        call = Call("GET", "/v1/records/payouts/export", {}, {"status": status, "policy": policy, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_policies(
        self,
        *,
        status: Literal["active", "lapsed", "cancelled"] | None = None,
        product: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export policies as CSV."""
        call = Call("GET", "/v1/records/policies/export", {}, {"status": status, "product": product}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_products(
        self,
        *,
        rule_set: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export products as CSV."""
        call = Call("GET", "/v1/records/products/export", {}, {"rule_set": rule_set}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_systems(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export the inventory."""
        call = Call("GET", "/v1/govern/systems/export", {}, {}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def export_tickets(
        self,
        *,
        vertical: str | None = None,
        status: Literal["closed", "with_person"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Export tickets as CSV."""
        call = Call("GET", "/v1/records/tickets/export", {}, {"vertical": vertical, "status": status, "run_id": run_id, "from": from_, "to": to}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def extract_document(
        self,
        body: types.ExtractDocument,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ExtractionWithReceipt:
        """Extract and check the content of an Indian document."""
        call = Call("POST", "/v1/documents/extract", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ExtractionWithReceipt", await self._json(call))

    def follow_agent_task(
        self,
        ref: str,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Event]:
        """Follow an agent task."""
        call = Call("GET", "/v1/agents/tasks/{ref}/events", {"ref": ref}, {"stream": stream}, None, False, None, None, headers, last_event_id)
        return self._events(call)

    def follow_analysis(
        self,
        ref: str,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Event]:
        """Follow an analysis."""
        call = Call("GET", "/v1/analyze/{ref}/events", {"ref": ref}, {"stream": stream}, None, False, None, None, headers, last_event_id)
        return self._events(call)

    def follow_run(
        self,
        id: str,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Event]:
        """Follow a run."""
        call = Call("GET", "/v1/workforce/runs/{id}/events", {"id": id}, {"stream": stream}, None, False, None, None, headers, last_event_id)
        return self._events(call)

    async def get_agent_policy(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyWithVersions:
        """Read a policy and the list of its versions."""
        call = Call("GET", "/v1/agent-policies/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.AgentPolicyWithVersions", await self._json(call))

    async def get_agent_policy_history(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetHistory:
        """Read who did what with the versions of a policy."""
        call = Call("GET", "/v1/agent-policies/{id}/history", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetHistory", await self._json(call))

    async def get_agent_policy_version(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Read a version with its rules."""
        call = Call("GET", "/v1/agent-policies/{id}/versions/{version}", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.AgentPolicyVersion", await self._json(call))

    async def get_agent_task(
        self,
        ref: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentTaskWithReceipt:
        """Read an agent task."""
        call = Call("GET", "/v1/agents/tasks/{ref}", {"ref": ref}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.AgentTaskWithReceipt", await self._json(call))

    async def get_agent_task_file(
        self,
        ref: str,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download a task's file."""
        call = Call("GET", "/v1/agents/tasks/{ref}/files/{id}", {"ref": ref, "id": id}, {}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def get_analysis(
        self,
        ref: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AnalysisWithReceipt:
        """Read an analysis."""
        call = Call("GET", "/v1/analyze/{ref}", {"ref": ref}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.AnalysisWithReceipt", await self._json(call))

    async def get_analysis_file(
        self,
        ref: str,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download an analysis's file."""
        call = Call("GET", "/v1/analyze/{ref}/files/{id}", {"ref": ref, "id": id}, {}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def get_backtest(
        self,
        id: str,
        backtest_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Backtest:
        """Read a backtest with its progress and result."""
        call = Call("GET", "/v1/rule-sets/{id}/backtests/{backtest_id}", {"id": id, "backtest_id": backtest_id}, {}, None, False, None, timeout, headers)
        return cast("types.Backtest", await self._json(call))

    async def get_connector(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Connector:
        """Read a connector and its state."""
        call = Call("GET", "/v1/connectors/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Connector", await self._json(call))

    async def get_consistency(
        self,
        *,
        from_: int,
        to: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ConsistencyProof:
        """Prove that a later checkpoint continues an earlier one."""
        call = Call("GET", "/v1/govern/consistency", {}, {"from": from_, "to": to}, None, False, None, timeout, headers)
        return cast("types.ConsistencyProof", await self._json(call))

    async def get_credential(
        self,
        name: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Credential:
        """Read a credential without its values."""
        call = Call("GET", "/v1/credentials/{name}", {"name": name}, {}, None, False, None, timeout, headers)
        return cast("types.Credential", await self._json(call))

    async def get_document(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StoredDocument:
        """Read what is known about a document."""
        call = Call("GET", "/v1/documents/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.StoredDocument", await self._json(call))

    async def get_document_page(
        self,
        id: str,
        n: int,
        *,
        masked: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """See a page of a document."""
        call = Call("GET", "/v1/documents/{id}/pages/{n}.png", {"id": id, "n": n}, {"masked": masked}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def get_latest_checkpoint(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Checkpoint:
        """Read the latest signed checkpoint of the team's chain."""
        call = Call("GET", "/v1/govern/checkpoints/latest", {}, {}, None, False, None, timeout, headers)
        return cast("types.Checkpoint", await self._json(call))

    async def get_ledger(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerEntries:
        """Read the entries of a ledger_ref."""
        call = Call("GET", "/v1/govern/ledger/{ref}", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.LedgerEntries", await self._json(call))

    async def get_log_keys(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LogKeys:
        """List the public keys that sign or used to sign checkpoints."""
        call = Call("GET", "/v1/govern/keys", {}, {}, None, False, None, timeout, headers)
        return cast("types.LogKeys", await self._json(call))

    async def get_me(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Me:
        """Who you are and what you may do."""
        call = Call("GET", "/v1/me", {}, {}, None, False, None, timeout, headers)
        return cast("types.Me", await self._json(call))

    async def get_operator_file(
        self,
        run_id: str,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download a file that an operator left or downloaded."""
        call = Call("GET", "/v1/operators/runs/{run_id}/files/{id}", {"run_id": run_id, "id": id}, {}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def get_operator_run(
        self,
        run_id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorRunWithReceipt:
        """Read an operator run."""
        call = Call("GET", "/v1/operators/runs/{run_id}", {"run_id": run_id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.OperatorRunWithReceipt", await self._json(call))

    async def get_operator_screenshot(
        self,
        run_id: str,
        n: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """The screen after a step."""
        call = Call("GET", "/v1/operators/runs/{run_id}/screenshots/{n}", {"run_id": run_id, "n": n}, {}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def get_operator_video(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorVideo:
        """Read whether the video of a run is ready."""
        call = Call("GET", "/v1/operators/runs/{run_id}/video", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorVideo", await self._json(call))

    async def get_operator_video_file(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """Download the video of a run."""
        call = Call("GET", "/v1/operators/runs/{run_id}/video.webm", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return await self._bytes(call)

    async def get_person(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Read a person."""
        call = Call("GET", "/v1/people/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Person", await self._json(call))

    async def get_proof(
        self,
        ref: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerProof:
        """Prove the entries of a ledger_ref."""
        call = Call("GET", "/v1/govern/ledger/{ref}/proof", {"ref": ref}, {}, None, False, None, timeout, headers)
        return cast("types.LedgerProof", await self._json(call))

    async def get_review(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Read a review with its evidence."""
        call = Call("GET", "/v1/reviews/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Review", await self._json(call))

    async def get_review_policy(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewPolicy:
        """Read your team's rules for reviews."""
        call = Call("GET", "/v1/reviews/policy", {}, {}, None, False, None, timeout, headers)
        return cast("types.ReviewPolicy", await self._json(call))

    async def get_review_stats(
        self,
        *,
        since: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewStats:
        """Read how many reviews wait and how long decisions take."""
        call = Call("GET", "/v1/reviews/stats", {}, {"since": since}, None, False, None, timeout, headers)
        return cast("types.ReviewStats", await self._json(call))

    async def get_rule_set(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetWithVersions:
        """Read a rule set and the list of its versions."""
        call = Call("GET", "/v1/rule-sets/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetWithVersions", await self._json(call))

    async def get_rule_set_bounds(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetBounds:
        """Read what a version must have shown before it can be activated."""
        call = Call("GET", "/v1/rule-sets/{id}/bounds", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetBounds", await self._json(call))

    async def get_rule_set_history(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetHistory:
        """Read who did what with the versions of a rule set."""
        call = Call("GET", "/v1/rule-sets/{id}/history", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetHistory", await self._json(call))

    async def get_rule_set_version(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Read a version with its document."""
        call = Call("GET", "/v1/rule-sets/{id}/versions/{version}", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetVersion", await self._json(call))

    async def get_run(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RunWithReceipt:
        """Read a run."""
        call = Call("GET", "/v1/workforce/runs/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RunWithReceipt", await self._json(call))

    async def get_run_documents(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DocumentsOfRun:
        """Read what was read from a run's documents, unmasked."""
        call = Call("GET", "/v1/workforce/runs/{id}/documents", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.DocumentsOfRun", await self._json(call))

    async def get_run_ledger(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerEntries:
        """Read a run's ledger entries."""
        call = Call("GET", "/v1/workforce/runs/{id}/ledger", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.LedgerEntries", await self._json(call))

    async def get_sandbox(
        self,
        id: str,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxWithReceipt:
        """Read the state of a sandbox."""
        call = Call("GET", "/v1/sandboxes/{id}", {"id": id}, {"receipt": receipt}, None, False, None, timeout, headers)
        return cast("types.SandboxWithReceipt", await self._json(call))

    async def get_services_document(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OpenApiDocument:
        """This document."""
        call = Call("GET", "/v1/openapi.json", {}, {}, None, False, None, timeout, headers)
        return cast("types.OpenApiDocument", await self._json(call))

    async def get_shadow(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Shadow:
        """Compare a version in shadow with what decided the runs."""
        call = Call("GET", "/v1/rule-sets/{id}/versions/{version}/shadow", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.Shadow", await self._json(call))

    async def get_team_vertical(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalWithVersions:
        """Read a vertical and the list of its versions."""
        call = Call("GET", "/v1/verticals/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.TeamVerticalWithVersions", await self._json(call))

    async def get_team_vertical_history(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetHistory:
        """Read who did what with the versions of a vertical."""
        call = Call("GET", "/v1/verticals/{id}/history", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetHistory", await self._json(call))

    async def get_team_vertical_version(
        self,
        id: str,
        version: int,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Read a version with its document."""
        call = Call("GET", "/v1/verticals/{id}/versions/{version}", {"id": id, "version": version}, {}, None, False, None, timeout, headers)
        return cast("types.TeamVerticalVersion", await self._json(call))

    async def get_usage(
        self,
        *,
        days: int | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Usage:
        """Read what your team decided and used, day by day."""
        call = Call("GET", "/v1/usage", {}, {"days": days}, None, False, None, timeout, headers)
        return cast("types.Usage", await self._json(call))

    async def get_webhook(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Read a webhook."""
        call = Call("GET", "/v1/webhooks/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Webhook", await self._json(call))

    async def get_webhook_keys(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookKeys:
        """Read a webhook's public keys."""
        call = Call("GET", "/v1/webhooks/{id}/keys", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.WebhookKeys", await self._json(call))

    async def get_workforce_document(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OpenApiDocument:
        """This document."""
        call = Call("GET", "/v1/workforce/openapi.json", {}, {}, None, False, None, timeout, headers)
        return cast("types.OpenApiDocument", await self._json(call))

    async def health(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Health:
        """Check whether the process is alive."""
        call = Call("GET", "/healthz", {}, {}, None, False, None, timeout, headers)
        return cast("types.Health", await self._json(call))

    async def import_accounts(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import accounts from a file."""
        call = Call("POST", "/v1/records/accounts/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def import_callers(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import callers from a file."""
        call = Call("POST", "/v1/records/callers/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def import_counters(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import counters from a file."""
        call = Call("POST", "/v1/records/counters/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def import_hospitals(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import hospitals from a file."""
        call = Call("POST", "/v1/records/hospitals/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def import_members(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import members from a file."""
        call = Call("POST", "/v1/records/members/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def import_policies(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import policies from a file."""
        call = Call("POST", "/v1/records/policies/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def import_products(
        self,
        body: RawBody,
        *,
        dry_run: bool | None = None,
        partial: bool | None = None,
        columns: str | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | None = None,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ImportReportWithReceipt:
        """Import products from a file."""
        call = Call("POST", "/v1/records/products/import", {}, {"dry_run": dry_run, "partial": partial, "columns": columns, "delimiter": delimiter, "receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.ImportReportWithReceipt", await self._json(call))

    async def issue_key(
        self,
        body: types.IssueKey,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.IssuedApiKey:
        """Issue a key for your team."""
        call = Call("POST", "/v1/admin/keys", {}, {}, body, False, None, timeout, headers)
        return cast("types.IssuedApiKey", await self._json(call))

    async def list_accounts(
        self,
        *,
        status: Literal["active", "locked", "fraud_hold", "closed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AccountList:
        """List accounts, by key."""
        call = Call("GET", "/v1/records/accounts", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.AccountList", await self._json(call))

    def iterate_accounts(
        self,
        *,
        status: Literal["active", "locked", "fraud_hold", "closed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Account]:
        """List accounts, by key."""
        call = Call("GET", "/v1/records/accounts", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_agent_policies(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyList:
        """List your team's policies for agents."""
        call = Call("GET", "/v1/agent-policies", {}, {}, None, False, None, timeout, headers)
        return cast("types.AgentPolicyList", await self._json(call))

    async def list_agent_tasks(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentRunList:
        """List agent tasks, newest first."""
        call = Call("GET", "/v1/agents/tasks", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.AgentRunList", await self._json(call))

    def iterate_agent_tasks(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.ListedAgentRun]:
        """List agent tasks, newest first."""
        call = Call("GET", "/v1/agents/tasks", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    async def list_analyses(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentRunList:
        """List analyses, newest first."""
        call = Call("GET", "/v1/analyze", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.AgentRunList", await self._json(call))

    def iterate_analyses(
        self,
        *,
        status: Literal["running", "succeeded", "error"] | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.ListedAgentRun]:
        """List analyses, newest first."""
        call = Call("GET", "/v1/analyze", {}, {"status": status, "tag": tag, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    async def list_callers(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CallerList:
        """List callers, by key."""
        call = Call("GET", "/v1/records/callers", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.CallerList", await self._json(call))

    def iterate_callers(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.RegisteredCaller]:
        """List callers, by key."""
        call = Call("GET", "/v1/records/callers", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_checkpoints(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CheckpointList:
        """List the signed checkpoints of the team's chain, newest first."""
        call = Call("GET", "/v1/govern/checkpoints", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.CheckpointList", await self._json(call))

    def iterate_checkpoints(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Checkpoint]:
        """List the signed checkpoints of the team's chain, newest first."""
        call = Call("GET", "/v1/govern/checkpoints", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "checkpoints")

    async def list_claims(
        self,
        *,
        decision: Literal["approve", "escalate"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ClaimList:
        """List claims, newest first."""
        call = Call("GET", "/v1/records/claims", {}, {"decision": decision, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ClaimList", await self._json(call))

    def iterate_claims(
        self,
        *,
        decision: Literal["approve", "escalate"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Claim]:
        """List claims, newest first."""
        call = Call("GET", "/v1/records/claims", {}, {"decision": decision, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_connectors(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ConnectorList:
        """List your team's connectors."""
        call = Call("GET", "/v1/connectors", {}, {}, None, False, None, timeout, headers)
        return cast("types.ConnectorList", await self._json(call))

    async def list_counters(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CounterList:
        """List counters, by key."""
        call = Call("GET", "/v1/records/counters", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.CounterList", await self._json(call))

    def iterate_counters(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Counter]:
        """List counters, by key."""
        call = Call("GET", "/v1/records/counters", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_credentials(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CredentialList:
        """List your team's credentials."""
        call = Call("GET", "/v1/credentials", {}, {}, None, False, None, timeout, headers)
        return cast("types.CredentialList", await self._json(call))

    async def list_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StoredDocumentList:
        """List documents, newest first."""
        call = Call("GET", "/v1/documents", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.StoredDocumentList", await self._json(call))

    def iterate_documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.StoredDocument]:
        """List documents, newest first."""
        call = Call("GET", "/v1/documents", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "documents")

    async def list_egress(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.EgressLists:
        """List the hosts that your team's desktops may reach."""
        call = Call("GET", "/v1/govern/egress", {}, {}, None, False, None, timeout, headers)
        return cast("types.EgressLists", await self._json(call))

    async def list_hospitals(
        self,
        *,
        in_network: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.HospitalList:
        """List hospitals, by key."""
        call = Call("GET", "/v1/records/hospitals", {}, {"in_network": in_network, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.HospitalList", await self._json(call))

    def iterate_hospitals(
        self,
        *,
        in_network: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Hospital]:
        """List hospitals, by key."""
        call = Call("GET", "/v1/records/hospitals", {}, {"in_network": in_network, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_keys(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ApiKeyList:
        """List your team's keys."""
        call = Call("GET", "/v1/admin/keys", {}, {}, None, False, None, timeout, headers)
        return cast("types.ApiKeyList", await self._json(call))

    async def list_ledger(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerEntryList:
        """List the entries of your team's chain, newest first."""
        call = Call("GET", "/v1/govern/ledger", {}, {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.LedgerEntryList", await self._json(call))

    def iterate_ledger(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.LedgerEntry]:
        """List the entries of your team's chain, newest first."""
        call = Call("GET", "/v1/govern/ledger", {}, {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "entries")

    async def list_members(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.MemberList:
        """List members, by key."""
        call = Call("GET", "/v1/records/members", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.MemberList", await self._json(call))

    def iterate_members(
        self,
        *,
        policy: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Member]:
        """List members, by key."""
        call = Call("GET", "/v1/records/members", {}, {"policy": policy, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_messages(
        self,
        *,
        kind: Literal["device_alert", "text_message"] | None = None,
        state: Literal["queued", "sent", "failed"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.MessageList:
        """List messages, newest first."""
        call = Call("GET", "/v1/records/messages", {}, {"kind": kind, "state": state, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.MessageList", await self._json(call))

    def iterate_messages(
        self,
        *,
        kind: Literal["device_alert", "text_message"] | None = None,
        state: Literal["queued", "sent", "failed"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Message]:
        """List messages, newest first."""
        call = Call("GET", "/v1/records/messages", {}, {"kind": kind, "state": state, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_models(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Models:
        """List the models that your team may use."""
        call = Call("GET", "/v1/models", {}, {}, None, False, None, timeout, headers)
        return cast("types.Models", await self._json(call))

    async def list_operator_questions(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorQuestions:
        """List what an operator run asked people, and their answers."""
        call = Call("GET", "/v1/operators/runs/{run_id}/questions", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorQuestions", await self._json(call))

    async def list_operator_runs(
        self,
        *,
        status: Literal["running", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorRunList:
        """List operator runs, newest first."""
        call = Call("GET", "/v1/operators/runs", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.OperatorRunList", await self._json(call))

    def iterate_operator_runs(
        self,
        *,
        status: Literal["running", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.OperatorRunSummary]:
        """List operator runs, newest first."""
        call = Call("GET", "/v1/operators/runs", {}, {"status": status, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    async def list_payouts(
        self,
        *,
        status: Literal["queued", "held", "withdrawn", "paid", "failed"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PayoutList:
        """List payouts, newest first."""
        call = Call("GET", "/v1/records/payouts", {}, {"status": status, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.PayoutList", await self._json(call))

    def iterate_payouts(
        self,
        *,
        status: Literal["queued", "held", "withdrawn", "paid", "failed"] | None = None,
        policy: str | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Payout]:
        """List payouts, newest first."""
        call = Call("GET", "/v1/records/payouts", {}, {"status": status, "policy": policy, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_people(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PersonList:
        """List your team's people."""
        call = Call("GET", "/v1/people", {}, {}, None, False, None, timeout, headers)
        return cast("types.PersonList", await self._json(call))

    async def list_policies(
        self,
        *,
        status: Literal["active", "lapsed", "cancelled"] | None = None,
        product: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PolicyList:
        """List policies, by key."""
        call = Call("GET", "/v1/records/policies", {}, {"status": status, "product": product, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.PolicyList", await self._json(call))

    def iterate_policies(
        self,
        *,
        status: Literal["active", "lapsed", "cancelled"] | None = None,
        product: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Policy]:
        """List policies, by key."""
        call = Call("GET", "/v1/records/policies", {}, {"status": status, "product": product, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_products(
        self,
        *,
        rule_set: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ProductList:
        """List products, by key."""
        call = Call("GET", "/v1/records/products", {}, {"rule_set": rule_set, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ProductList", await self._json(call))

    def iterate_products(
        self,
        *,
        rule_set: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Product]:
        """List products, by key."""
        call = Call("GET", "/v1/records/products", {}, {"rule_set": rule_set, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_review_policies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewPolicyList:
        """List the versions of your team's rules for reviews."""
        call = Call("GET", "/v1/reviews/policy/versions", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ReviewPolicyList", await self._json(call))

    def iterate_review_policies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.ReviewPolicy]:
        """List the versions of your team's rules for reviews."""
        call = Call("GET", "/v1/reviews/policy/versions", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "versions")

    async def list_reviews(
        self,
        *,
        state: Literal["open", "claimed", "decided", "expired", "superseded"] | None = None,
        kind: Literal["escalation", "payout", "tool_call", "operator", "quality", "switch", "witness", "ledger", "step", "act"] | None = None,
        assignee: str | None = None,
        due_before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewList:
        """List what waits for a person, oldest due first."""
        call = Call("GET", "/v1/reviews", {}, {"state": state, "kind": kind, "assignee": assignee, "due_before": due_before, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.ReviewList", await self._json(call))

    def iterate_reviews(
        self,
        *,
        state: Literal["open", "claimed", "decided", "expired", "superseded"] | None = None,
        kind: Literal["escalation", "payout", "tool_call", "operator", "quality", "switch", "witness", "ledger", "step", "act"] | None = None,
        assignee: str | None = None,
        due_before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.ReviewSummary]:
        """List what waits for a person, oldest due first."""
        call = Call("GET", "/v1/reviews", {}, {"state": state, "kind": kind, "assignee": assignee, "due_before": due_before, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "reviews")

    async def list_rule_sets(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetList:
        """List the rule sets: those that come with the service, and your own."""
        call = Call("GET", "/v1/rule-sets", {}, {}, None, False, None, timeout, headers)
        return cast("types.RuleSetList", await self._json(call))

    async def list_runs(
        self,
        *,
        vertical: types.RunVertical | None = None,
        status: Literal["running", "succeeded", "error"] | None = None,
        case_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RunList:
        """List runs, newest first."""
        call = Call("GET", "/v1/workforce/runs", {}, {"vertical": vertical, "status": status, "case_id": case_id, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.RunList", await self._json(call))

    def iterate_runs(
        self,
        *,
        vertical: types.RunVertical | None = None,
        status: Literal["running", "succeeded", "error"] | None = None,
        case_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Run]:
        """List runs, newest first."""
        call = Call("GET", "/v1/workforce/runs", {}, {"vertical": vertical, "status": status, "case_id": case_id, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "runs")

    async def list_sandbox_packages(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxPackages:
        """List the Python packages of sandboxes."""
        call = Call("GET", "/v1/sandboxes/packages", {}, {}, None, False, None, timeout, headers)
        return cast("types.SandboxPackages", await self._json(call))

    async def list_sandboxes(
        self,
        *,
        state: Literal["opening", "open", "ended"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxList:
        """List your team's sandboxes."""
        call = Call("GET", "/v1/sandboxes", {}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.SandboxList", await self._json(call))

    def iterate_sandboxes(
        self,
        *,
        state: Literal["opening", "open", "ended"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Sandbox]:
        """List your team's sandboxes."""
        call = Call("GET", "/v1/sandboxes", {}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "sandboxes")

    async def list_sessions(
        self,
        *,
        person_id: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SessionList:
        """List open sessions."""
        call = Call("GET", "/v1/sessions", {}, {"person_id": person_id}, None, False, None, timeout, headers)
        return cast("types.SessionList", await self._json(call))

    async def list_switches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SwitchList:
        """List what is suspended, and every act on a switch."""
        call = Call("GET", "/v1/govern/switches", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.SwitchList", await self._json(call))

    def iterate_switches(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Switch]:
        """List what is suspended, and every act on a switch."""
        call = Call("GET", "/v1/govern/switches", {}, {"limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "suspended")

    async def list_systems(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SystemList:
        """List the AI systems that your team uses."""
        call = Call("GET", "/v1/govern/systems", {}, {}, None, False, None, timeout, headers)
        return cast("types.SystemList", await self._json(call))

    async def list_team_verticals(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalList:
        """List your team's own verticals."""
        call = Call("GET", "/v1/verticals", {}, {}, None, False, None, timeout, headers)
        return cast("types.TeamVerticalList", await self._json(call))

    async def list_tickets(
        self,
        *,
        vertical: str | None = None,
        status: Literal["closed", "with_person"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TicketList:
        """List tickets, newest first."""
        call = Call("GET", "/v1/records/tickets", {}, {"vertical": vertical, "status": status, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.TicketList", await self._json(call))

    def iterate_tickets(
        self,
        *,
        vertical: str | None = None,
        status: Literal["closed", "with_person"] | None = None,
        run_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.Ticket]:
        """List tickets, newest first."""
        call = Call("GET", "/v1/records/tickets", {}, {"vertical": vertical, "status": status, "run_id": run_id, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "records")

    async def list_verticals(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.VerticalList:
        """List the verticals."""
        call = Call("GET", "/v1/workforce/verticals", {}, {}, None, False, None, timeout, headers)
        return cast("types.VerticalList", await self._json(call))

    async def list_webhook_deliveries(
        self,
        id: str,
        *,
        state: Literal["pending", "delivered", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDeliveryList:
        """List a webhook's deliveries, newest first."""
        call = Call("GET", "/v1/webhooks/{id}/deliveries", {"id": id}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return cast("types.WebhookDeliveryList", await self._json(call))

    def iterate_webhook_deliveries(
        self,
        id: str,
        *,
        state: Literal["pending", "delivered", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[types.WebhookDelivery]:
        """List a webhook's deliveries, newest first."""
        call = Call("GET", "/v1/webhooks/{id}/deliveries", {"id": id}, {"state": state, "limit": limit, "cursor": cursor}, None, False, None, timeout, headers)
        return self._pages(call, "deliveries")

    async def list_webhooks(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookList:
        """List your team's webhooks."""
        call = Call("GET", "/v1/webhooks", {}, {}, None, False, None, timeout, headers)
        return cast("types.WebhookList", await self._json(call))

    async def list_witnesses(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WitnessList:
        """List the witnesses, each with what it took last."""
        call = Call("GET", "/v1/govern/witnesses", {}, {}, None, False, None, timeout, headers)
        return cast("types.WitnessList", await self._json(call))

    async def make_checkpoint(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Checkpoint:
        """Sign a checkpoint over all current rows in the team's chain."""
        call = Call("POST", "/v1/govern/checkpoints", {}, {}, None, False, None, timeout, headers)
        return cast("types.Checkpoint", await self._json(call))

    async def make_operator_video(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OperatorVideo:
        """Have a video of a finished run made."""
        call = Call("POST", "/v1/operators/runs/{run_id}/video", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.OperatorVideo", await self._json(call))

    async def open_sandbox(
        self,
        body: types.OpenSandbox,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Sandbox:
        """Open a sandbox that keeps files and variables."""
        call = Call("POST", "/v1/sandboxes", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Sandbox", await self._json(call))

    async def propose_agent_policy(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Propose a draft for approval."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/propose", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", await self._json(call))

    async def propose_rule_set(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Propose a draft for approval."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/propose", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", await self._json(call))

    async def propose_team_vertical(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Propose a draft for approval."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/propose", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", await self._json(call))

    async def put_agent_policy_draft(
        self,
        id: str,
        version: int,
        body: types.AgentPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Write a draft."""
        call = Call("PUT", "/v1/agent-policies/{id}/versions/{version}", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.AgentPolicyVersion", await self._json(call))

    async def put_connector(
        self,
        name: str,
        body: types.PutConnector,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Connector:
        """Create or replace a connector."""
        call = Call("PUT", "/v1/connectors/{name}", {"name": name}, {}, body, False, None, timeout, headers)
        return cast("types.Connector", await self._json(call))

    async def put_credential(
        self,
        name: str,
        body: types.PutCredential,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Credential:
        """Create or replace a credential."""
        call = Call("PUT", "/v1/credentials/{name}", {"name": name}, {}, body, False, None, timeout, headers)
        return cast("types.Credential", await self._json(call))

    async def put_rule_set_draft(
        self,
        id: str,
        version: int,
        body: types.RuleSet,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Write a draft."""
        call = Call("PUT", "/v1/rule-sets/{id}/versions/{version}", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.RuleSetVersion", await self._json(call))

    async def put_team_vertical_draft(
        self,
        id: str,
        version: int,
        body: types.TeamVertical,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Write a draft."""
        call = Call("PUT", "/v1/verticals/{id}/versions/{version}", {"id": id, "version": version}, {}, body, False, None, timeout, headers)
        return cast("types.TeamVerticalVersion", await self._json(call))

    async def reactivate_person(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Person:
        """Reactivate a person."""
        call = Call("POST", "/v1/people/{id}/reactivate", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Person", await self._json(call))

    async def read_account(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Read one of the accounts."""
        call = Call("GET", "/v1/records/accounts/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Account", await self._json(call))

    async def read_caller(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RegisteredCaller:
        """Read one of the callers."""
        call = Call("GET", "/v1/records/callers/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.RegisteredCaller", await self._json(call))

    async def read_claim(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Claim:
        """Read one of the claims."""
        call = Call("GET", "/v1/records/claims/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Claim", await self._json(call))

    async def read_claim_response(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ClaimResponse:
        """Read the outcome of a claim as a FHIR ClaimResponse."""
        call = Call("GET", "/v1/workforce/runs/{id}/claim-response", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.ClaimResponse", await self._json(call))

    async def read_counter(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Counter:
        """Read one of the counters."""
        call = Call("GET", "/v1/records/counters/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Counter", await self._json(call))

    async def read_hospital(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Hospital:
        """Read one of the hospitals."""
        call = Call("GET", "/v1/records/hospitals/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Hospital", await self._json(call))

    async def read_member(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Member:
        """Read one of the members."""
        call = Call("GET", "/v1/records/members/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Member", await self._json(call))

    async def read_message(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Message:
        """Read one of the messages."""
        call = Call("GET", "/v1/records/messages/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Message", await self._json(call))

    async def read_own_record(
        self,
        collection: str,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OwnRecord:
        """Read one of your team's own records, masked."""
        call = Call("GET", "/v1/collections/{collection}/{key}", {"collection": collection, "key": key}, {}, None, False, None, timeout, headers)
        return cast("types.OwnRecord", await self._json(call))

    async def read_payout(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Payout:
        """Read one of the payouts."""
        call = Call("GET", "/v1/records/payouts/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Payout", await self._json(call))

    async def read_policy(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Policy:
        """Read one of the policies."""
        call = Call("GET", "/v1/records/policies/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Policy", await self._json(call))

    async def read_product(
        self,
        key: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Product:
        """Read one of the products."""
        call = Call("GET", "/v1/records/products/{key}", {"key": key}, {}, None, False, None, timeout, headers)
        return cast("types.Product", await self._json(call))

    async def read_ticket(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Ticket:
        """Read one of the tickets."""
        call = Call("GET", "/v1/records/tickets/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.Ticket", await self._json(call))

    async def readiness(
        self,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Readiness:
        """Check whether the process can serve requests, with the state of each dependency."""
        call = Call("GET", "/readyz", {}, {}, None, False, None, timeout, headers)
        return cast("types.Readiness", await self._json(call))

    async def record_act(
        self,
        body: types.RecordAct,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RecordedActWithReceipt:
        """Report what an agent did."""
        call = Call("POST", "/v1/govern/record", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.RecordedActWithReceipt", await self._json(call))

    async def redeliver_webhook(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDelivery:
        """Deliver an event again."""
        call = Call("POST", "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver", {"id": id, "delivery_id": delivery_id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.WebhookDelivery", await self._json(call))

    async def release_review(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Review:
        """Give a claimed review back."""
        call = Call("POST", "/v1/reviews/{id}/release", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Review", await self._json(call))

    async def report_payout(
        self,
        id: str,
        body: types.PayoutReport,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Payout:
        """Report that a payout was paid, or that it failed."""
        call = Call("POST", "/v1/records/payouts/{id}/status", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Payout", await self._json(call))

    async def revise_run(
        self,
        id: str,
        body: types.ReviseRun,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Run:
        """Go on with a case that was sent back."""
        call = Call("POST", "/v1/workforce/runs/{id}/revisions", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Run", await self._json(call))

    async def revoke_key(
        self,
        id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ApiKey:
        """Revoke a key."""
        call = Call("DELETE", "/v1/admin/keys/{id}", {"id": id}, {}, None, False, None, timeout, headers)
        return cast("types.ApiKey", await self._json(call))

    async def roll_back_agent_policy(
        self,
        id: str,
        version: int,
        body: types.RollBackRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentPolicyVersion:
        """Take an active version out of force."""
        call = Call("POST", "/v1/agent-policies/{id}/versions/{version}/roll-back", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.AgentPolicyVersion", await self._json(call))

    async def roll_back_rule_set(
        self,
        id: str,
        version: int,
        body: types.RollBackRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetVersion:
        """Take an active version out of force."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/roll-back", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.RuleSetVersion", await self._json(call))

    async def roll_back_team_vertical(
        self,
        id: str,
        version: int,
        body: types.RollBackRuleSet,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.TeamVerticalVersion:
        """Take an active version out of force."""
        call = Call("POST", "/v1/verticals/{id}/versions/{version}/roll-back", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.TeamVerticalVersion", await self._json(call))

    async def rotate_key(
        self,
        id: str,
        body: types.RotateKey | None = None,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.IssuedApiKey:
        """Replace a key."""
        call = Call("POST", "/v1/admin/keys/{id}/rotate", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.IssuedApiKey", await self._json(call))

    async def rotate_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookWithSecret:
        """Replace a webhook's secret and its Ed25519 key."""
        call = Call("POST", "/v1/webhooks/{id}/rotate", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.WebhookWithSecret", await self._json(call))

    async def run_agent_task(
        self,
        body: types.AgentTaskRequest,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AgentTaskWithReceipt | types.AgentTask:
        """Have an agent do a task with Python."""
        call = Call("POST", "/v1/agents/tasks", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.AgentTaskWithReceipt | types.AgentTask", await self._json(call))

    async def run_code(
        self,
        body: types.RunCode,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CodeRunWithReceipt:
        """Run Python or Bash in a fresh sandbox."""
        call = Call("POST", "/v1/run", {}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.CodeRunWithReceipt", await self._json(call))

    async def run_in_sandbox(
        self,
        id: str,
        body: types.RunInSandbox,
        *,
        receipt: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SandboxRunWithReceipt:
        """Run Python or Bash in an open sandbox."""
        call = Call("POST", "/v1/sandboxes/{id}/run", {"id": id}, {"receipt": receipt}, body, True, idempotency_key, timeout, headers)
        return cast("types.SandboxRunWithReceipt", await self._json(call))

    def run_live(
        self,
        body: types.LiveRunInput,
        *,
        stream: Literal["ag-ui", "ai-sdk", "ledger"] | None = None,
        idempotency_key: str | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Event]:
        """Run a case live."""
        call = Call("POST", "/v1/workforce/run", {}, {"stream": stream}, body, True, idempotency_key, None, headers, last_event_id)
        return self._events(call)

    async def scan_text(
        self,
        body: types.Scan,
        *,
        receipt: bool | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ScanResultWithReceipt:
        """Find and mask Indian identifiers in a text."""
        call = Call("POST", "/v1/govern/scan", {}, {"receipt": receipt}, body, False, None, timeout, headers)
        return cast("types.ScanResultWithReceipt", await self._json(call))

    async def set_review_policy(
        self,
        body: types.SetReviewPolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReviewPolicy:
        """Set your team's rules for reviews."""
        call = Call("PUT", "/v1/reviews/policy", {}, {}, body, False, None, timeout, headers)
        return cast("types.ReviewPolicy", await self._json(call))

    async def set_rule_set_bounds(
        self,
        id: str,
        body: types.SetRuleSetBounds,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RuleSetBounds:
        """Set what a version must have shown before it can be activated."""
        call = Call("PUT", "/v1/rule-sets/{id}/bounds", {"id": id}, {}, body, False, None, timeout, headers)
        return cast("types.RuleSetBounds", await self._json(call))

    async def set_switch(
        self,
        body: types.SetSwitch,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Switch:
        """Suspend or resume work of your team."""
        call = Call("POST", "/v1/govern/switches", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Switch", await self._json(call))

    async def start_backtest(
        self,
        id: str,
        version: int,
        body: types.StartBacktest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Backtest:
        """Try a version on finished runs."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/backtests", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Backtest", await self._json(call))

    async def start_operator_run(
        self,
        body: types.StartOperator,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.StartedOperator:
        """Have an operator finish a task on a desktop."""
        call = Call("POST", "/v1/operators/run", {}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.StartedOperator", await self._json(call))

    async def start_run(
        self,
        id: types.RunVertical,
        body: types.StartRun | None = None,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Run:
        """Start a simulated run."""
        call = Call("POST", "/v1/workforce/verticals/{id}/runs", {"id": id}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Run", await self._json(call))

    async def start_shadow(
        self,
        id: str,
        version: int,
        body: types.StartShadow,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Shadow:
        """Run a proposed version in shadow."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/shadow", {"id": id, "version": version}, {}, body, True, idempotency_key, timeout, headers)
        return cast("types.Shadow", await self._json(call))

    async def stop_shadow(
        self,
        id: str,
        version: int,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Shadow:
        """Stop the shadow of a version."""
        call = Call("POST", "/v1/rule-sets/{id}/versions/{version}/shadow/stop", {"id": id, "version": version}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.Shadow", await self._json(call))

    async def test_connector(
        self,
        name: str,
        body: types.TestConnector,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ConnectorTest:
        """Try a connector."""
        call = Call("POST", "/v1/connectors/{name}/test", {"name": name}, {}, body, False, None, timeout, headers)
        return cast("types.ConnectorTest", await self._json(call))

    async def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDelivery:
        """Send a test event."""
        call = Call("POST", "/v1/webhooks/{id}/test", {"id": id}, {}, None, True, idempotency_key, timeout, headers)
        return cast("types.WebhookDelivery", await self._json(call))

    async def verify_ledger(
        self,
        *,
        since: Literal["start", "checkpoint"] | None = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LedgerVerification:
        """Verify the team's chain."""
        call = Call("GET", "/v1/govern/verify", {}, {"since": since}, None, False, None, timeout, headers)
        return cast("types.LedgerVerification", await self._json(call))

    async def verify_receipt(
        self,
        body: types.VerifyReceipt,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ReceiptCheck:
        """Check a receipt."""
        call = Call("POST", "/v1/govern/receipts/verify", {}, {}, body, False, None, timeout, headers)
        return cast("types.ReceiptCheck", await self._json(call))

    async def watch_operator_run(
        self,
        run_id: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ViewAddress:
        """Get a fresh address to watch an operator run."""
        call = Call("POST", "/v1/operators/runs/{run_id}/view", {"run_id": run_id}, {}, None, False, None, timeout, headers)
        return cast("types.ViewAddress", await self._json(call))

    async def write_account(
        self,
        key: str,
        body: types.WriteAccount,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Write one of the accounts."""
        call = Call("PUT", "/v1/records/accounts/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Account", await self._json(call))

    async def write_caller(
        self,
        key: str,
        body: types.WriteCaller,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RegisteredCaller:
        """Write one of the callers."""
        call = Call("PUT", "/v1/records/callers/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.RegisteredCaller", await self._json(call))

    async def write_counter(
        self,
        key: str,
        body: types.WriteCounter,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Counter:
        """Write one of the counters."""
        call = Call("PUT", "/v1/records/counters/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Counter", await self._json(call))

    async def write_hospital(
        self,
        key: str,
        body: types.WriteHospital,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Hospital:
        """Write one of the hospitals."""
        call = Call("PUT", "/v1/records/hospitals/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Hospital", await self._json(call))

    async def write_member(
        self,
        key: str,
        body: types.WriteMember,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Member:
        """Write one of the members."""
        call = Call("PUT", "/v1/records/members/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Member", await self._json(call))

    async def write_own_record(
        self,
        collection: str,
        key: str,
        body: types.WriteOwnRecord,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.OwnRecord:
        """Write one of your team's own records."""
        call = Call("PUT", "/v1/collections/{collection}/{key}", {"collection": collection, "key": key}, {}, body, False, None, timeout, headers)
        return cast("types.OwnRecord", await self._json(call))

    async def write_policy(
        self,
        key: str,
        body: types.WritePolicy,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Policy:
        """Write one of the policies."""
        call = Call("PUT", "/v1/records/policies/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Policy", await self._json(call))

    async def write_product(
        self,
        key: str,
        body: types.WriteProduct,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Product:
        """Write one of the products."""
        call = Call("PUT", "/v1/records/products/{key}", {"key": key}, {}, body, False, None, timeout, headers)
        return cast("types.Product", await self._json(call))
