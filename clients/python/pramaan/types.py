# Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.
"""Types of what the API takes and returns."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Account(TypedDict):
    number: str
    pan: str | None
    email: str
    status: Literal["active", "locked", "fraud_hold", "closed"]
    failed_logins: int
    updated_at: Timestamp


class AccountList(TypedDict):
    records: list[Account]
    next_cursor: str | None


ActivateRuleSet = TypedDict("ActivateRuleSet", {
    "from": NotRequired['str'],
})


class Actor(TypedDict):
    kind: Literal["person", "key", "service"]
    id: str
    name: str


class AddPerson(TypedDict):
    name: str
    roles: list[Role]
    subject: NotRequired[str]


class AdjudicatedAmount(TypedDict):
    claimed: str
    approved: str
    patient_pays: str


AdjudicationOutcome: TypeAlias = 'Literal["approve", "approve_part", "refer"]'


class Adjustment(TypedDict):
    line: int | None
    stage: Literal["gates", "window", "lists", "day_caps", "proportion", "sublimits", "deductible", "balance", "copay"]
    code: str
    amount: str
    formula: str
    clause: str


class AgentFile(TypedDict):
    id: str | None
    name: str
    size: int
    left_out: Literal["too_large", "too_many", "unreadable", "kind_not_allowed"] | None


class AgentPolicyTestsItem(TypedDict):
    name: str
    agent: str
    action: str
    resource: str
    input: NotRequired[dict[str, Any]]
    session: NotRequired[SessionFacts]
    expect: Literal["allow", "deny", "ask"]


class AgentPolicy(TypedDict):
    id: str
    version: int
    title: str
    effective_from: str
    cedar: str
    tests: list[AgentPolicyTestsItem]


class AgentPolicyDryRunBefore(TypedDict):
    allow: int
    deny: int
    ask: int


class AgentPolicyDryRunAfter(TypedDict):
    allow: int
    deny: int
    ask: int


class AgentPolicyDryRunDifferencesItem(TypedDict):
    row_id: str
    ledger_ref: str
    agent: str
    action: str
    resource: str
    before: Literal["allow", "deny", "ask"]
    after: Literal["allow", "deny", "ask"]


class AgentPolicyDryRun(TypedDict):
    decisions: int
    skipped: int
    before: AgentPolicyDryRunBefore
    after: AgentPolicyDryRunAfter
    differences: list[AgentPolicyDryRunDifferencesItem]


class AgentPolicyListPoliciesItem(TypedDict):
    id: str
    title: str
    ledger_ref: str
    in_force: PinnedRuleSet | None


class AgentPolicyList(TypedDict):
    policies: list[AgentPolicyListPoliciesItem]


class AgentPolicyOutputTestsItem(TypedDict):
    name: str
    agent: str
    action: str
    resource: str
    input: dict[str, Any]
    session: SessionFactsOutput
    expect: Literal["allow", "deny", "ask"]


class AgentPolicyOutput(TypedDict):
    id: str
    version: int
    title: str
    effective_from: str
    cedar: str
    tests: list[AgentPolicyOutputTestsItem]


class AgentPolicyVersionDrafted(TypedDict):
    by: Actor
    at: Timestamp


class AgentPolicyVersionProposed(TypedDict):
    by: Actor
    at: Timestamp


class AgentPolicyVersionApproved(TypedDict):
    by: Actor
    at: Timestamp


class AgentPolicyVersionActivated(TypedDict):
    by: Actor
    at: Timestamp


class AgentPolicyVersionRetired(TypedDict):
    by: Actor
    at: Timestamp


class AgentPolicyVersion(TypedDict):
    version: int
    owner: Literal["service", "team"]
    state: RuleSetState
    title: str
    sha256: str
    basis: Literal["admission", "policy_start", "run_day"]
    effective_from: str
    active_from: str | None
    drafted: AgentPolicyVersionDrafted | None
    proposed: AgentPolicyVersionProposed | None
    approved: AgentPolicyVersionApproved | None
    activated: AgentPolicyVersionActivated | None
    retired: AgentPolicyVersionRetired | None
    document: AgentPolicyOutput
    faults: NotRequired[list[RuleSetFault]]


class AgentPolicyWithVersions(TypedDict):
    id: str
    title: str
    ledger_ref: str
    in_force: PinnedRuleSet | None
    versions: list[RuleSetVersionSummary]


class AgentRunList(TypedDict):
    runs: list[ListedAgentRun]
    next_cursor: str | None


class AgentRunModel(TypedDict):
    name: str
    turns: int
    tool_calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost: float


class AgentRunStep(TypedDict):
    type: Literal["code"]
    code: str
    stdout: str
    stderr: str
    exit_code: int | None
    truncated: bool


class AgentTaskWaitingFor(TypedDict):
    kind: Literal["review"]
    review_id: str
    tool: str
    since: Timestamp


class AgentTaskError(TypedDict):
    code: str
    message: str


class AgentTaskContinued(TypedDict):
    ref: str
    sandbox: Literal["fresh"]
    variables: list[str]


class AgentTask(TypedDict):
    result: str | None
    status: Literal["running", "succeeded", "error"]
    waiting_for: AgentTaskWaitingFor | None
    steps: list[AgentRunStep]
    ended_by: str | None
    error: AgentTaskError | None
    unverified_numbers: list[str]
    disabled_links: list[str]
    input_files: list[AgentFile]
    files: list[AgentFile]
    output: Any
    tags: list[str]
    continued: AgentTaskContinued | None
    model: AgentRunModel
    created_at: Timestamp
    finished_at: Timestamp | None
    ledger_ref: str


AgentTaskRequest = TypedDict("AgentTaskRequest", {
    "task": 'str',
    "data": NotRequired['str'],
    "filename": NotRequired['str'],
    "model": NotRequired['str'],
    "files": NotRequired['list[GivenFile]'],
    "continue": NotRequired['str'],
    "instructions": NotRequired['str'],
    "pictures": NotRequired['list[GivenPicture]'],
    "output_schema": NotRequired['dict[str, Any]'],
    "max_steps": NotRequired['int'],
    "max_tokens": NotRequired['int'],
    "timeout_ms": NotRequired['int'],
    "tags": NotRequired['list[str]'],
})


class AgentTaskWithReceiptWaitingFor(TypedDict):
    kind: Literal["review"]
    review_id: str
    tool: str
    since: Timestamp


class AgentTaskWithReceiptError(TypedDict):
    code: str
    message: str


class AgentTaskWithReceiptContinued(TypedDict):
    ref: str
    sandbox: Literal["fresh"]
    variables: list[str]


class AgentTaskWithReceipt(TypedDict):
    result: str | None
    status: Literal["running", "succeeded", "error"]
    waiting_for: AgentTaskWithReceiptWaitingFor | None
    steps: list[AgentRunStep]
    ended_by: str | None
    error: AgentTaskWithReceiptError | None
    unverified_numbers: list[str]
    disabled_links: list[str]
    input_files: list[AgentFile]
    files: list[AgentFile]
    output: Any
    tags: list[str]
    continued: AgentTaskWithReceiptContinued | None
    model: AgentRunModel
    created_at: Timestamp
    finished_at: Timestamp | None
    ledger_ref: str
    receipt: NotRequired[ReceiptOutput | None]


class AnalysisChartsItem(TypedDict):
    name: str
    image_b64: str


class AnalysisTablesItem(TypedDict):
    name: str
    columns: list[str]
    rows: list[list[str | float | bool | None]]
    rows_total: int
    truncated: bool


class AnalysisWaitingFor(TypedDict):
    kind: Literal["review"]
    review_id: str
    tool: str
    since: Timestamp


class AnalysisError(TypedDict):
    code: str
    message: str


class AnalysisContinued(TypedDict):
    ref: str
    sandbox: Literal["fresh"]
    variables: list[str]


class Analysis(TypedDict):
    answer: str | None
    charts: list[AnalysisChartsItem]
    tables: list[AnalysisTablesItem]
    dataset: Dataset | None
    datasets: list[Dataset]
    status: Literal["running", "succeeded", "error"]
    waiting_for: AnalysisWaitingFor | None
    steps: list[AgentRunStep]
    ended_by: str | None
    error: AnalysisError | None
    unverified_numbers: list[str]
    disabled_links: list[str]
    input_files: list[AgentFile]
    files: list[AgentFile]
    output: Any
    tags: list[str]
    continued: AnalysisContinued | None
    model: AgentRunModel
    created_at: Timestamp
    finished_at: Timestamp | None
    ledger_ref: str


AnalysisRequest = TypedDict("AnalysisRequest", {
    "question": 'str',
    "data": NotRequired['str'],
    "data_b64": NotRequired['str'],
    "model": NotRequired['str'],
    "datasets": NotRequired['list[GivenDataset]'],
    "continue": NotRequired['str'],
    "instructions": NotRequired['str'],
    "pictures": NotRequired['list[GivenPicture]'],
    "output_schema": NotRequired['dict[str, Any]'],
    "max_steps": NotRequired['int'],
    "max_tokens": NotRequired['int'],
    "timeout_ms": NotRequired['int'],
    "tags": NotRequired['list[str]'],
})


class AnalysisWithReceiptChartsItem(TypedDict):
    name: str
    image_b64: str


class AnalysisWithReceiptTablesItem(TypedDict):
    name: str
    columns: list[str]
    rows: list[list[str | float | bool | None]]
    rows_total: int
    truncated: bool


class AnalysisWithReceiptWaitingFor(TypedDict):
    kind: Literal["review"]
    review_id: str
    tool: str
    since: Timestamp


class AnalysisWithReceiptError(TypedDict):
    code: str
    message: str


class AnalysisWithReceiptContinued(TypedDict):
    ref: str
    sandbox: Literal["fresh"]
    variables: list[str]


class AnalysisWithReceipt(TypedDict):
    answer: str | None
    charts: list[AnalysisWithReceiptChartsItem]
    tables: list[AnalysisWithReceiptTablesItem]
    dataset: Dataset | None
    datasets: list[Dataset]
    status: Literal["running", "succeeded", "error"]
    waiting_for: AnalysisWithReceiptWaitingFor | None
    steps: list[AgentRunStep]
    ended_by: str | None
    error: AnalysisWithReceiptError | None
    unverified_numbers: list[str]
    disabled_links: list[str]
    input_files: list[AgentFile]
    files: list[AgentFile]
    output: Any
    tags: list[str]
    continued: AnalysisWithReceiptContinued | None
    model: AgentRunModel
    created_at: Timestamp
    finished_at: Timestamp | None
    ledger_ref: str
    receipt: NotRequired[ReceiptOutput | None]


class ApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    scopes: list[Scope]
    created_at: Timestamp
    expires_at: Timestamp | None
    revoked_at: Timestamp | None
    last_used_at: Timestamp | None


class ApiKeyList(TypedDict):
    keys: list[ApiKey]


class Approval(TypedDict):
    id: str
    approve: bool
    answer: NotRequired[str]


class AskRule(TypedDict):
    tools: list[Literal["read_case", "verify_identity", "look_up_records", "score_risk", "run_diagnostics", "state_finding", "call_outside", "apply_fix", "verify_recovery", "decide", "write_record", "run_python"]]
    runs: NotRequired[list[Literal["live", "task", "analysis"]]]
    verticals: NotRequired[list[VerticalId | str]]
    amount_above: NotRequired[int]
    risk_at_least: NotRequired[Literal["medium", "high"]]
    confidence_below: NotRequired[float]


class BacktestResultApproved(TypedDict):
    before: str
    after: str


class BacktestResultCodesValue(TypedDict):
    before: int
    after: int


class BacktestResultSkipped(TypedDict):
    erased: int
    incomplete: int
    failed: int


class BacktestResultDifferencesItemBeforeReasonsItem(TypedDict):
    code: str
    detail: str


class BacktestResultDifferencesItemBeforeHitsItem(TypedDict):
    row: str
    says: str


class BacktestResultDifferencesItemBeforeAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class BacktestResultDifferencesItemBefore(TypedDict):
    decision: str
    reasons: list[BacktestResultDifferencesItemBeforeReasonsItem]
    hits: list[BacktestResultDifferencesItemBeforeHitsItem]
    adjudication: NotRequired[BacktestResultDifferencesItemBeforeAdjudication]


class BacktestResultDifferencesItemAfterReasonsItem(TypedDict):
    code: str
    detail: str


class BacktestResultDifferencesItemAfterHitsItem(TypedDict):
    row: str
    says: str


class BacktestResultDifferencesItemAfterAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class BacktestResultDifferencesItemAfter(TypedDict):
    decision: str
    reasons: list[BacktestResultDifferencesItemAfterReasonsItem]
    hits: list[BacktestResultDifferencesItemAfterHitsItem]
    adjudication: NotRequired[BacktestResultDifferencesItemAfterAdjudication]


class BacktestResultDifferencesItem(TypedDict):
    run_id: str
    amount: str | None
    before: BacktestResultDifferencesItemBefore
    after: BacktestResultDifferencesItemAfter


class BacktestResultEachItemBeforeReasonsItem(TypedDict):
    code: str
    detail: str


class BacktestResultEachItemBeforeHitsItem(TypedDict):
    row: str
    says: str


class BacktestResultEachItemBeforeAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class BacktestResultEachItemBefore(TypedDict):
    decision: str
    reasons: list[BacktestResultEachItemBeforeReasonsItem]
    hits: list[BacktestResultEachItemBeforeHitsItem]
    adjudication: NotRequired[BacktestResultEachItemBeforeAdjudication]


class BacktestResultEachItemAfterReasonsItem(TypedDict):
    code: str
    detail: str


class BacktestResultEachItemAfterHitsItem(TypedDict):
    row: str
    says: str


class BacktestResultEachItemAfterAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class BacktestResultEachItemAfter(TypedDict):
    decision: str
    reasons: list[BacktestResultEachItemAfterReasonsItem]
    hits: list[BacktestResultEachItemAfterHitsItem]
    adjudication: NotRequired[BacktestResultEachItemAfterAdjudication]


class BacktestResultEachItem(TypedDict):
    run_id: str
    before: BacktestResultEachItemBefore
    after: BacktestResultEachItemAfter


class BacktestResult(TypedDict):
    runs: int
    matrix: dict[str, int]
    as_recorded: int
    other_reasons: int
    other_amounts: int
    approved: BacktestResultApproved | None
    codes: dict[str, BacktestResultCodesValue]
    skipped: BacktestResultSkipped
    differences: list[BacktestResultDifferencesItem]
    each: NotRequired[list[BacktestResultEachItem]]


Backtest = TypedDict("Backtest", {
    "id": 'str',
    "state": 'Literal["running", "succeeded", "failed"]',
    "rule_set": 'PinnedRuleSet',
    "against": 'PinnedRuleSet',
    "vertical": 'VerticalId',
    "from": 'Timestamp | None',
    "to": 'Timestamp',
    "total": 'int',
    "done": 'int',
    "result": 'BacktestResult',
    "asked_by": 'Actor',
    "created_at": 'Timestamp',
    "finished_at": 'Timestamp | None',
})


class CallerList(TypedDict):
    records: list[RegisteredCaller]
    next_cursor: str | None


Case: TypeAlias = 'dict[str, Any]'


class ChangeRoles(TypedDict):
    roles: list[Role] | None


class CheckAgentPolicy(TypedDict):
    document: dict[str, Any]


class CheckRuleSet(TypedDict):
    document: dict[str, Any]


class CheckTeamVertical(TypedDict):
    document: dict[str, Any]


class CheckedRuleSet(TypedDict):
    ok: bool
    sha256: str | None
    tests: int | None
    faults: list[RuleSetFault]


class Checkpoint(TypedDict):
    origin: str
    size: int
    root: str
    checkpoint: str
    created_at: Timestamp
    cosigned_by: list[str]


class CheckpointList(TypedDict):
    checkpoints: list[Checkpoint]
    next_cursor: str | None


class ClaimReasonsItem(TypedDict):
    code: str
    detail: str


class ClaimReview(TypedDict):
    id: str
    option: Literal["approve", "reject", "resolve", "send_back", "refer", "deny", "agree", "disagree"]
    reason: str | None
    at: Timestamp


class Claim(TypedDict):
    id: str
    claim_id: str
    run_id: str
    policy: str | None
    pan: str | None
    aadhaar: str | None
    diagnosis: str | None
    admission: Day | None
    discharge: Day | None
    amount: Rupees | None
    accident: bool
    decision: Literal["approve", "escalate"]
    reasons: list[ClaimReasonsItem]
    risk_score: int
    outcome: AdjudicationOutcome | None
    approved: Rupees | None
    review: ClaimReview | None
    submissions: int
    payout_id: str | None
    filed_at: Timestamp
    updated_at: Timestamp


class ClaimList(TypedDict):
    records: list[Claim]
    next_cursor: str | None


class ClaimResponse(TypedDict):
    resourceType: Literal["ClaimResponse"]
    outcome: str


class CodeRunWithReceiptEgressAttemptsItem(TypedDict):
    host: str
    port: int | None


class CodeRunWithReceiptChartsItem(TypedDict):
    name: str
    image_b64: str


class CodeRunWithReceipt(TypedDict):
    language: Literal["python", "bash"]
    stdout: str
    stderr: str
    result: Any
    result_truncated: bool
    exit_code: int
    signal: str | None
    timed_out: bool
    oom_killed: bool
    truncated: bool
    stdout_truncated: bool
    stderr_truncated: bool
    stdout_bytes: int
    stderr_bytes: int
    duration_ms: float
    files: list[LeftFile]
    files_truncated: bool
    egress_attempts: list[CodeRunWithReceiptEgressAttemptsItem]
    egress_attempts_more: int
    charts: list[CodeRunWithReceiptChartsItem]
    sandbox_id: str
    ledger_ref: str
    receipt: NotRequired[ReceiptOutput | None]


class CodecLogin(TypedDict):
    key: str


class CommentReview(TypedDict):
    text: str


class ConnectorHttpOauth(TypedDict):
    token_url: str
    client_id: str
    scope: NotRequired[str]


class ConnectorHttp(TypedDict):
    method: Literal["GET", "POST"]
    url: str
    headers: dict[str, str]
    body: NotRequired[Schema1]
    not_found: list[int]
    idempotent: bool
    secret_headers: list[str]
    oauth: ConnectorHttpOauth | None
    mutual_tls: bool
    own_ca: bool


class ConnectorPostgres(TypedDict):
    host: str
    port: int
    database: str
    user: str
    tls: Literal["verify", "off"]
    statement: str
    own_ca: bool


class ConnectorInbound(TypedDict):
    shape: Literal["fhir.claim", "nhcx", "pagerduty.v3", "alertmanager.v4", "zendesk.event", "freshdesk", "exotel.status", "custom"]
    vertical: VerticalId
    scheme: Literal["standard_webhooks", "pagerduty", "zendesk", "bearer", "basic", "header", "query", "jwt"]
    header: NotRequired[str]
    user: NotRequired[str]
    public_keys: NotRequired[list[str]]
    audience: NotRequired[str]
    tolerance_s: int
    event_id: NotRequired[str]
    secrets: int
    private_keys: int
    url: str


class Connector(TypedDict):
    id: str
    name: str
    kind: Literal["http", "postgres", "inbound"]
    serves: Literal["policies", "hospitals", "accounts", "callers", "messages", "cases"]
    version: int
    http: ConnectorHttp | None
    postgres: ConnectorPostgres | None
    inbound: ConnectorInbound | None
    mapping: str | None
    timeout_ms: int
    created_at: Timestamp
    updated_at: Timestamp
    state: ConnectorState


ConnectorCode: TypeAlias = 'Literal["address_refused", "unresolved", "unreachable", "tls_failed", "timed_out", "closed_early", "redirected", "status", "credentials_refused", "too_large", "not_json", "statement_failed", "mapping_failed", "record_invalid", "ambiguous", "circuit_open"]'


class ConnectorList(TypedDict):
    connectors: list[Connector]


class ConnectorState(TypedDict):
    state: Literal["up", "down", "unknown"]
    failures: int
    code: ConnectorCode | None
    answered_at: Timestamp | None
    failed_at: Timestamp | None
    retry_at: Timestamp | None


class ConnectorTest(TypedDict):
    ok: bool
    found: bool | None
    record: dict[str, Any] | None
    answer_hash: str | None
    duration_ms: float
    code: ConnectorCode | None
    detail: str | None


class ConsistencyProofFrom(TypedDict):
    size: int
    root: str


class ConsistencyProofTo(TypedDict):
    size: int
    root: str


ConsistencyProof = TypedDict("ConsistencyProof", {
    "origin": 'str',
    "from": 'ConsistencyProofFrom',
    "to": 'ConsistencyProofTo',
    "checkpoint": 'str | None',
    "proof": 'list[str]',
})


class Counter(TypedDict):
    key: str
    policy: str
    year: Day
    benefit: str
    member: str | None
    used: Rupees
    reserved: Rupees
    updated_at: Timestamp


class CounterList(TypedDict):
    records: list[Counter]
    next_cursor: str | None


class CreateWebhook(TypedDict):
    url: str
    events: list[EventType]


class Credential(TypedDict):
    id: str
    name: str
    hosts: list[str]
    fields: list[str]
    totp: bool
    version: int
    created_at: Timestamp
    updated_at: Timestamp


class CredentialList(TypedDict):
    credentials: list[Credential]


class DatasetTablesItemColumnsItem(TypedDict):
    name: str
    type: str


class DatasetTablesItem(TypedDict):
    name: str
    rows: int
    rejected: int
    columns: list[DatasetTablesItemColumnsItem]


class Dataset(TypedDict):
    name: NotRequired[str]
    kind: str
    encoding: NotRequired[str]
    delimiter: NotRequired[str | None]
    tables: list[DatasetTablesItem]
    notes: list[DatasetNote]


class DatasetNote(TypedDict):
    code: str
    detail: str
    ambiguous: bool
    column: NotRequired[str]
    lines: NotRequired[list[int]]


Day: TypeAlias = 'str'


class DecideAct(TypedDict):
    agent: str
    session: NotRequired[str]
    action: str
    resource: str
    input: NotRequired[dict[str, Any]]
    review_id: NotRequired[str]


class DecideReview(TypedDict):
    option: ReviewOption
    reason: NotRequired[str]
    note: NotRequired[str]
    documents: NotRequired[list[str]]
    approved_amount: NotRequired[str]
    answer: NotRequired[str]
    arguments: NotRequired[dict[str, Any]]


class DecidedActWithReceipt(TypedDict):
    decision: Literal["allow", "deny", "ask"]
    reason: Literal["permitted", "approved", "needs_approval", "no_policy", "not_permitted", "forbidden", "policy_failed", "person_denied", "approval_used", "approval_expired", "review_expired"]
    detail: str
    policies: list[str]
    decided_by: list[PinnedRuleSet]
    masked_input: dict[str, Any]
    review_id: str | None
    ledger_ref: str
    row_id: str | None
    receipt: NotRequired[ReceiptOutput | None]


class DeletedRecordWithReceipt(TypedDict):
    deleted: Literal[True]
    ledger_ref: str
    receipt: NotRequired[ReceiptOutput | None]


class DescribeSystem(TypedDict):
    owner: str | None
    risk_tier: Literal["low", "medium", "high"] | None
    validator: str | None
    approved_on: str | None
    next_review: str | None


DocumentKind: TypeAlias = 'Literal["claim_form", "discharge_summary", "hospital_bill", "id_proof", "prescription", "cheque", "other"]'


class DocumentOfRunPagesItem(TypedDict):
    number: int
    width: float
    height: float
    notes: list[str]
    coverage: float


class DocumentOfRunMembersItem(TypedDict):
    name: str
    value: str
    page: int
    box: list[float]
    confidence: float
    source: Literal["text", "ocr", "handwriting"]


class DocumentOfRun(TypedDict):
    file_id: str
    kind: DocumentKind | None
    why: str
    pages: list[DocumentOfRunPagesItem]
    members: list[DocumentOfRunMembersItem]


class DocumentsOfRun(TypedDict):
    documents: list[DocumentOfRun]


class DryRunAgentPolicy(TypedDict):
    limit: NotRequired[int]


class EgressLists(TypedDict):
    installation: list[str]
    team: list[str]


class ErasedDocumentWithReceipt(TypedDict):
    id: str
    ledger_ref: str
    receipt: NotRequired[ReceiptOutput | None]


class ErasureWithReceipt(TypedDict):
    ledger_ref: str
    erased_ref: str
    values: int
    seq: int
    row_hash: str
    erased_at: Timestamp
    receipt: NotRequired[ReceiptOutput | None]


EventType: TypeAlias = 'Literal["run.succeeded", "run.error", "run.escalated", "review.opened", "review.decided", "review.due_soon", "sla.breached", "payout.queued", "payout.held", "task.done", "analysis.done", "operator.done", "operator.approval_needed", "egress.blocked", "ledger.alert", "checkpoint.signed", "safety.suspended"]'


class ExtractDocument(TypedDict):
    type: NotRequired[Literal["auto", "pan", "aadhaar", "gstin", "invoice", "bank"]]
    text: NotRequired[str]
    document_b64: NotRequired[str]


class ExtractedInvoiceNumber(TypedDict):
    value: str
    well_formed: bool
    start: int
    end: int
    confidence: float


class ExtractedInvoiceItemsItemChecks(TypedDict):
    amount: bool | None
    tax: bool | None
    total: bool | None


class ExtractedInvoiceItemsItem(TypedDict):
    hsn: str
    description: str
    quantity: str | None
    unit_price: str | None
    taxable: str | None
    rate: str | None
    tax: str | None
    total: str | None
    checks: ExtractedInvoiceItemsItemChecks
    start: int
    end: int
    confidence: float


class ExtractedInvoiceTotalsItem(TypedDict):
    kind: Literal["taxable", "cgst", "sgst", "igst", "cess", "round_off", "total"]
    rupees: str
    rate: str | None
    start: int
    end: int
    confidence: float


class ExtractedInvoiceChecks(TypedDict):
    rates: bool | None
    halves: bool | None
    total: bool | None
    items: bool | None
    supply: bool | None


class ExtractedInvoice(TypedDict):
    number: ExtractedInvoiceNumber | None
    items: list[ExtractedInvoiceItemsItem]
    totals: list[ExtractedInvoiceTotalsItem]
    supply: Literal["intra-state", "inter-state"] | None
    checks: ExtractedInvoiceChecks


class ExtractionDetailsPansItem(TypedDict):
    value: str
    valid: bool
    suggestion: NotRequired[str]
    start: int
    end: int
    confidence: float
    holder: str | None


class ExtractionDetailsAadhaarItem(TypedDict):
    value: str
    valid: bool
    suggestion: NotRequired[str]
    start: int
    end: int
    confidence: float


class ExtractionDetailsGstinItem(TypedDict):
    value: str
    valid: bool
    suggestion: NotRequired[str]
    start: int
    end: int
    confidence: float
    state: str | None
    pan: str | None


class ExtractionDetailsIfscItem(TypedDict):
    value: str
    valid: bool
    suggestion: NotRequired[str]
    start: int
    end: int
    confidence: float
    bank: str | None


class ExtractionDetailsAccountsItem(TypedDict):
    value: str
    start: int
    end: int
    confidence: float


class ExtractionDetailsAmountsItem(TypedDict):
    raw: str
    rupees: str | None
    form: Literal["figures", "words"]
    start: int
    end: int
    confidence: float


class ExtractionDetailsDatesItem(TypedDict):
    kind: Literal["date_of_birth", "invoice_date", "due_date", "issue_date", "admission_date", "discharge_date", "date"]
    value: str
    start: int
    end: int
    confidence: float


class ExtractionDetailsName(TypedDict):
    value: str
    start: int
    end: int
    confidence: float


class ExtractionDetailsRelativeName(TypedDict):
    value: str
    start: int
    end: int
    confidence: float


class ExtractionDetailsDateOfBirth(TypedDict):
    value: str
    start: int
    end: int
    confidence: float


class ExtractionDetails(TypedDict):
    pans: list[ExtractionDetailsPansItem]
    aadhaar: list[ExtractionDetailsAadhaarItem]
    gstin: list[ExtractionDetailsGstinItem]
    ifsc: list[ExtractionDetailsIfscItem]
    accounts: list[ExtractionDetailsAccountsItem]
    amounts: list[ExtractionDetailsAmountsItem]
    dates: list[ExtractionDetailsDatesItem]
    name: ExtractionDetailsName | None
    relative_name: ExtractionDetailsRelativeName | None
    date_of_birth: ExtractionDetailsDateOfBirth | None
    invoice: ExtractedInvoice | None


class ExtractionWithReceiptFields(TypedDict):
    pan: NotRequired[str]
    aadhaar: NotRequired[list[str]]
    gstin: NotRequired[list[str]]
    ifsc: NotRequired[str]
    amounts: NotRequired[list[str]]


class ExtractionWithReceiptValidations(TypedDict):
    pan_format: NotRequired[bool]
    aadhaar_checksum: NotRequired[bool]
    gstin_checksum: NotRequired[bool]
    ifsc_format: NotRequired[bool]


class ExtractionWithReceiptNotesItem(TypedDict):
    code: Literal["other-kind", "arithmetic", "words-differ", "misread", "split-number", "poor-scan", "part-not-read", "layer-differs", "pages-left-out"]
    detail: str


class ExtractionWithReceipt(TypedDict):
    type: Literal["auto", "pan", "aadhaar", "gstin", "invoice", "bank"]
    fields: ExtractionWithReceiptFields
    validations: ExtractionWithReceiptValidations
    valid: bool
    redacted: str
    pii: list[Literal["aadhaar", "card", "email", "gstin", "pan", "phone"]]
    details: ExtractionDetails
    fits: bool
    notes: list[ExtractionWithReceiptNotesItem]
    document: NotRequired[ReadDocument]
    ledger_ref: str
    receipt: NotRequired[ReceiptOutput | None]


class Finding(TypedDict):
    type: str
    start: int
    end: int
    masked: str
    confidence: float


class GivenDataset(TypedDict):
    name: str
    data: NotRequired[str]
    data_b64: NotRequired[str]
    file_id: NotRequired[str]


class GivenFile(TypedDict):
    name: NotRequired[str]
    content: NotRequired[str]
    content_b64: NotRequired[str]
    file_id: NotRequired[str]


class GivenPicture(TypedDict):
    name: NotRequired[str]
    content_b64: NotRequired[str]
    file_id: NotRequired[str]


class Health(TypedDict):
    status: Literal["ok"]


class Hospital(TypedDict):
    key: str
    name: str
    in_network: bool


class HospitalList(TypedDict):
    records: list[Hospital]
    next_cursor: str | None


class ImportReportErrorsItem(TypedDict):
    line: int
    column: str | None
    reason: str


class ImportReport(TypedDict):
    ledger_ref: str | None
    kind: Literal["policies", "hospitals", "accounts", "callers", "products", "members", "counters"]
    format: Literal["csv", "jsonl"]
    dry_run: bool
    partial: bool
    sha256: str
    bytes: int
    rows: int
    inserted: int
    updated: int
    unchanged: int
    refused: int
    errors: list[ImportReportErrorsItem]
    more_errors: int


class ImportReportWithReceiptErrorsItem(TypedDict):
    line: int
    column: str | None
    reason: str


class ImportReportWithReceipt(TypedDict):
    ledger_ref: str | None
    kind: Literal["policies", "hospitals", "accounts", "callers", "products", "members", "counters"]
    format: Literal["csv", "jsonl"]
    dry_run: bool
    partial: bool
    sha256: str
    bytes: int
    rows: int
    inserted: int
    updated: int
    unchanged: int
    refused: int
    errors: list[ImportReportWithReceiptErrorsItem]
    more_errors: int
    receipt: NotRequired[ReceiptOutput | None]


class InboundReceipt(TypedDict):
    status: Literal["accepted", "duplicate", "ignored"]
    run_id: str | None
    ledger_ref: str | None
    timestamp: NotRequired[str]
    api_call_id: NotRequired[str]
    correlation_id: NotRequired[str]


class InputFile(TypedDict):
    name: str
    content: NotRequired[str]
    content_b64: NotRequired[str]


class IssueKey(TypedDict):
    name: str
    scopes: NotRequired[list[Literal["runs:write", "runs:read", "ledger:read", "scan", "govern", "documents", "code:run", "agents", "analyze", "operators:read", "operators:write", "reviews:read", "reviews:decide", "records:read", "records:write", "documents:write", "rules:read", "rules:write", "rules:approve", "webhooks", "usage:read", "safety", "people", "admin"]]]
    expires_in_days: NotRequired[int]


class IssuedApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    scopes: list[Scope]
    created_at: Timestamp
    expires_at: Timestamp | None
    revoked_at: Timestamp | None
    last_used_at: Timestamp | None
    key: str


class LedgerEntries(TypedDict):
    ledger_ref: str
    entries: list[LedgerEntry]


class LedgerEntry(TypedDict):
    seq: int
    id: str
    team_id: str
    ledger_ref: str
    step: int
    action: str
    actor: Actor | None
    governance: str
    summary: str
    detail: dict[str, Any]
    created_at: Timestamp
    prev_hash: str
    row_hash: str
    body: str


class LedgerEntryList(TypedDict):
    entries: list[LedgerEntry]
    next_cursor: str | None


class LedgerProof(TypedDict):
    ledger_ref: str
    receipt: ReceiptOutput | None
    pending: list[int]


class LedgerVerification(TypedDict):
    ok: bool
    checked: int
    first_broken: int | None
    reason: str | None
    since: NotRequired[int]


class LeftFile(TypedDict):
    name: str
    size: int
    content_b64: NotRequired[str]
    content_truncated: NotRequired[bool]


class LinkForm(TypedDict):
    token: str


class ListedAgentRun(TypedDict):
    ledger_ref: str
    status: Literal["running", "succeeded", "error"]
    ended_by: str | None
    tags: list[str]
    model: AgentRunModel
    created_at: Timestamp
    finished_at: Timestamp | None


class LiveRunInputForwardedProps(TypedDict):
    vertical: NotRequired[VerticalId | str]
    case: NotRequired[Case]
    model: NotRequired[str]


class LiveRunInput(TypedDict):
    vertical: NotRequired[VerticalId | str]
    case: NotRequired[Case]
    case_of: NotRequired[str]
    trial_version: NotRequired[int]
    model: NotRequired[str]
    forwardedProps: NotRequired[LiveRunInputForwardedProps]
    threadId: NotRequired[str]
    runId: NotRequired[str]
    parentRunId: NotRequired[str]
    protocolVersion: NotRequired[str]
    state: NotRequired[Any]
    messages: NotRequired[list[Any]]
    tools: NotRequired[list[Any]]
    context: NotRequired[list[Any]]
    resume: NotRequired[list[ResumeEntry]]


class LogKeysKeysItem(TypedDict):
    vkey: str
    key_id: str
    state: Literal["active", "retired"]
    published_at: Timestamp
    retired_at: Timestamp | None


class LogKeysWitnessesItem(TypedDict):
    name: str
    vkey: str


class LogKeys(TypedDict):
    origin: str
    keys: list[LogKeysKeysItem]
    witnesses: list[LogKeysWitnessesItem]


McpMessage: TypeAlias = 'dict[str, Any]'


class MeTeam(TypedDict):
    id: str
    name: str


class Me(TypedDict):
    actor: Actor
    name: str
    team: MeTeam
    roles: list[Role]
    scopes: list[Scope]
    session: Session | None
    csrf_token: str | None


class Member(TypedDict):
    number: str
    policy: str
    pan: str | None
    aadhaar: str | None
    birth: Day | None
    joined: Day
    pre_existing: list[str]
    updated_at: Timestamp


class MemberList(TypedDict):
    records: list[Member]
    next_cursor: str | None


class Message(TypedDict):
    id: str
    run_id: str
    kind: Literal["device_alert", "text_message"]
    to: str
    body: str
    state: Literal["queued", "sent", "failed"]
    code: str | None
    attempts: int
    queued_at: Timestamp
    ended_at: Timestamp | None


class MessageList(TypedDict):
    records: list[Message]
    next_cursor: str | None


class ModelPrices(TypedDict):
    input: float
    cached_input: float
    cache_write: float
    output: float


class Model(TypedDict):
    name: str
    default: bool
    prices: ModelPrices
    fallback: list[str]
    images: bool
    state: Literal["up", "down", "unknown"]


class Models(TypedDict):
    models: list[Model]


class OpenApiDocument(TypedDict):
    openapi: str


class OpenSandbox(TypedDict):
    libraries: NotRequired[Literal["standard", "data"]]
    memory_mb: NotRequired[int]
    env: NotRequired[dict[str, str]]
    idle_s: NotRequired[int]


class OperatorFile(TypedDict):
    id: str | None
    name: str
    folder: Literal["documents", "downloads"]
    size: int
    sha256: str | None
    left_out: Literal["too_large", "too_many", "unreadable", "kind_not_allowed"] | None


class OperatorQuestion(TypedDict):
    id: str
    risk: str | None
    wants: Literal["approval", "text", "choice", "take_over"] | None
    detail: str | None
    options: list[str] | None
    state: Literal["waiting", "approved", "refused", "answered", "declined", "no_answer"]
    answer: str | None
    answered_by: Actor | None
    asked_at: Timestamp
    answered_at: Timestamp | None


class OperatorQuestions(TypedDict):
    questions: list[OperatorQuestion]


class OperatorRunList(TypedDict):
    runs: list[OperatorRunSummary]
    next_cursor: str | None


class OperatorRunSummary(TypedDict):
    run_id: str
    status: Literal["running", "done"]
    success: NotRequired[bool]
    result: NotRequired[str]
    ended_by: str | None
    sandbox_id: str
    ledger_ref: str
    created_at: Timestamp
    finished_at: Timestamp | None


class OperatorRunWithReceipt(TypedDict):
    run_id: str
    status: Literal["running", "done"]
    success: NotRequired[bool]
    result: NotRequired[str]
    ended_by: str | None
    sandbox_id: str
    ledger_ref: str
    created_at: Timestamp
    finished_at: Timestamp | None
    steps: list[OperatorStep]
    output: Any
    files: list[OperatorFile]
    pending_approval: PendingApproval | None
    model: AgentRunModel | None
    final_screenshot_b64: NotRequired[str]
    receipt: NotRequired[ReceiptOutput | None]


class OperatorState(TypedDict):
    run_id: str
    status: Literal["running", "done"]
    success: NotRequired[bool]
    result: NotRequired[str]
    ended_by: str | None
    sandbox_id: str
    ledger_ref: str
    created_at: Timestamp
    finished_at: Timestamp | None
    steps: list[OperatorStep]
    files: list[OperatorFile]
    pending_approval: PendingApproval | None
    model: AgentRunModel | None


class OperatorStep(TypedDict):
    n: int
    action: str
    detail: str
    status: Literal["done", "refused", "failed", "interrupted"]
    screenshot_sha256: str | None
    box: list[int] | None
    at: Timestamp


class OperatorVideo(TypedDict):
    run_id: str
    status: Literal["making", "ready", "failed", "erased"]
    sha256: str | None
    size: int | None
    length_ms: int | None
    created_at: Timestamp
    finished_at: Timestamp | None


class OwnRecord(TypedDict):
    collection: str
    record: dict[str, Any]


class PassedCheck(TypedDict):
    stage: str
    detail: str


class Payload(TypedDict):
    metadata: NotRequired[dict[str, str]]
    data: NotRequired[str]


class PayloadOutput(TypedDict):
    metadata: NotRequired[dict[str, str]]
    data: NotRequired[str]


class Payloads(TypedDict):
    payloads: list[Payload]


class PayloadsOutput(TypedDict):
    payloads: list[PayloadOutput]


class Payout(TypedDict):
    id: str
    claim: str
    claim_id: str
    run_id: str
    policy: str
    amount: Rupees
    status: Literal["queued", "held", "withdrawn", "paid", "failed"]
    hold_reason: str | None
    attempt: int
    reference: str | None
    queued_at: Timestamp
    settled_at: Timestamp | None
    updated_at: Timestamp


class PayoutList(TypedDict):
    records: list[Payout]
    next_cursor: str | None


class PayoutReport(TypedDict):
    status: Literal["paid", "failed"]
    reference: str


class PendingApproval(TypedDict):
    id: str
    risk: str
    detail: str
    wants: Literal["approval", "text", "choice", "take_over"]
    options: list[str] | None
    until: Timestamp


class Person(TypedDict):
    id: str
    name: str
    roles: list[Role]
    roles_from: Literal["provider", "here"]
    subject: str | None
    created_at: Timestamp
    signed_in_at: Timestamp | None
    deactivated_at: Timestamp | None


class PersonList(TypedDict):
    people: list[Person]


class PinnedRuleSet(TypedDict):
    id: str
    version: int
    sha256: str
    owner: Literal["service", "team"]


class PolicySlabsItem(TypedDict):
    since: Day
    sum_insured: Rupees


class Policy(TypedDict):
    number: str
    status: Literal["active", "lapsed", "cancelled"]
    cover_from: Day
    cover_to: Day
    since: Day
    sum_insured: Rupees
    used: Rupees
    reserved: Rupees
    room_rent_limit: Rupees | None
    product: str | None
    kind: Literal["individual", "floater"]
    bonus: Rupees
    slabs: list[PolicySlabsItem] | None


class PolicyList(TypedDict):
    records: list[Policy]
    next_cursor: str | None


ProblemErrorsItem = TypedDict("ProblemErrorsItem", {
    "in": 'Literal["body", "query", "header"]',
    "pointer": 'str',
    "message": 'str',
})


Problem = TypedDict("Problem", {
    "type": 'str',
    "title": 'str',
    "status": 'int',
    "detail": 'str',
    "request_id": 'str',
    "errors": NotRequired['list[ProblemErrorsItem]'],
    "import": NotRequired['ImportReport'],
    "ledger_ref": NotRequired['str'],
})


class Product(TypedDict):
    code: str
    title: str
    rule_set: str


class ProductList(TypedDict):
    records: list[Product]
    next_cursor: str | None


class ProductTermsWaitsItem(TypedDict):
    id: str
    code: str
    exclusion: NotRequired[str]
    title: str
    days: NotRequired[int]
    months: NotRequired[int]
    when: NotRequired[str]
    clause: str


class ProductTermsStay(TypedDict):
    code: str
    unless: str
    clause: str


class ProductTermsWindow(TypedDict):
    before_days: int
    after_days: int
    clause: str


class ProductTermsListsItem(TypedDict):
    head: str
    code: str
    title: str
    items: str
    clause: str


class ProductTermsDayCapsItem(TypedDict):
    code: str
    head: str
    limit: RuleLimit
    clause: str


class ProductTermsProportion(TypedDict):
    code: str
    room: str
    heads: list[str]
    unless: NotRequired[str]
    clause: str


class ProductTermsSublimitsItem(TypedDict):
    id: str
    code: str
    title: str
    heads: NotRequired[list[str]]
    when: NotRequired[str]
    part: NotRequired[str]
    limit: RuleLimit
    per: Literal["hospitalisation", "policy_year"]
    each: NotRequired[Literal["member"]]
    clause: str


class ProductTermsDeductible(TypedDict):
    amount: int
    per: Literal["claim", "policy_year"]
    when: NotRequired[str]
    clause: str


class ProductTermsBalance(TypedDict):
    clause: str


class ProductTermsCopayItem(TypedDict):
    percent: float
    when: NotRequired[str]
    clause: str


class ProductTerms(TypedDict):
    heads: dict[str, list[str]]
    waits: list[ProductTermsWaitsItem]
    stay: NotRequired[ProductTermsStay]
    window: ProductTermsWindow
    lists: list[ProductTermsListsItem]
    day_caps: list[ProductTermsDayCapsItem]
    proportion: NotRequired[ProductTermsProportion]
    sublimits: list[ProductTermsSublimitsItem]
    deductible: NotRequired[ProductTermsDeductible]
    balance: ProductTermsBalance
    copay: list[ProductTermsCopayItem]
    stages: list[Literal["sublimits", "deductible", "balance", "copay"]]


class ProtectedResource(TypedDict):
    resource: str
    resource_name: str
    authorization_servers: list[str]
    scopes_supported: list[str]
    bearer_methods_supported: list[Literal["header"]]


class PutConnectorHttpOauth(TypedDict):
    token_url: str
    client_id: str
    scope: NotRequired[str]
    client_secret: str


class PutConnectorHttp(TypedDict):
    method: NotRequired[Literal["GET", "POST"]]
    url: str
    headers: NotRequired[dict[str, str]]
    body: NotRequired[Schema0]
    not_found: NotRequired[list[int]]
    idempotent: NotRequired[bool]
    secret_headers: NotRequired[dict[str, str]]
    oauth: NotRequired[PutConnectorHttpOauth]
    client_certificate: NotRequired[str]
    client_key: NotRequired[str]
    ca: NotRequired[str]


class PutConnectorPostgres(TypedDict):
    host: str
    port: NotRequired[int]
    database: str
    user: str
    tls: NotRequired[Literal["verify", "off"]]
    statement: str
    password: str
    ca: NotRequired[str]


class PutConnectorInbound(TypedDict):
    shape: Literal["fhir.claim", "nhcx", "pagerduty.v3", "alertmanager.v4", "zendesk.event", "freshdesk", "exotel.status", "custom"]
    vertical: NotRequired[VerticalId]
    scheme: Literal["standard_webhooks", "pagerduty", "zendesk", "bearer", "basic", "header", "query", "jwt"]
    header: NotRequired[str]
    user: NotRequired[str]
    public_keys: NotRequired[list[str]]
    audience: NotRequired[str]
    tolerance_s: NotRequired[int]
    event_id: NotRequired[str]
    secrets: NotRequired[list[str]]
    private_keys: NotRequired[list[str]]


class PutConnector(TypedDict):
    kind: Literal["http", "postgres", "inbound"]
    serves: Literal["policies", "hospitals", "accounts", "callers", "messages", "cases"]
    http: NotRequired[PutConnectorHttp]
    postgres: NotRequired[PutConnectorPostgres]
    inbound: NotRequired[PutConnectorInbound]
    mapping: NotRequired[str]
    timeout_ms: NotRequired[int]


class PutCredential(TypedDict):
    hosts: list[str]
    fields: NotRequired[dict[str, str]]
    totp: NotRequired[Totp]


class ReadDocumentPagesItem(TypedDict):
    start: int
    end: int
    source: Literal["text", "ocr", "none"]
    confidence: float


class ReadDocument(TypedDict):
    kind: Literal["pdf", "image"]
    pages: list[ReadDocumentPagesItem]
    left_out: int
    text: str


class ReadinessDependenciesValue(TypedDict):
    state: Literal["up", "down", "off", "unknown"]
    latency_ms: NotRequired[float]
    detail: NotRequired[str]


class Readiness(TypedDict):
    status: Literal["ready", "degraded", "unavailable"]
    dependencies: dict[str, ReadinessDependenciesValue]


class ReceiptRowsItem(TypedDict):
    seq: int
    prev_hash: str
    row_hash: str
    body: str
    inclusion: list[str]


class Receipt(TypedDict):
    ledger_ref: str
    team_id: str
    origin: str
    checkpoint: str
    rows: list[ReceiptRowsItem]


class ReceiptCheck(TypedDict):
    ok: bool
    ledger_ref: str
    rows: list[int]
    size: int | None
    reason: str | None
    seq: int | None


class ReceiptOutputRowsItem(TypedDict):
    seq: int
    prev_hash: str
    row_hash: str
    body: str
    inclusion: list[str]


class ReceiptOutput(TypedDict):
    ledger_ref: str
    team_id: str
    origin: str
    checkpoint: str
    rows: list[ReceiptOutputRowsItem]


class RecordAct(TypedDict):
    agent: str
    session: NotRequired[str]
    action: str
    summary: str
    detail: NotRequired[dict[str, Any]]


class RecordedActWithReceipt(TypedDict):
    evidence: Literal["reported"]
    ledger_ref: str
    row_id: str
    seq: int
    row_hash: str
    receipt: NotRequired[ReceiptOutput | None]


class RegisteredCaller(TypedDict):
    id: str
    phone: str
    policy: str
    address: str
    updated_at: Timestamp


class ResumeEntryPayload(TypedDict):
    approved: bool
    reason: NotRequired[str]
    arguments: NotRequired[dict[str, Any]]


class ResumeEntry(TypedDict):
    interruptId: str
    status: Literal["resolved", "cancelled"]
    payload: NotRequired[ResumeEntryPayload]


class ReviewSubject(TypedDict):
    kind: Literal["claim", "ticket", "call", "payout", "tool_call", "action", "switch", "witness", "ledger", "case", "step", "act"]
    id: str | None
    case_id: str | None


class ReviewReasonsItem(TypedDict):
    code: str
    detail: str


class ReviewRisk(TypedDict):
    score: float
    band: Literal["low", "medium", "high"]
    rules: str
    features: dict[str, float]


class Review(TypedDict):
    id: str
    kind: ReviewKind
    state: ReviewState
    vertical: RunVertical | None
    run_id: str | None
    ledger_ref: str
    subject: ReviewSubject
    reasons: list[ReviewReasonsItem]
    risk: ReviewRisk | None
    options: list[ReviewOption]
    roles: dict[str, list[Role]]
    asked: list[Role]
    four_eyes: bool
    submitted_by: Actor | None
    remind_at: Timestamp
    due_at: Timestamp
    overdue: bool
    expires_at: Timestamp | None
    on_expiry: Literal["refer", "stay", "refuse"]
    claimed_by: Actor | None
    claimed_until: Timestamp | None
    decisions: list[ReviewDecision]
    created_at: Timestamp
    closed_at: Timestamp | None
    evidence: dict[str, Any]
    evidence_sha256: str
    comments: list[ReviewComment]


class ReviewComment(TypedDict):
    by: Actor
    text: str
    at: Timestamp


class ReviewDecision(TypedDict):
    by: Actor
    option: ReviewOption
    reason: str | None
    note: str | None
    documents: list[str]
    approved_amount: str | None
    at: Timestamp


ReviewKind: TypeAlias = 'Literal["escalation", "payout", "tool_call", "operator", "quality", "switch", "witness", "ledger", "step", "act"]'


class ReviewList(TypedDict):
    reviews: list[ReviewSummary]
    next_cursor: str | None


ReviewOption: TypeAlias = 'Literal["approve", "reject", "resolve", "send_back", "refer", "deny", "agree", "disagree"]'


class ReviewPolicy(TypedDict):
    four_eyes_above: int | None
    due_minutes: int
    remind_minutes: int
    expire_minutes: int
    ask: list[AskRule]
    ask_minutes: int
    ask_submitter: bool
    sample_one_in: int | None
    version: int
    set_by: Actor | None
    set_at: Timestamp | None


class ReviewPolicyList(TypedDict):
    versions: list[ReviewPolicy]
    next_cursor: str | None


ReviewState: TypeAlias = 'Literal["open", "claimed", "decided", "expired", "superseded"]'


class ReviewStatsWaitingItem(TypedDict):
    kind: ReviewKind
    role: Role
    open: int
    claimed: int
    overdue: int


class ReviewStatsDecidedItem(TypedDict):
    kind: ReviewKind
    role: Role
    decided: int
    late: int
    median_seconds: int


class ReviewStatsQuality(TypedDict):
    agreed: int
    disagreed: int
    agreement: float | None


class ReviewStats(TypedDict):
    since: Timestamp
    waiting: list[ReviewStatsWaitingItem]
    decided: list[ReviewStatsDecidedItem]
    quality: ReviewStatsQuality


class ReviewSummarySubject(TypedDict):
    kind: Literal["claim", "ticket", "call", "payout", "tool_call", "action", "switch", "witness", "ledger", "case", "step", "act"]
    id: str | None
    case_id: str | None


class ReviewSummaryReasonsItem(TypedDict):
    code: str
    detail: str


class ReviewSummaryRisk(TypedDict):
    score: float
    band: Literal["low", "medium", "high"]
    rules: str
    features: dict[str, float]


class ReviewSummary(TypedDict):
    id: str
    kind: ReviewKind
    state: ReviewState
    vertical: RunVertical | None
    run_id: str | None
    ledger_ref: str
    subject: ReviewSummarySubject
    reasons: list[ReviewSummaryReasonsItem]
    risk: ReviewSummaryRisk | None
    options: list[ReviewOption]
    roles: dict[str, list[Role]]
    asked: list[Role]
    four_eyes: bool
    submitted_by: Actor | None
    remind_at: Timestamp
    due_at: Timestamp
    overdue: bool
    expires_at: Timestamp | None
    on_expiry: Literal["refer", "stay", "refuse"]
    claimed_by: Actor | None
    claimed_until: Timestamp | None
    decisions: list[ReviewDecision]
    created_at: Timestamp
    closed_at: Timestamp | None


class ReviseRunDocumentsItem(TypedDict):
    name: str
    file_id: str
    kind: NotRequired[DocumentKind]


class ReviseRun(TypedDict):
    documents: NotRequired[list[ReviseRunDocumentsItem]]
    case: NotRequired[Case]


Role: TypeAlias = 'Literal["viewer", "analyst", "reviewer", "committee", "operator", "auditor", "safety", "admin"]'


class RollBackRuleSet(TypedDict):
    reason: str


class RotateKey(TypedDict):
    grace_seconds: NotRequired[int]


class RuleLimit(TypedDict):
    percent: NotRequired[float]
    amount: NotRequired[int]


class RuleSetInputsValue(TypedDict):
    type: Literal["int", "bool", "string", "list<string>"]
    default: int | bool | str | list[str]


class RuleSetTablesItemRowsItemThen(TypedDict):
    code: NotRequired[str]
    exclusion: NotRequired[str]
    detail: NotRequired[str]
    name: NotRequired[str]
    value: NotRequired[str]
    effect: NotRequired[Literal["refer", "exclude"]]


class RuleSetTablesItemRowsItem(TypedDict):
    id: str
    when: list[str]
    then: RuleSetTablesItemRowsItemThen
    clause: NotRequired[str]


class RuleSetTablesItem(TypedDict):
    id: str
    hit: Literal["first", "unique", "collect"]
    rows: list[RuleSetTablesItemRowsItem]


class RuleSetTestsItemExpect(TypedDict):
    codes: NotRequired[list[str]]
    values: NotRequired[dict[str, int]]
    outcome: NotRequired[Literal["approve", "approve_part", "refer"]]
    approved: NotRequired[str]


class RuleSetTestsItem(TypedDict):
    name: str
    given: dict[str, int | bool | str | list[str]]
    claim: NotRequired[dict[str, Any]]
    expect: RuleSetTestsItemExpect


class RuleSet(TypedDict):
    id: str
    version: int
    title: str
    effective_from: str
    basis: Literal["admission", "policy_start", "run_day"]
    inputs: dict[str, Literal["int", "bool", "string", "list<string>"] | RuleSetInputsValue]
    params: NotRequired[dict[str, int | bool | str]]
    lists: NotRequired[dict[str, list[str]]]
    tables: NotRequired[list[RuleSetTablesItem]]
    terms: NotRequired[ProductTerms]
    tests: list[RuleSetTestsItem]


class RuleSetBoundsSet(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetBounds(TypedDict):
    min_runs: int
    max_changed_percent: float | None
    max_amount_percent: float | None
    set: RuleSetBoundsSet | None


class RuleSetDiffFrom(TypedDict):
    version: int
    owner: Literal["service", "team"]
    sha256: str


class RuleSetDiffTo(TypedDict):
    version: int
    owner: Literal["service", "team"]
    sha256: str


class RuleSetDiffChangesItem(TypedDict):
    at: str
    before: Any
    after: Any


RuleSetDiff = TypedDict("RuleSetDiff", {
    "from": 'RuleSetDiffFrom',
    "to": 'RuleSetDiffTo',
    "changes": 'list[RuleSetDiffChangesItem]',
})


class RuleSetFault(TypedDict):
    at: str
    fault: str


class RuleSetHistoryMovesItem(TypedDict):
    at: Timestamp
    action: str
    version: int | None
    actor: Actor | None
    summary: str
    detail: dict[str, Any]
    row_id: str


class RuleSetHistory(TypedDict):
    moves: list[RuleSetHistoryMovesItem]


class RuleSetList(TypedDict):
    rule_sets: list[RuleSetSummary]


class RuleSetOutputInputsValue(TypedDict):
    type: Literal["int", "bool", "string", "list<string>"]
    default: int | bool | str | list[str]


class RuleSetOutputTablesItemRowsItemThen(TypedDict):
    code: NotRequired[str]
    exclusion: NotRequired[str]
    detail: NotRequired[str]
    name: NotRequired[str]
    value: NotRequired[str]
    effect: NotRequired[Literal["refer", "exclude"]]


class RuleSetOutputTablesItemRowsItem(TypedDict):
    id: str
    when: list[str]
    then: RuleSetOutputTablesItemRowsItemThen
    clause: NotRequired[str]


class RuleSetOutputTablesItem(TypedDict):
    id: str
    hit: Literal["first", "unique", "collect"]
    rows: list[RuleSetOutputTablesItemRowsItem]


class RuleSetOutputTestsItemExpect(TypedDict):
    codes: NotRequired[list[str]]
    values: NotRequired[dict[str, int]]
    outcome: NotRequired[Literal["approve", "approve_part", "refer"]]
    approved: NotRequired[str]


class RuleSetOutputTestsItem(TypedDict):
    name: str
    given: dict[str, int | bool | str | list[str]]
    claim: NotRequired[dict[str, Any]]
    expect: RuleSetOutputTestsItemExpect


class RuleSetOutput(TypedDict):
    id: str
    version: int
    title: str
    effective_from: str
    basis: Literal["admission", "policy_start", "run_day"]
    inputs: dict[str, Literal["int", "bool", "string", "list<string>"] | RuleSetOutputInputsValue]
    params: dict[str, int | bool | str]
    lists: dict[str, list[str]]
    tables: list[RuleSetOutputTablesItem]
    terms: NotRequired[ProductTerms]
    tests: list[RuleSetOutputTestsItem]


RuleSetState: TypeAlias = 'Literal["draft", "proposed", "approved", "active", "retired"]'


class RuleSetSummary(TypedDict):
    id: str
    title: str
    decides: VerticalId | None
    in_force: PinnedRuleSet | None


class RuleSetVersionDrafted(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionProposed(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionApproved(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionActivated(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionRetired(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersion(TypedDict):
    version: int
    owner: Literal["service", "team"]
    state: RuleSetState
    title: str
    sha256: str
    basis: Literal["admission", "policy_start", "run_day"]
    effective_from: str
    active_from: str | None
    drafted: RuleSetVersionDrafted | None
    proposed: RuleSetVersionProposed | None
    approved: RuleSetVersionApproved | None
    activated: RuleSetVersionActivated | None
    retired: RuleSetVersionRetired | None
    document: RuleSetOutput
    faults: NotRequired[list[RuleSetFault]]


class RuleSetVersionSummaryDrafted(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionSummaryProposed(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionSummaryApproved(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionSummaryActivated(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionSummaryRetired(TypedDict):
    by: Actor
    at: Timestamp


class RuleSetVersionSummary(TypedDict):
    version: int
    owner: Literal["service", "team"]
    state: RuleSetState
    title: str
    sha256: str
    basis: Literal["admission", "policy_start", "run_day"]
    effective_from: str
    active_from: str | None
    drafted: RuleSetVersionSummaryDrafted | None
    proposed: RuleSetVersionSummaryProposed | None
    approved: RuleSetVersionSummaryApproved | None
    activated: RuleSetVersionSummaryActivated | None
    retired: RuleSetVersionSummaryRetired | None


class RuleSetWithVersions(TypedDict):
    id: str
    title: str
    decides: VerticalId | None
    in_force: PinnedRuleSet | None
    ledger_ref: str | None
    versions: list[RuleSetVersionSummary]


class RunReasonsItem(TypedDict):
    code: str
    detail: str


class RunRisk(TypedDict):
    score: float
    band: Literal["low", "medium", "high"]
    rules: str
    features: dict[str, float]


class RunReview(TypedDict):
    id: str
    state: Literal["open", "decided", "expired", "superseded"]
    option: Literal["approve", "reject", "resolve", "send_back", "refer", "deny", "agree", "disagree"] | None
    reason: str | None
    documents: list[str]
    decided_at: Timestamp | None


class RunError(TypedDict):
    code: str
    message: str


class RunWaitingFor1(TypedDict):
    kind: Literal["review"]
    review_id: str
    tool: str
    since: Timestamp


class RunWaitingFor2(TypedDict):
    kind: Literal["records"]
    records: str
    connector: str
    code: str
    since: Timestamp
    asked_at: Timestamp


class RunModel(TypedDict):
    name: str
    turns: int
    tool_calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost: float
    ended_by: str | None


class Run(TypedDict):
    id: str
    vertical: RunVertical
    vertical_version: VerticalVersion | None
    mode: Literal["simulated", "live"]
    status: Literal["running", "succeeded", "error"]
    decision: str | None
    reasons: list[RunReasonsItem]
    risk: RunRisk | None
    decided_under: PinnedRuleSet | None
    review: RunReview | None
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    rule_set: PinnedRuleSet | None
    adjustments: NotRequired[list[Adjustment]]
    passed: NotRequired[list[PassedCheck]]
    ledger_ref: str
    steps: list[RunStep]
    case_id: str | None
    revision_of: str | None
    created_at: Timestamp
    finished_at: Timestamp | None
    error: RunError | None
    waiting_for: RunWaitingFor1 | RunWaitingFor2 | None
    model: RunModel | None
    documents: NotRequired[list[DocumentOfRun]]


class RunCode(TypedDict):
    language: NotRequired[Literal["python", "bash"]]
    code: str
    timeout_ms: NotRequired[int]
    stdin: NotRequired[str]
    files: NotRequired[list[InputFile]]
    return_files: NotRequired[list[str]]
    charts: NotRequired[bool]


class RunInSandbox(TypedDict):
    language: NotRequired[Literal["python", "bash"]]
    code: str
    timeout_ms: NotRequired[int]
    stdin: NotRequired[str]
    files: NotRequired[list[InputFile]]
    return_files: NotRequired[list[str]]
    charts: NotRequired[bool]


class RunList(TypedDict):
    runs: list[Run]
    next_cursor: str | None


class RunStep(TypedDict):
    n: int
    action: str
    status: Literal["done", "blocked", "pending", "skipped"]
    summary: str | None
    at: Timestamp | None


RunVertical: TypeAlias = 'str'


class RunWithReceiptReasonsItem(TypedDict):
    code: str
    detail: str


class RunWithReceiptRisk(TypedDict):
    score: float
    band: Literal["low", "medium", "high"]
    rules: str
    features: dict[str, float]


class RunWithReceiptReview(TypedDict):
    id: str
    state: Literal["open", "decided", "expired", "superseded"]
    option: Literal["approve", "reject", "resolve", "send_back", "refer", "deny", "agree", "disagree"] | None
    reason: str | None
    documents: list[str]
    decided_at: Timestamp | None


class RunWithReceiptError(TypedDict):
    code: str
    message: str


class RunWithReceiptWaitingFor1(TypedDict):
    kind: Literal["review"]
    review_id: str
    tool: str
    since: Timestamp


class RunWithReceiptWaitingFor2(TypedDict):
    kind: Literal["records"]
    records: str
    connector: str
    code: str
    since: Timestamp
    asked_at: Timestamp


class RunWithReceiptModel(TypedDict):
    name: str
    turns: int
    tool_calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost: float
    ended_by: str | None


class RunWithReceipt(TypedDict):
    id: str
    vertical: RunVertical
    vertical_version: VerticalVersion | None
    mode: Literal["simulated", "live"]
    status: Literal["running", "succeeded", "error"]
    decision: str | None
    reasons: list[RunWithReceiptReasonsItem]
    risk: RunWithReceiptRisk | None
    decided_under: PinnedRuleSet | None
    review: RunWithReceiptReview | None
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    rule_set: PinnedRuleSet | None
    adjustments: NotRequired[list[Adjustment]]
    passed: NotRequired[list[PassedCheck]]
    ledger_ref: str
    steps: list[RunStep]
    case_id: str | None
    revision_of: str | None
    created_at: Timestamp
    finished_at: Timestamp | None
    error: RunWithReceiptError | None
    waiting_for: RunWithReceiptWaitingFor1 | RunWithReceiptWaitingFor2 | None
    model: RunWithReceiptModel | None
    documents: NotRequired[list[DocumentOfRun]]
    receipt: Receipt | None


Rupees: TypeAlias = 'str'


class Sandbox(TypedDict):
    id: str
    ledger_ref: str
    state: Literal["opening", "open", "ended"]
    ended_because: Literal["deleted", "idle", "lifetime", "programs", "lost", "suspended", "busy", "unavailable"] | None
    libraries: Literal["standard", "data"]
    memory_mb: int
    idle_s: int
    programs: int
    created_at: Timestamp
    used_at: Timestamp
    ends_at: Timestamp
    ended_at: Timestamp | None


class SandboxList(TypedDict):
    sandboxes: list[Sandbox]
    next_cursor: str | None


class SandboxPackagesPackagesItem(TypedDict):
    name: str
    version: str


class SandboxPackages(TypedDict):
    packages: list[SandboxPackagesPackagesItem]


class SandboxRunWithReceiptEgressAttemptsItem(TypedDict):
    host: str
    port: int | None


class SandboxRunWithReceiptChartsItem(TypedDict):
    name: str
    image_b64: str


class SandboxRunWithReceipt(TypedDict):
    language: Literal["python", "bash"]
    stdout: str
    stderr: str
    result: Any
    result_truncated: bool
    exit_code: int
    signal: str | None
    timed_out: bool
    oom_killed: bool
    truncated: bool
    stdout_truncated: bool
    stderr_truncated: bool
    stdout_bytes: int
    stderr_bytes: int
    duration_ms: float
    files: list[LeftFile]
    files_truncated: bool
    egress_attempts: list[SandboxRunWithReceiptEgressAttemptsItem]
    egress_attempts_more: int
    charts: list[SandboxRunWithReceiptChartsItem]
    sandbox_id: str
    ledger_ref: str
    n: int
    variables_lost: bool
    receipt: NotRequired[ReceiptOutput | None]


class SandboxWithReceipt(TypedDict):
    id: str
    ledger_ref: str
    state: Literal["opening", "open", "ended"]
    ended_because: Literal["deleted", "idle", "lifetime", "programs", "lost", "suspended", "busy", "unavailable"] | None
    libraries: Literal["standard", "data"]
    memory_mb: int
    idle_s: int
    programs: int
    created_at: Timestamp
    used_at: Timestamp
    ends_at: Timestamp
    ended_at: Timestamp | None
    receipt: NotRequired[ReceiptOutput | None]


class Scan(TypedDict):
    text: str
    record: NotRequired[bool]


class ScanResultWithReceipt(TypedDict):
    flags: list[Literal["aadhaar", "pan", "gstin", "card", "email", "phone"]]
    risk: Literal["none", "low", "medium", "high"]
    entities: dict[str, int]
    masked: str
    findings: list[Finding]
    ledger_ref: str
    recorded: bool
    receipt: NotRequired[ReceiptOutput | None]


Schema0: TypeAlias = 'str | float | bool | None | list[Schema0] | dict[str, Schema0]'


Schema1: TypeAlias = 'str | float | bool | None | list[Schema1] | dict[str, Schema1]'


Scope: TypeAlias = 'Literal["runs:write", "runs:read", "ledger:read", "scan", "govern", "documents", "code:run", "agents", "analyze", "operators:read", "operators:write", "reviews:read", "reviews:decide", "records:read", "records:write", "documents:write", "rules:read", "rules:write", "rules:approve", "webhooks", "usage:read", "safety", "people", "admin", "codec"]'


class ServiceDescriptionLinks(TypedDict):
    reference: str
    workforce_contract: str
    services_contract: str
    verticals: str
    health: str
    readiness: str


class ServiceDescription(TypedDict):
    name: Literal["Pramaan"]
    description: str
    links: ServiceDescriptionLinks
    documentation: str


class Session(TypedDict):
    id: str
    person_id: str
    name: str
    signed_in_with: Literal["provider", "link"]
    client: str
    created_at: Timestamp
    last_used_at: Timestamp
    expires_at: Timestamp
    current: bool


class SessionFacts(TypedDict):
    allowed: NotRequired[list[str]]
    denied: NotRequired[list[str]]
    reported: NotRequired[list[str]]
    approved: NotRequired[list[str]]


class SessionFactsOutput(TypedDict):
    allowed: list[str]
    denied: list[str]
    reported: list[str]
    approved: list[str]


class SessionList(TypedDict):
    sessions: list[Session]


class SetReviewPolicy(TypedDict):
    four_eyes_above: int | None
    due_minutes: int
    remind_minutes: int
    expire_minutes: int
    ask: NotRequired[list[AskRule]]
    ask_minutes: NotRequired[int]
    ask_submitter: NotRequired[bool]
    sample_one_in: NotRequired[int | None]


class SetRuleSetBounds(TypedDict):
    min_runs: NotRequired[int]
    max_changed_percent: NotRequired[float | None]
    max_amount_percent: NotRequired[float | None]


class SetSwitch(TypedDict):
    scope: SwitchScope
    action: Literal["suspend", "resume"]
    reason: str
    until: NotRequired[str]


class ShadowResultApproved(TypedDict):
    before: str
    after: str


class ShadowResultCodesValue(TypedDict):
    before: int
    after: int


class ShadowResultSkipped(TypedDict):
    erased: int
    incomplete: int
    failed: int


class ShadowResultDifferencesItemBeforeReasonsItem(TypedDict):
    code: str
    detail: str


class ShadowResultDifferencesItemBeforeHitsItem(TypedDict):
    row: str
    says: str


class ShadowResultDifferencesItemBeforeAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class ShadowResultDifferencesItemBefore(TypedDict):
    decision: str
    reasons: list[ShadowResultDifferencesItemBeforeReasonsItem]
    hits: list[ShadowResultDifferencesItemBeforeHitsItem]
    adjudication: NotRequired[ShadowResultDifferencesItemBeforeAdjudication]


class ShadowResultDifferencesItemAfterReasonsItem(TypedDict):
    code: str
    detail: str


class ShadowResultDifferencesItemAfterHitsItem(TypedDict):
    row: str
    says: str


class ShadowResultDifferencesItemAfterAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class ShadowResultDifferencesItemAfter(TypedDict):
    decision: str
    reasons: list[ShadowResultDifferencesItemAfterReasonsItem]
    hits: list[ShadowResultDifferencesItemAfterHitsItem]
    adjudication: NotRequired[ShadowResultDifferencesItemAfterAdjudication]


class ShadowResultDifferencesItem(TypedDict):
    run_id: str
    amount: str | None
    before: ShadowResultDifferencesItemBefore
    after: ShadowResultDifferencesItemAfter


class ShadowResultEachItemBeforeReasonsItem(TypedDict):
    code: str
    detail: str


class ShadowResultEachItemBeforeHitsItem(TypedDict):
    row: str
    says: str


class ShadowResultEachItemBeforeAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class ShadowResultEachItemBefore(TypedDict):
    decision: str
    reasons: list[ShadowResultEachItemBeforeReasonsItem]
    hits: list[ShadowResultEachItemBeforeHitsItem]
    adjudication: NotRequired[ShadowResultEachItemBeforeAdjudication]


class ShadowResultEachItemAfterReasonsItem(TypedDict):
    code: str
    detail: str


class ShadowResultEachItemAfterHitsItem(TypedDict):
    row: str
    says: str


class ShadowResultEachItemAfterAdjudication(TypedDict):
    outcome: AdjudicationOutcome | None
    amount: AdjudicatedAmount | None
    adjustments: list[Adjustment]


class ShadowResultEachItemAfter(TypedDict):
    decision: str
    reasons: list[ShadowResultEachItemAfterReasonsItem]
    hits: list[ShadowResultEachItemAfterHitsItem]
    adjudication: NotRequired[ShadowResultEachItemAfterAdjudication]


class ShadowResultEachItem(TypedDict):
    run_id: str
    before: ShadowResultEachItemBefore
    after: ShadowResultEachItemAfter


class ShadowResult(TypedDict):
    runs: int
    matrix: dict[str, int]
    as_recorded: int
    other_reasons: int
    other_amounts: int
    approved: ShadowResultApproved | None
    codes: dict[str, ShadowResultCodesValue]
    skipped: ShadowResultSkipped
    differences: list[ShadowResultDifferencesItem]
    each: NotRequired[list[ShadowResultEachItem]]


class ShadowStarted(TypedDict):
    by: Actor
    at: Timestamp


class ShadowEnded(TypedDict):
    by: Actor
    at: Timestamp
    because: Literal["stopped", "time", "count", "activated"]


class Shadow(TypedDict):
    id: str
    ledger_ref: str
    state: Literal["running", "ended"]
    rule_set: PinnedRuleSet
    vertical: VerticalId
    ends_at: Timestamp
    max_runs: int
    done: int
    result: ShadowResult
    started: ShadowStarted
    ended: ShadowEnded | None


SignOut: TypeAlias = 'dict[str, Any]'


class SignedOut(TypedDict):
    provider_sign_out_url: str | None


StartBacktest = TypedDict("StartBacktest", {
    "against": NotRequired['int'],
    "from": NotRequired['str'],
    "to": NotRequired['str'],
    "limit": NotRequired['int'],
    "runs": NotRequired['list[str]'],
})


class StartOperator(TypedDict):
    task: str
    url: NotRequired[str]
    max_steps: NotRequired[int]
    timeout_ms: NotRequired[int]
    allow: NotRequired[list[str]]
    observation: NotRequired[Literal["screenshot", "text", "both"]]
    confirm: NotRequired[list[Literal["submit", "download", "password"]]]
    files: NotRequired[list[GivenFile]]
    credentials: NotRequired[list[str]]
    output_schema: NotRequired[dict[str, Any]]
    model: NotRequired[str]


class StartRun(TypedDict):
    case: NotRequired[Case]
    case_of: NotRequired[str]
    trial_version: NotRequired[int]


class StartShadow(TypedDict):
    ends_at: NotRequired[str]
    max_runs: NotRequired[int]


class StartedOperator(TypedDict):
    run_id: str
    status: Literal["running"]
    stream_url: str
    sandbox_id: str
    ledger_ref: str


class StoredDocument(TypedDict):
    id: str
    sha256: str
    kind: Literal["pdf", "png", "jpeg", "tiff", "webp", "text", "mixed"]
    bytes: int
    files: int
    pages: int | None
    status: Literal["checking", "ready", "refused"]
    refusal: str | None
    created_at: Timestamp


class StoredDocumentList(TypedDict):
    documents: list[StoredDocument]
    next_cursor: str | None


class StreamEvent1(TypedDict):
    type: Literal["RUN_STARTED"]
    timestamp: NotRequired[int]
    threadId: str
    runId: str


class StreamEvent2Snapshot1(TypedDict):
    id: str
    vertical: VerticalId
    mode: Literal["simulated", "live"]
    ledger_ref: str
    status: Literal["running", "succeeded", "error"]
    decision: str | None
    step: int


class StreamEvent2Snapshot2(TypedDict):
    id: str
    kind: Literal["task", "analysis"]
    ledger_ref: str
    status: Literal["running", "succeeded", "error"]
    step: int


class StreamEvent2(TypedDict):
    type: Literal["STATE_SNAPSHOT"]
    timestamp: NotRequired[int]
    snapshot: StreamEvent2Snapshot1 | StreamEvent2Snapshot2


class StreamEvent3DeltaItem(TypedDict):
    op: Literal["replace"]
    path: str
    value: Any


class StreamEvent3(TypedDict):
    type: Literal["STATE_DELTA"]
    timestamp: NotRequired[int]
    delta: list[StreamEvent3DeltaItem]


class StreamEvent4(TypedDict):
    type: Literal["STEP_STARTED"]
    timestamp: NotRequired[int]
    stepName: str


class StreamEvent5(TypedDict):
    type: Literal["STEP_FINISHED"]
    timestamp: NotRequired[int]
    stepName: str


class StreamEvent6(TypedDict):
    type: Literal["TEXT_MESSAGE_START"]
    timestamp: NotRequired[int]
    messageId: str
    role: Literal["assistant"]


class StreamEvent7(TypedDict):
    type: Literal["TEXT_MESSAGE_CONTENT"]
    timestamp: NotRequired[int]
    messageId: str
    delta: str


class StreamEvent8(TypedDict):
    type: Literal["TEXT_MESSAGE_END"]
    timestamp: NotRequired[int]
    messageId: str


class StreamEvent9(TypedDict):
    type: Literal["TOOL_CALL_START"]
    timestamp: NotRequired[int]
    toolCallId: str
    toolCallName: str
    parentMessageId: str


class StreamEvent10(TypedDict):
    type: Literal["TOOL_CALL_ARGS"]
    timestamp: NotRequired[int]
    toolCallId: str
    delta: str


class StreamEvent11(TypedDict):
    type: Literal["TOOL_CALL_END"]
    timestamp: NotRequired[int]
    toolCallId: str


class StreamEvent12(TypedDict):
    type: Literal["TOOL_CALL_RESULT"]
    timestamp: NotRequired[int]
    messageId: str
    toolCallId: str
    content: str
    role: Literal["tool"]


class StreamEvent13Content(TypedDict):
    sandbox_id: str
    state: Literal["open", "closed"]


class StreamEvent13(TypedDict):
    type: Literal["ACTIVITY_SNAPSHOT"]
    timestamp: NotRequired[int]
    messageId: str
    activityType: Literal["sandbox"]
    content: StreamEvent13Content
    replace: Literal[True]


class StreamEvent14MessagesItem1ToolCallsItemFunction(TypedDict):
    name: str
    arguments: str


class StreamEvent14MessagesItem1ToolCallsItem(TypedDict):
    id: str
    type: Literal["function"]
    function: StreamEvent14MessagesItem1ToolCallsItemFunction


class StreamEvent14MessagesItem1(TypedDict):
    id: str
    role: Literal["assistant"]
    content: NotRequired[str]
    toolCalls: NotRequired[list[StreamEvent14MessagesItem1ToolCallsItem]]


class StreamEvent14MessagesItem2(TypedDict):
    id: str
    role: Literal["tool"]
    toolCallId: str
    content: str


class StreamEvent14(TypedDict):
    type: Literal["MESSAGES_SNAPSHOT"]
    timestamp: NotRequired[int]
    messages: list[StreamEvent14MessagesItem1 | StreamEvent14MessagesItem2]


class StreamEvent151(TypedDict):
    type: Literal["CUSTOM"]
    timestamp: NotRequired[int]
    name: Literal["ledger.entry"]
    value: StreamLedgerEntry


class StreamEvent152Value(TypedDict):
    host: str
    rule: str
    step: int


class StreamEvent152(TypedDict):
    type: Literal["CUSTOM"]
    timestamp: NotRequired[int]
    name: Literal["egress.block"]
    value: StreamEvent152Value


class StreamEvent153Value(TypedDict):
    turn: int
    attempt: int
    code: str
    message: str
    wait_ms: int


class StreamEvent153(TypedDict):
    type: Literal["CUSTOM"]
    timestamp: NotRequired[int]
    name: Literal["model.retry"]
    value: StreamEvent153Value


class StreamEvent154Value(TypedDict):
    review_id: str
    approved: bool
    message: str


class StreamEvent154(TypedDict):
    type: Literal["CUSTOM"]
    timestamp: NotRequired[int]
    name: Literal["review.answered"]
    value: StreamEvent154Value


class StreamEvent16Result1ReasonsItem(TypedDict):
    code: str
    detail: str


class StreamEvent16Result1(TypedDict):
    decision: str
    reasons: list[StreamEvent16Result1ReasonsItem]
    ledger_ref: str


class StreamEvent16Result2(TypedDict):
    ledger_ref: str


class StreamEvent16Outcome1(TypedDict):
    type: Literal["success"]


class StreamEvent16Outcome2(TypedDict):
    type: Literal["interrupt"]
    interrupts: list[StreamInterrupt]


class StreamEvent16(TypedDict):
    type: Literal["RUN_FINISHED"]
    timestamp: NotRequired[int]
    threadId: str
    runId: str
    result: StreamEvent16Result1 | StreamEvent16Result2
    outcome: StreamEvent16Outcome1 | StreamEvent16Outcome2


class StreamEvent17(TypedDict):
    type: Literal["RUN_ERROR"]
    timestamp: NotRequired[int]
    message: str
    code: str


StreamEvent: TypeAlias = 'StreamEvent1 | StreamEvent2 | StreamEvent3 | StreamEvent4 | StreamEvent5 | StreamEvent6 | StreamEvent7 | StreamEvent8 | StreamEvent9 | StreamEvent10 | StreamEvent11 | StreamEvent12 | StreamEvent13 | StreamEvent14 | StreamEvent151 | StreamEvent152 | StreamEvent153 | StreamEvent154 | StreamEvent16 | StreamEvent17'


class StreamInterrupt(TypedDict):
    id: str
    reason: Literal["tool_call"]
    message: str
    toolCallId: str
    responseSchema: dict[str, Any]
    expiresAt: Timestamp


class StreamLedgerEntry(TypedDict):
    seq: int
    id: str
    step: int
    action: str
    governance: str
    summary: str
    created_at: Timestamp
    prev_hash: str
    row_hash: str


class Switch(TypedDict):
    id: str
    scope: SwitchScope
    action: Literal["suspend", "resume"]
    reason: str
    until: Timestamp | None
    actor: Actor
    counts: SwitchCounts
    created_at: Timestamp
    ledger_ref: str


class SwitchCounts(TypedDict):
    runs: int
    live_runs: int
    agent_tasks: int
    analyses: int
    operators: int
    sandboxes: int
    payouts: int


class SwitchList(TypedDict):
    suspended: list[Switch]
    switches: list[Switch]
    next_cursor: str | None


SwitchScope: TypeAlias = 'str'


class System(TypedDict):
    id: str
    kind: Literal["rules", "model", "prompt", "operator", "tool"]
    name: str
    version: str | None
    provider: str | None
    owner: str | None
    risk_tier: Literal["low", "medium", "high"] | None
    validator: str | None
    approved_on: str | None
    next_review: str | None
    updated_at: Timestamp | None


class SystemList(TypedDict):
    systems: list[System]


class TeamVerticalLive(TypedDict):
    instructions: str
    tools: NotRequired[dict[str, str]]


class TeamVerticalTestsItemExpect(TypedDict):
    decision: str
    codes: NotRequired[list[str]]
    written: NotRequired[list[str]]


class TeamVerticalTestsItem(TypedDict):
    name: str
    case: dict[str, Any]
    day: NotRequired[str]
    results: NotRequired[dict[str, dict[str, Any] | None]]
    expect: TeamVerticalTestsItemExpect


class TeamVertical(TypedDict):
    id: str
    version: int
    title: str
    description: str
    effective_from: str
    case: TeamVerticalShape
    sample: dict[str, Any]
    documents: NotRequired[dict[str, Literal["applicant", "patient", "customer", "pan", "aadhaar", "email", "policy", "account", "amount", "bill_amount", "net_payable", "room_rent", "admission", "discharge", "hospital", "diagnosis", "treatment", "procedure"]]]
    params: NotRequired[dict[str, int | bool | str]]
    reads: NotRequired[dict[str, TeamVerticalRead]]
    egress: NotRequired[list[str]]
    decisions: list[str]
    steps: list[TeamVerticalStep]
    live: NotRequired[TeamVerticalLive]
    tests: list[TeamVerticalTestsItem]


class TeamVerticalList(TypedDict):
    verticals: list[TeamVerticalSummary]


class TeamVerticalOutputLive(TypedDict):
    instructions: str
    tools: dict[str, str]


class TeamVerticalOutputTestsItemExpect(TypedDict):
    decision: str
    codes: NotRequired[list[str]]
    written: NotRequired[list[str]]


class TeamVerticalOutputTestsItem(TypedDict):
    name: str
    case: dict[str, Any]
    day: NotRequired[str]
    results: dict[str, dict[str, Any] | None]
    expect: TeamVerticalOutputTestsItemExpect


class TeamVerticalOutput(TypedDict):
    id: str
    version: int
    title: str
    description: str
    effective_from: str
    case: TeamVerticalShapeOutput
    sample: dict[str, Any]
    documents: NotRequired[dict[str, Literal["applicant", "patient", "customer", "pan", "aadhaar", "email", "policy", "account", "amount", "bill_amount", "net_payable", "room_rent", "admission", "discharge", "hospital", "diagnosis", "treatment", "procedure"]]]
    params: dict[str, int | bool | str]
    reads: NotRequired[dict[str, TeamVerticalReadOutput]]
    egress: list[str]
    decisions: list[str]
    steps: list[TeamVerticalStepOutput]
    live: NotRequired[TeamVerticalOutputLive]
    tests: list[TeamVerticalOutputTestsItem]


class TeamVerticalReadFormsItem(TypedDict):
    name: str
    pattern: str


class TeamVerticalReadClassesItemSignsItem(TypedDict):
    name: str
    pattern: str
    strong: bool


class TeamVerticalReadClassesItemNumber(TypedDict):
    pattern: str
    percent: NotRequired[bool]


class TeamVerticalReadClassesItem(TypedDict):
    name: str
    signs: list[TeamVerticalReadClassesItemSignsItem]
    consequence: NotRequired[bool]
    number: NotRequired[TeamVerticalReadClassesItemNumber]
    facts: NotRequired[dict[str, int | bool | str | list[str]]]


class TeamVerticalRead(TypedDict):
    of: list[str]
    forms: NotRequired[list[TeamVerticalReadFormsItem]]
    phrases: NotRequired[dict[str, str]]
    classes: NotRequired[list[TeamVerticalReadClassesItem]]


class TeamVerticalReadOutputFormsItem(TypedDict):
    name: str
    pattern: str


class TeamVerticalReadOutputClassesItemSignsItem(TypedDict):
    name: str
    pattern: str
    strong: bool


class TeamVerticalReadOutputClassesItemNumber(TypedDict):
    pattern: str
    percent: bool


class TeamVerticalReadOutputClassesItem(TypedDict):
    name: str
    signs: list[TeamVerticalReadOutputClassesItemSignsItem]
    consequence: bool
    number: NotRequired[TeamVerticalReadOutputClassesItemNumber]
    facts: dict[str, int | bool | str | list[str]]


class TeamVerticalReadOutput(TypedDict):
    of: list[str]
    forms: NotRequired[list[TeamVerticalReadOutputFormsItem]]
    phrases: NotRequired[dict[str, str]]
    classes: NotRequired[list[TeamVerticalReadOutputClassesItem]]


class TeamVerticalRowWordsItem(TypedDict):
    when: NotRequired[str]
    summary: str
    detail: NotRequired[dict[str, str | None | dict[str, str | None]]]
    shows: NotRequired[list[Literal["reasons", "found", "decided_under", "trail"]]]


class TeamVerticalRow(TypedDict):
    action: NotRequired[Literal["ticket.read", "ticket.triage", "call.start", "fs.read", "kyc.verify", "agent.finding", "risk.score", "agent.decision", "sandbox.open"]]
    governance: NotRequired[Literal["none", "recorded", "PII masked", "phone masked", "audited", "sandbox.open audited"]]
    words: list[TeamVerticalRowWordsItem]


class TeamVerticalRowOutputWordsItem(TypedDict):
    when: NotRequired[str]
    summary: str
    detail: dict[str, str | None | dict[str, str | None]]
    shows: list[Literal["reasons", "found", "decided_under", "trail"]]


class TeamVerticalRowOutput(TypedDict):
    action: NotRequired[Literal["ticket.read", "ticket.triage", "call.start", "fs.read", "kyc.verify", "agent.finding", "risk.score", "agent.decision", "sandbox.open"]]
    governance: NotRequired[Literal["none", "recorded", "PII masked", "phone masked", "audited", "sandbox.open audited"]]
    words: list[TeamVerticalRowOutputWordsItem]


class TeamVerticalShapePropertiesValue1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue2(TypedDict):
    type: Literal["integer"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue3(TypedDict):
    type: Literal["boolean"]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue4PropertiesValue1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue4PropertiesValue2(TypedDict):
    type: Literal["integer"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue4PropertiesValue3(TypedDict):
    type: Literal["boolean"]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue4(TypedDict):
    type: Literal["object"]
    properties: dict[str, TeamVerticalShapePropertiesValue4PropertiesValue1 | TeamVerticalShapePropertiesValue4PropertiesValue2 | TeamVerticalShapePropertiesValue4PropertiesValue3]
    required: NotRequired[list[str]]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue5Items1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue5Items2PropertiesValue1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue5Items2PropertiesValue2(TypedDict):
    type: Literal["integer"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue5Items2PropertiesValue3(TypedDict):
    type: Literal["boolean"]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue5Items2(TypedDict):
    type: Literal["object"]
    properties: dict[str, TeamVerticalShapePropertiesValue5Items2PropertiesValue1 | TeamVerticalShapePropertiesValue5Items2PropertiesValue2 | TeamVerticalShapePropertiesValue5Items2PropertiesValue3]
    required: NotRequired[list[str]]
    description: NotRequired[str]


class TeamVerticalShapePropertiesValue5(TypedDict):
    type: Literal["array"]
    items: TeamVerticalShapePropertiesValue5Items1 | TeamVerticalShapePropertiesValue5Items2
    maxItems: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShape(TypedDict):
    type: Literal["object"]
    properties: dict[str, TeamVerticalShapePropertiesValue1 | TeamVerticalShapePropertiesValue2 | TeamVerticalShapePropertiesValue3 | TeamVerticalShapePropertiesValue4 | TeamVerticalShapePropertiesValue5]
    required: NotRequired[list[str]]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue2(TypedDict):
    type: Literal["integer"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue3(TypedDict):
    type: Literal["boolean"]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue4PropertiesValue1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue4PropertiesValue2(TypedDict):
    type: Literal["integer"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue4PropertiesValue3(TypedDict):
    type: Literal["boolean"]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue4(TypedDict):
    type: Literal["object"]
    properties: dict[str, TeamVerticalShapeOutputPropertiesValue4PropertiesValue1 | TeamVerticalShapeOutputPropertiesValue4PropertiesValue2 | TeamVerticalShapeOutputPropertiesValue4PropertiesValue3]
    required: list[str]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue5Items1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue5Items2PropertiesValue1(TypedDict):
    type: Literal["string"]
    format: NotRequired[Literal["rupees", "date", "answer"]]
    secret: NotRequired[Literal[True]]
    enum: NotRequired[list[str]]
    maxLength: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue5Items2PropertiesValue2(TypedDict):
    type: Literal["integer"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue5Items2PropertiesValue3(TypedDict):
    type: Literal["boolean"]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue5Items2(TypedDict):
    type: Literal["object"]
    properties: dict[str, TeamVerticalShapeOutputPropertiesValue5Items2PropertiesValue1 | TeamVerticalShapeOutputPropertiesValue5Items2PropertiesValue2 | TeamVerticalShapeOutputPropertiesValue5Items2PropertiesValue3]
    required: list[str]
    description: NotRequired[str]


class TeamVerticalShapeOutputPropertiesValue5(TypedDict):
    type: Literal["array"]
    items: TeamVerticalShapeOutputPropertiesValue5Items1 | TeamVerticalShapeOutputPropertiesValue5Items2
    maxItems: int
    description: NotRequired[str]


class TeamVerticalShapeOutput(TypedDict):
    type: Literal["object"]
    properties: dict[str, TeamVerticalShapeOutputPropertiesValue1 | TeamVerticalShapeOutputPropertiesValue2 | TeamVerticalShapeOutputPropertiesValue3 | TeamVerticalShapeOutputPropertiesValue4 | TeamVerticalShapeOutputPropertiesValue5]
    required: list[str]
    description: NotRequired[str]


TeamVerticalStep1 = TypedDict("TeamVerticalStep1", {
    "do": 'Literal["check_members"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "values": NotRequired['dict[str, str]'],
    "left_to": NotRequired['str'],
})


TeamVerticalStep2 = TypedDict("TeamVerticalStep2", {
    "do": 'Literal["scan"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
})


class TeamVerticalStep3Compare(TypedDict):
    pan: NotRequired[str]
    email: NotRequired[str]


class TeamVerticalStep3Resets(TypedDict):
    days: int
    case: str


class TeamVerticalStep3FindsOtherwise(TypedDict):
    code: str
    detail: str


class TeamVerticalStep3Finds(TypedDict):
    rule_set: str
    given: dict[str, str]
    holds: NotRequired[str]
    otherwise: NotRequired[TeamVerticalStep3FindsOtherwise]
    decides: NotRequired[str]


TeamVerticalStep3 = TypedDict("TeamVerticalStep3", {
    "do": 'Literal["look_up"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "records": NotRequired['Literal["policies", "accounts"]'],
    "collection": NotRequired['str'],
    "fields": NotRequired['TeamVerticalShape'],
    "key": 'str',
    "compare": NotRequired['TeamVerticalStep3Compare'],
    "resets": NotRequired['TeamVerticalStep3Resets'],
    "finds": NotRequired['TeamVerticalStep3Finds'],
})


class TeamVerticalStep4FindsOtherwise(TypedDict):
    code: str
    detail: str


class TeamVerticalStep4Finds(TypedDict):
    rule_set: str
    given: dict[str, str]
    holds: NotRequired[str]
    otherwise: NotRequired[TeamVerticalStep4FindsOtherwise]
    decides: NotRequired[str]


TeamVerticalStep4 = TypedDict("TeamVerticalStep4", {
    "do": 'Literal["verify_code"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "phone": 'str',
    "code": 'str',
    "case": 'str',
    "finds": NotRequired['TeamVerticalStep4Finds'],
})


TeamVerticalStep5 = TypedDict("TeamVerticalStep5", {
    "do": 'Literal["compute"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "values": 'dict[str, str]',
})


class TeamVerticalStep6TablesItemRowsItemThen(TypedDict):
    code: NotRequired[str]
    exclusion: NotRequired[str]
    detail: NotRequired[str]
    name: NotRequired[str]
    value: NotRequired[str]
    effect: NotRequired[Literal["refer", "exclude"]]


class TeamVerticalStep6TablesItemRowsItem(TypedDict):
    id: str
    when: list[str]
    then: TeamVerticalStep6TablesItemRowsItemThen
    clause: NotRequired[str]


class TeamVerticalStep6TablesItem(TypedDict):
    id: str
    hit: Literal["first", "unique", "collect"]
    rows: list[TeamVerticalStep6TablesItemRowsItem]


TeamVerticalStep6 = TypedDict("TeamVerticalStep6", {
    "do": 'Literal["rules"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "tables": NotRequired['list[TeamVerticalStep6TablesItem]'],
    "rule_set": NotRequired['str'],
    "given": NotRequired['dict[str, str]'],
    "decides": NotRequired['str'],
})


TeamVerticalStep7 = TypedDict("TeamVerticalStep7", {
    "do": 'Literal["run_python"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "code": 'str',
    "given": 'dict[str, str]',
    "fields": 'TeamVerticalShape',
    "timeout_s": NotRequired['int'],
})


TeamVerticalStep8 = TypedDict("TeamVerticalStep8", {
    "do": 'Literal["model"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "prompt": 'str',
    "given": 'dict[str, str]',
    "fields": 'TeamVerticalShape',
    "max_tokens": NotRequired['int'],
    "simulated": 'dict[str, Any] | None',
})


TeamVerticalStep9 = TypedDict("TeamVerticalStep9", {
    "do": 'Literal["commands"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "templates": NotRequired['str'],
    "fill": NotRequired['dict[str, str]'],
    "values": NotRequired['dict[str, str]'],
})


TeamVerticalStep10 = TypedDict("TeamVerticalStep10", {
    "do": 'Literal["call_outside"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "url": 'str',
    "purpose": 'str',
})


TeamVerticalStep11 = TypedDict("TeamVerticalStep11", {
    "do": 'Literal["review"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "question": 'str',
})


TeamVerticalStep12 = TypedDict("TeamVerticalStep12", {
    "do": 'Literal["decide"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "clear": 'str',
    "approved": NotRequired['str'],
    "denied": NotRequired['str'],
})


class TeamVerticalStep13Record(TypedDict):
    collection: str
    key: str
    fields: dict[str, str]
    exists: Literal["refuse", "replace"]


class TeamVerticalStep13Message(TypedDict):
    kind: Literal["text_message", "device_alert"]
    to: str
    shown: NotRequired[str]
    body: str


class TeamVerticalStep13AccessChanged(TypedDict):
    code: str
    detail: str


class TeamVerticalStep13AccessAlert(TypedDict):
    to: str
    body: str


class TeamVerticalStep13Access(TypedDict):
    account: str
    case: str
    changed: TeamVerticalStep13AccessChanged
    alert: TeamVerticalStep13AccessAlert


TeamVerticalStep13TicketTrailItem = TypedDict("TeamVerticalStep13TicketTrailItem", {
    "each": 'str',
    "name": 'str',
    "with": NotRequired['dict[str, str | int]'],
})


class TeamVerticalStep13Ticket(TypedDict):
    id: str
    category: str
    severity: NotRequired[str]
    subject: NotRequired[str]
    trail: list[TeamVerticalStep13TicketTrailItem | dict[str, str | int]]


class TeamVerticalStep13AddressRefused(TypedDict):
    code: str
    detail: str


class TeamVerticalStep13Address(TypedDict):
    of: str
    phone: str
    text: str
    refused: TeamVerticalStep13AddressRefused


class TeamVerticalStep13ConfirmOtherwise(TypedDict):
    code: str
    detail: str


class TeamVerticalStep13Confirm(TypedDict):
    rule_set: str
    given: dict[str, str]
    holds: NotRequired[str]
    otherwise: NotRequired[TeamVerticalStep13ConfirmOtherwise]


TeamVerticalStep13 = TypedDict("TeamVerticalStep13", {
    "do": 'Literal["write"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRow'],
    "on": 'list[str]',
    "record": NotRequired['TeamVerticalStep13Record'],
    "message": NotRequired['TeamVerticalStep13Message'],
    "access": NotRequired['TeamVerticalStep13Access'],
    "ticket": NotRequired['TeamVerticalStep13Ticket'],
    "address": NotRequired['TeamVerticalStep13Address'],
    "confirm": NotRequired['TeamVerticalStep13Confirm'],
})


TeamVerticalStep: TypeAlias = 'TeamVerticalStep1 | TeamVerticalStep2 | TeamVerticalStep3 | TeamVerticalStep4 | TeamVerticalStep5 | TeamVerticalStep6 | TeamVerticalStep7 | TeamVerticalStep8 | TeamVerticalStep9 | TeamVerticalStep10 | TeamVerticalStep11 | TeamVerticalStep12 | TeamVerticalStep13'


TeamVerticalStepOutput1 = TypedDict("TeamVerticalStepOutput1", {
    "do": 'Literal["check_members"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "values": NotRequired['dict[str, str]'],
    "left_to": NotRequired['str'],
})


TeamVerticalStepOutput2 = TypedDict("TeamVerticalStepOutput2", {
    "do": 'Literal["scan"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
})


class TeamVerticalStepOutput3Compare(TypedDict):
    pan: NotRequired[str]
    email: NotRequired[str]


class TeamVerticalStepOutput3Resets(TypedDict):
    days: int
    case: str


class TeamVerticalStepOutput3FindsOtherwise(TypedDict):
    code: str
    detail: str


class TeamVerticalStepOutput3Finds(TypedDict):
    rule_set: str
    given: dict[str, str]
    holds: NotRequired[str]
    otherwise: NotRequired[TeamVerticalStepOutput3FindsOtherwise]
    decides: NotRequired[str]


TeamVerticalStepOutput3 = TypedDict("TeamVerticalStepOutput3", {
    "do": 'Literal["look_up"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "records": NotRequired['Literal["policies", "accounts"]'],
    "collection": NotRequired['str'],
    "fields": NotRequired['TeamVerticalShapeOutput'],
    "key": 'str',
    "compare": NotRequired['TeamVerticalStepOutput3Compare'],
    "resets": NotRequired['TeamVerticalStepOutput3Resets'],
    "finds": NotRequired['TeamVerticalStepOutput3Finds'],
})


class TeamVerticalStepOutput4FindsOtherwise(TypedDict):
    code: str
    detail: str


class TeamVerticalStepOutput4Finds(TypedDict):
    rule_set: str
    given: dict[str, str]
    holds: NotRequired[str]
    otherwise: NotRequired[TeamVerticalStepOutput4FindsOtherwise]
    decides: NotRequired[str]


TeamVerticalStepOutput4 = TypedDict("TeamVerticalStepOutput4", {
    "do": 'Literal["verify_code"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "phone": 'str',
    "code": 'str',
    "case": 'str',
    "finds": NotRequired['TeamVerticalStepOutput4Finds'],
})


TeamVerticalStepOutput5 = TypedDict("TeamVerticalStepOutput5", {
    "do": 'Literal["compute"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "values": 'dict[str, str]',
})


class TeamVerticalStepOutput6TablesItemRowsItemThen(TypedDict):
    code: NotRequired[str]
    exclusion: NotRequired[str]
    detail: NotRequired[str]
    name: NotRequired[str]
    value: NotRequired[str]
    effect: NotRequired[Literal["refer", "exclude"]]


class TeamVerticalStepOutput6TablesItemRowsItem(TypedDict):
    id: str
    when: list[str]
    then: TeamVerticalStepOutput6TablesItemRowsItemThen
    clause: NotRequired[str]


class TeamVerticalStepOutput6TablesItem(TypedDict):
    id: str
    hit: Literal["first", "unique", "collect"]
    rows: list[TeamVerticalStepOutput6TablesItemRowsItem]


TeamVerticalStepOutput6 = TypedDict("TeamVerticalStepOutput6", {
    "do": 'Literal["rules"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "tables": NotRequired['list[TeamVerticalStepOutput6TablesItem]'],
    "rule_set": NotRequired['str'],
    "given": NotRequired['dict[str, str]'],
    "decides": NotRequired['str'],
})


TeamVerticalStepOutput7 = TypedDict("TeamVerticalStepOutput7", {
    "do": 'Literal["run_python"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "code": 'str',
    "given": 'dict[str, str]',
    "fields": 'TeamVerticalShapeOutput',
    "timeout_s": 'int',
})


TeamVerticalStepOutput8 = TypedDict("TeamVerticalStepOutput8", {
    "do": 'Literal["model"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "prompt": 'str',
    "given": 'dict[str, str]',
    "fields": 'TeamVerticalShapeOutput',
    "max_tokens": 'int',
    "simulated": 'dict[str, Any] | None',
})


TeamVerticalStepOutput9 = TypedDict("TeamVerticalStepOutput9", {
    "do": 'Literal["commands"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "templates": NotRequired['str'],
    "fill": NotRequired['dict[str, str]'],
    "values": NotRequired['dict[str, str]'],
})


TeamVerticalStepOutput10 = TypedDict("TeamVerticalStepOutput10", {
    "do": 'Literal["call_outside"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "url": 'str',
    "purpose": 'str',
})


TeamVerticalStepOutput11 = TypedDict("TeamVerticalStepOutput11", {
    "do": 'Literal["review"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "question": 'str',
})


TeamVerticalStepOutput12 = TypedDict("TeamVerticalStepOutput12", {
    "do": 'Literal["decide"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "clear": 'str',
    "approved": NotRequired['str'],
    "denied": NotRequired['str'],
})


class TeamVerticalStepOutput13Record(TypedDict):
    collection: str
    key: str
    fields: dict[str, str]
    exists: Literal["refuse", "replace"]


class TeamVerticalStepOutput13Message(TypedDict):
    kind: Literal["text_message", "device_alert"]
    to: str
    shown: NotRequired[str]
    body: str


class TeamVerticalStepOutput13AccessChanged(TypedDict):
    code: str
    detail: str


class TeamVerticalStepOutput13AccessAlert(TypedDict):
    to: str
    body: str


class TeamVerticalStepOutput13Access(TypedDict):
    account: str
    case: str
    changed: TeamVerticalStepOutput13AccessChanged
    alert: TeamVerticalStepOutput13AccessAlert


TeamVerticalStepOutput13TicketTrailItem = TypedDict("TeamVerticalStepOutput13TicketTrailItem", {
    "each": 'str',
    "name": 'str',
    "with": 'dict[str, str | int]',
})


class TeamVerticalStepOutput13Ticket(TypedDict):
    id: str
    category: str
    severity: NotRequired[str]
    subject: NotRequired[str]
    trail: list[TeamVerticalStepOutput13TicketTrailItem | dict[str, str | int]]


class TeamVerticalStepOutput13AddressRefused(TypedDict):
    code: str
    detail: str


class TeamVerticalStepOutput13Address(TypedDict):
    of: str
    phone: str
    text: str
    refused: TeamVerticalStepOutput13AddressRefused


class TeamVerticalStepOutput13ConfirmOtherwise(TypedDict):
    code: str
    detail: str


class TeamVerticalStepOutput13Confirm(TypedDict):
    rule_set: str
    given: dict[str, str]
    holds: NotRequired[str]
    otherwise: NotRequired[TeamVerticalStepOutput13ConfirmOtherwise]


TeamVerticalStepOutput13 = TypedDict("TeamVerticalStepOutput13", {
    "do": 'Literal["write"]',
    "id": 'str',
    "effect": 'str',
    "if": NotRequired['str'],
    "row": NotRequired['TeamVerticalRowOutput'],
    "on": 'list[str]',
    "record": NotRequired['TeamVerticalStepOutput13Record'],
    "message": NotRequired['TeamVerticalStepOutput13Message'],
    "access": NotRequired['TeamVerticalStepOutput13Access'],
    "ticket": NotRequired['TeamVerticalStepOutput13Ticket'],
    "address": NotRequired['TeamVerticalStepOutput13Address'],
    "confirm": NotRequired['TeamVerticalStepOutput13Confirm'],
})


TeamVerticalStepOutput: TypeAlias = 'TeamVerticalStepOutput1 | TeamVerticalStepOutput2 | TeamVerticalStepOutput3 | TeamVerticalStepOutput4 | TeamVerticalStepOutput5 | TeamVerticalStepOutput6 | TeamVerticalStepOutput7 | TeamVerticalStepOutput8 | TeamVerticalStepOutput9 | TeamVerticalStepOutput10 | TeamVerticalStepOutput11 | TeamVerticalStepOutput12 | TeamVerticalStepOutput13'


class TeamVerticalSummaryStepsItem(TypedDict):
    n: int
    action: str
    effect: str
    governance: str


class TeamVerticalSummary(TypedDict):
    id: str
    title: str
    ledger_ref: str
    in_force: PinnedRuleSet | None
    steps: list[TeamVerticalSummaryStepsItem]


class TeamVerticalVersionDrafted(TypedDict):
    by: Actor
    at: Timestamp


class TeamVerticalVersionProposed(TypedDict):
    by: Actor
    at: Timestamp


class TeamVerticalVersionApproved(TypedDict):
    by: Actor
    at: Timestamp


class TeamVerticalVersionActivated(TypedDict):
    by: Actor
    at: Timestamp


class TeamVerticalVersionRetired(TypedDict):
    by: Actor
    at: Timestamp


class TeamVerticalVersion(TypedDict):
    version: int
    owner: Literal["service", "team"]
    state: RuleSetState
    title: str
    sha256: str
    basis: Literal["admission", "policy_start", "run_day"]
    effective_from: str
    active_from: str | None
    drafted: TeamVerticalVersionDrafted | None
    proposed: TeamVerticalVersionProposed | None
    approved: TeamVerticalVersionApproved | None
    activated: TeamVerticalVersionActivated | None
    retired: TeamVerticalVersionRetired | None
    document: TeamVerticalOutput
    faults: NotRequired[list[RuleSetFault]]


class TeamVerticalWithVersionsStepsItem(TypedDict):
    n: int
    action: str
    effect: str
    governance: str


class TeamVerticalWithVersions(TypedDict):
    id: str
    title: str
    ledger_ref: str
    in_force: PinnedRuleSet | None
    steps: list[TeamVerticalWithVersionsStepsItem]
    versions: list[RuleSetVersionSummary]


class TestConnector(TypedDict):
    key: NotRequired[str]
    event: NotRequired[dict[str, Any]]


class TicketReasonsItem(TypedDict):
    code: str
    detail: str


class TicketReview(TypedDict):
    id: str
    option: Literal["approve", "reject", "resolve", "send_back", "refer", "deny", "agree", "disagree"]
    reason: str | None
    at: Timestamp


class Ticket(TypedDict):
    id: str
    vertical: str
    ticket_id: str
    run_id: str
    category: str
    severity: str | None
    subject: str | None
    status: Literal["closed", "with_person"]
    decision: Literal["resolved", "escalate"]
    reasons: list[TicketReasonsItem]
    review: TicketReview | None
    submissions: int
    opened_at: Timestamp
    updated_at: Timestamp


class TicketList(TypedDict):
    records: list[Ticket]
    next_cursor: str | None


Timestamp: TypeAlias = 'str'


class Totp(TypedDict):
    secret: str
    digits: NotRequired[Literal[6] | Literal[7] | Literal[8]]
    period: NotRequired[int]
    algorithm: NotRequired[Literal["SHA1", "SHA256", "SHA512"]]


class UsageDaysItemRuns(TypedDict):
    started: int
    approve: int
    reject: int
    escalate: int
    resolved: int
    error: int
    running: int


class UsageDaysItemModel(TypedDict):
    turns: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float


class UsageDaysItem(TypedDict):
    day: str
    runs: UsageDaysItemRuns
    model: UsageDaysItemModel


class UsageReasonsItem(TypedDict):
    code: str
    runs: int


class UsageModelsItem(TypedDict):
    name: str
    turns: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float


class UsageNow(TypedDict):
    runs: int
    sandboxes: int
    desktops: int


class Usage(TypedDict):
    days: list[UsageDaysItem]
    reasons: list[UsageReasonsItem]
    models: list[UsageModelsItem]
    now: UsageNow


class VerifyReceipt(TypedDict):
    receipt: Receipt


class VerticalStepsItem(TypedDict):
    n: int
    action: str
    effect: str
    governance: str


class VerticalMembersItem(TypedDict):
    name: str
    description: str
    sample: NotRequired[str]


class Vertical(TypedDict):
    id: VerticalId
    title: str
    description: str
    preview: bool
    steps: list[VerticalStepsItem]
    members: list[VerticalMembersItem]
    sample_case: dict[str, Any]
    decisions: list[str]
    rules: str


VerticalId: TypeAlias = 'Literal["kyc", "it", "support", "voice"]'


class VerticalList(TypedDict):
    verticals: list[Vertical]


class VerticalVersion(TypedDict):
    id: str
    version: int
    sha256: str
    trial: NotRequired[bool]


class ViewAddress(TypedDict):
    stream_url: str
    expires_at: Timestamp


class Webhook(TypedDict):
    id: str
    url: str
    events: list[EventType]
    state: Literal["enabled", "disabled"]
    disabled_reason: Literal["gone", "no_success", "asked"] | None
    disabled_at: Timestamp | None
    failing_since: Timestamp | None
    pending: int
    public_keys: list[str]
    created_at: Timestamp


class WebhookDeliveryEvent(TypedDict):
    id: str
    type: Literal["run.succeeded", "run.error", "run.escalated", "review.opened", "review.decided", "review.due_soon", "sla.breached", "payout.queued", "payout.held", "task.done", "analysis.done", "operator.done", "operator.approval_needed", "egress.blocked", "ledger.alert", "checkpoint.signed", "safety.suspended", "webhook.test"]
    timestamp: Timestamp
    data: dict[str, Any]


class WebhookDelivery(TypedDict):
    id: str
    event: WebhookDeliveryEvent
    state: Literal["pending", "delivered", "failed"]
    attempts: int
    response_status: int | None
    error: Literal["unresolved", "address_refused", "unreachable", "tls_failed", "timed_out", "closed_early", "redirected", "status", "webhook_disabled", "webhook_deleted"] | None
    tried_at: Timestamp | None
    next_attempt_at: Timestamp | None
    delivered_at: Timestamp | None
    created_at: Timestamp


class WebhookDeliveryList(TypedDict):
    deliveries: list[WebhookDelivery]
    next_cursor: str | None


class WebhookKeys(TypedDict):
    public_keys: list[str]


class WebhookList(TypedDict):
    webhooks: list[Webhook]


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    events: list[EventType]
    state: Literal["enabled", "disabled"]
    disabled_reason: Literal["gone", "no_success", "asked"] | None
    disabled_at: Timestamp | None
    failing_since: Timestamp | None
    pending: int
    public_keys: list[str]
    created_at: Timestamp
    secret: str


class WitnessListWitnessesItem(TypedDict):
    name: str
    state: Literal["delivered", "failed", "refused"]
    size: int
    detail: str | None
    tried_at: Timestamp
    delivered_at: Timestamp | None


class WitnessList(TypedDict):
    witnesses: list[WitnessListWitnessesItem]


class WriteAccount(TypedDict):
    pan: str | float | bool
    email: str | float | bool
    status: str | float | bool
    failed_logins: NotRequired[str | float | bool | None]


class WriteCaller(TypedDict):
    policy: str | float | bool
    address: str | float | bool


class WriteCounter(TypedDict):
    used: str | float | bool


class WriteHospital(TypedDict):
    name: NotRequired[str | float | bool | None]
    in_network: str | float | bool


class WriteMember(TypedDict):
    policy: str | float | bool
    pan: NotRequired[str | float | bool | None]
    aadhaar: NotRequired[str | float | bool | None]
    birth: NotRequired[str | float | bool | None]
    joined: str | float | bool
    pre_existing: NotRequired[str | float | bool | None]


WriteOwnRecord: TypeAlias = 'dict[str, Any]'


class WritePolicy(TypedDict):
    status: str | float | bool
    cover_from: str | float | bool
    cover_to: str | float | bool
    since: NotRequired[str | float | bool | None]
    sum_insured: str | float | bool
    used: NotRequired[str | float | bool | None]
    room_rent_limit: NotRequired[str | float | bool | None]
    product: NotRequired[str | float | bool | None]
    kind: NotRequired[str | float | bool | None]
    bonus: NotRequired[str | float | bool | None]
    slabs: NotRequired[str | float | bool | None]


class WriteProduct(TypedDict):
    title: str | float | bool
    rule_set: str | float | bool
