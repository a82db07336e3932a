// Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.

export type Account = {
  number: string;
  /** Masked; null if the account was stored without it */
  pan: string | null;
  /** Masked */
  email: string;
  status: "active" | "locked" | "fraud_hold" | "closed";
  failed_logins: number;
  updated_at: Timestamp;
};

export type AccountList = {
  records: Array<Account>;
  /** null on the last page */
  next_cursor: string | null;
};

export type ActivateRuleSet = {
  /** First day on which it decides. Default: today in India, or `effective_from` if that is later or the `basis` is not the day of the run */
  from?: string;
};

export type Actor = {
  kind: "person" | "key" | "service";
  id: string;
  name: string;
};

export type AddPerson = {
  name: string;
  roles: Array<Role>;
  /** The person's `sub` at the configured identity provider. Without it, the person signs in with links from the command line. */
  subject?: string;
};

/** In rupees. `approved` and all adjustments add up to `claimed` */
export type AdjudicatedAmount = {
  claimed: string;
  /** Or what the terms propose, if a person decides */
  approved: string;
  patient_pays: string;
};

/** `approve`: the whole bill. `approve_part`: a part of it. `refer`: a person decides, and the amount is what the terms propose */
export type AdjudicationOutcome = "approve" | "approve_part" | "refer";

/** A deduction, and how it was computed */
export type Adjustment = {
  /** Line of the bill, from 1; null for a deduction from several lines or the whole claim */
  line: number | null;
  stage: "gates" | "window" | "lists" | "day_caps" | "proportion" | "sublimits" | "deductible" | "balance" | "copay";
  code: string;
  amount: string;
  formula: string;
  /** Clause of the product's wording */
  clause: string;
};

export type AgentFile = {
  /** null if the content was not kept; see `left_out` */
  id: string | null;
  /** Path below /tmp, masked */
  name: string;
  /** Bytes */
  size: number;
  /** Why the content was not kept: at most 32 files, 8 MiB per file and 48 MiB together */
  left_out: "too_large" | "too_many" | "unreadable" | "kind_not_allowed" | null;
};

export type AgentPolicy = {
  id: string;
  version: number;
  title: string;
  effective_from: string;
  /** Rules in the Cedar language. What no rule permits is denied, and `forbid` wins */
  cedar: string;
  /** The draft can be proposed once all of them pass */
  tests: Array<{
    name: string;
    /** Your name for the agent; policies read it as `Agent::"…"` */
    agent: string;
    /** What the agent does, as a rule the name of a tool; policies read it as `Action::"…"` */
    action: string;
    /** What it does it to; policies read it as `Resource::"…"` */
    resource: string;
    input?: { [name: string]: unknown };
    session?: SessionFacts;
    expect: "allow" | "deny" | "ask";
  }>;
};

export type AgentPolicyDryRun = {
  /** Past decisions that were decided again */
  decisions: number;
  /** Those whose input was too large to be kept in the ledger, or whose session had too many acts */
  skipped: number;
  before: {
    allow: number;
    deny: number;
    ask: number;
  };
  after: {
    allow: number;
    deny: number;
    ask: number;
  };
  /** Newest first, at most 100 */
  differences: Array<{
    row_id: string;
    ledger_ref: string;
    agent: string;
    action: string;
    resource: string;
    before: "allow" | "deny" | "ask";
    after: "allow" | "deny" | "ask";
  }>;
};

export type AgentPolicyList = {
  policies: Array<{
    id: string;
    title: string;
    /** Reference of the rows about its versions */
    ledger_ref: string;
    /** The version that decides today; null if none does */
    in_force: PinnedRuleSet | null;
  }>;
};

export type AgentPolicyOutput = {
  id: string;
  version: number;
  title: string;
  effective_from: string;
  /** Rules in the Cedar language. What no rule permits is denied, and `forbid` wins */
  cedar: string;
  /** The draft can be proposed once all of them pass */
  tests: Array<{
    name: string;
    /** Your name for the agent; policies read it as `Agent::"…"` */
    agent: string;
    /** What the agent does, as a rule the name of a tool; policies read it as `Action::"…"` */
    action: string;
    /** What it does it to; policies read it as `Resource::"…"` */
    resource: string;
    input: { [name: string]: unknown };
    session: SessionFactsOutput;
    expect: "allow" | "deny" | "ask";
  }>;
};

export type AgentPolicyVersion = {
  version: number;
  /** `service`: it comes with the service; `team`: your team activated it */
  owner: "service" | "team";
  state: RuleSetState;
  title: string;
  /** SHA-256 of the canonical JSON (RFC 8785), in hex */
  sha256: string;
  /** The date that chooses the version */
  basis: "admission" | "policy_start" | "run_day";
  effective_from: string;
  /** First day on which it decides */
  active_from: string | null;
  /** By whom the draft was written last; null for `service` */
  drafted: {
    by: Actor;
    at: Timestamp;
  } | null;
  proposed: {
    by: Actor;
    at: Timestamp;
  } | null;
  approved: {
    by: Actor;
    at: Timestamp;
  } | null;
  activated: {
    by: Actor;
    at: Timestamp;
  } | null;
  retired: {
    by: Actor;
    at: Timestamp;
  } | null;
  document: AgentPolicyOutput;
  /** What the check finds in a draft that was just written */
  faults?: Array<RuleSetFault>;
};

export type AgentPolicyWithVersions = {
  id: string;
  title: string;
  /** Reference of the rows about its versions */
  ledger_ref: string;
  /** The version that decides today; null if none does */
  in_force: PinnedRuleSet | null;
  /** Newest first */
  versions: Array<RuleSetVersionSummary>;
};

export type AgentRunList = {
  runs: Array<ListedAgentRun>;
  /** null on the last page */
  next_cursor: string | null;
};

/** The model and its usage */
export type AgentRunModel = {
  name: string;
  turns: number;
  tool_calls: number;
  input_tokens: number;
  output_tokens: number;
  /** How many of the input tokens the provider read from its cache */
  cached_tokens: number;
  /** In the configured prices' currency; 0 if no prices are configured */
  cost: number;
};

/** One run of code in the sandbox; identifiers are masked */
export type AgentRunStep = {
  type: "code";
  code: string;
  /** Up to 64 Ki characters */
  stdout: string;
  stderr: string;
  /** null if the code did not run or its sandbox was lost */
  exit_code: number | null;
  truncated: boolean;
};

export type AgentTask = {
  /** The answer; null while the task is running, and if it ended without one */
  result: string | null;
  status: "running" | "succeeded" | "error";
  /** The review of a call that a running run waits for; null while it works, and after its end */
  waiting_for: {
    kind: "review";
    review_id: string;
    tool: string;
    since: Timestamp;
  } | null;
  steps: Array<AgentRunStep>;
  /** `answer`, or the code for the limit or error that ended the run; null while it is running */
  ended_by: string | null;
  /** The reason why there is no answer */
  error: {
    code: string;
    message: string;
  } | null;
  /** Numbers in the answer that no code run printed; the answer lists them too */
  unverified_numbers: Array<string>;
  /** Hosts outside the egress policy whose links were disabled in the answer, and `HTML` if tags were turned into text; the answer mentions both */
  disabled_links: Array<string>;
  /** Files that came with the request as content; each can be used again by its id */
  input_files: Array<AgentFile>;
  /** Files that code left in /tmp; [] while it runs */
  files: Array<AgentFile>;
  /** The answer as JSON that fits `output_schema`, masked; null without a schema or an answer */
  output: unknown;
  tags: Array<string>;
  /** The run that this one continues, and where: in a fresh sandbox, which has its files and data but not its variables */
  continued: {
    ref: string;
    sandbox: "fresh";
    /** Names that the code of the earlier run had set; they are gone, and the model gets the code again */
    variables: Array<string>;
  } | null;
  model: AgentRunModel;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  ledger_ref: string;
};

export type AgentTaskRequest = {
  task: string;
  /** Written to `/tmp/{filename}` for the agent */
  data?: string;
  /** Name of `data`; `data.txt` without it */
  filename?: string;
  /** Name of one of the models of `GET /v1/models`; the default one without it */
  model?: string;
  /** Files of any kind, written to `/tmp` for the agent; up to 48 MiB together. Identifiers in names are masked. A file given by id keeps its name unless the request names it. */
  files?: Array<GivenFile>;
  /** A finished task to go on from: its conversation, its files and those that its code left. Its variables are gone. */
  continue?: string;
  /** How the model should work and answer, added to the service's own instructions; identifiers are masked */
  instructions?: string;
  /** PNG or JPEG pictures, up to 5 MiB each, which the model sees beside the text, and which are in `/tmp` too. Refused if the model does not see pictures (`images` in `GET /v1/models`). Identifiers in pictures are not masked. */
  pictures?: Array<GivenPicture>;
  /** JSON Schema (2020-12, or draft-07 if `$schema` says so) of the answer, without references to other documents. The answer is then JSON that fits it, and is returned in `output`. A model whose answer does not fit is corrected once; then the run ends with the error `output_invalid`. */
  output_schema?: { [name: string]: unknown };
  /** Maximum number of the model's turns; by default, and at most, the service's own limit */
  max_steps?: number;
  /** Maximum number of tokens of prompts and replies together; by default, and at most, the service's own limit */
  max_tokens?: number;
  /** Maximum duration of the run; by default, and at most, the service's own limit */
  timeout_ms?: number;
  /** Labels by which runs can be listed; identifiers are masked */
  tags?: Array<string>;
};

export type AgentTaskWithReceipt = {
  /** The answer; null while the task is running, and if it ended without one */
  result: string | null;
  status: "running" | "succeeded" | "error";
  /** The review of a call that a running run waits for; null while it works, and after its end */
  waiting_for: {
    kind: "review";
    review_id: string;
    tool: string;
    since: Timestamp;
  } | null;
  steps: Array<AgentRunStep>;
  /** `answer`, or the code for the limit or error that ended the run; null while it is running */
  ended_by: string | null;
  /** The reason why there is no answer */
  error: {
    code: string;
    message: string;
  } | null;
  /** Numbers in the answer that no code run printed; the answer lists them too */
  unverified_numbers: Array<string>;
  /** Hosts outside the egress policy whose links were disabled in the answer, and `HTML` if tags were turned into text; the answer mentions both */
  disabled_links: Array<string>;
  /** Files that came with the request as content; each can be used again by its id */
  input_files: Array<AgentFile>;
  /** Files that code left in /tmp; [] while it runs */
  files: Array<AgentFile>;
  /** The answer as JSON that fits `output_schema`, masked; null without a schema or an answer */
  output: unknown;
  tags: Array<string>;
  /** The run that this one continues, and where: in a fresh sandbox, which has its files and data but not its variables */
  continued: {
    ref: string;
    sandbox: "fresh";
    /** Names that the code of the earlier run had set; they are gone, and the model gets the code again */
    variables: Array<string>;
  } | null;
  model: AgentRunModel;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  ledger_ref: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type Analysis = {
  /** null while the analysis is running, and if it ended without one */
  answer: string | null;
  charts: Array<{
    name: string;
    /** PNG, as base64 */
    image_b64: string;
  }>;
  tables: Array<{
    name: string;
    columns: Array<string>;
    rows: Array<Array<string | number | boolean | null>>;
    rows_total: number;
    truncated: boolean;
  }>;
  /** null if there are several, or until it was read */
  dataset: Dataset | null;
  /** All datasets */
  datasets: Array<Dataset>;
  status: "running" | "succeeded" | "error";
  /** The review of a call that a running run waits for; null while it works, and after its end */
  waiting_for: {
    kind: "review";
    review_id: string;
    tool: string;
    since: Timestamp;
  } | null;
  steps: Array<AgentRunStep>;
  /** `answer`, or the code for the limit or error that ended the run; null while it is running */
  ended_by: string | null;
  /** The reason why there is no answer */
  error: {
    code: string;
    message: string;
  } | null;
  /** Numbers in the answer that no code run printed; the answer lists them too */
  unverified_numbers: Array<string>;
  /** Hosts outside the egress policy whose links were disabled in the answer, and `HTML` if tags were turned into text; the answer mentions both */
  disabled_links: Array<string>;
  /** Files that came with the request as content; each can be used again by its id */
  input_files: Array<AgentFile>;
  /** Files that code left in /tmp; [] while it runs */
  files: Array<AgentFile>;
  /** The answer as JSON that fits `output_schema`, masked; null without a schema or an answer */
  output: unknown;
  tags: Array<string>;
  /** The run that this one continues, and where: in a fresh sandbox, which has its files and data but not its variables */
  continued: {
    ref: string;
    sandbox: "fresh";
    /** Names that the code of the earlier run had set; they are gone, and the model gets the code again */
    variables: Array<string>;
  } | null;
  model: AgentRunModel;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  ledger_ref: string;
};

export type AnalysisRequest = {
  question: string;
  /** The dataset as text: CSV, TSV, JSON or JSON Lines; up to 10 MiB */
  data?: string;
  /** The dataset as a file, instead of `data`: CSV, TSV, JSON, JSON Lines (in any common encoding, optionally gzipped), Excel (xlsx, xls) or Parquet; up to 64 MiB of base64 */
  data_b64?: string;
  /** Name of one of the models of `GET /v1/models`; the default one without it */
  model?: string;
  /** Several datasets, in place of `data`: the model gets all of their tables by name and may join them. Up to 48 MiB together */
  datasets?: Array<GivenDataset>;
  /** A finished analysis to go on from: its conversation, its datasets and the files that its code left. `datasets` adds further ones. Its variables are gone. */
  continue?: string;
  /** How the model should work and answer, added to the service's own instructions; identifiers are masked */
  instructions?: string;
  /** PNG or JPEG pictures, up to 5 MiB each, which the model sees beside the text, and which are in `/tmp` too. Refused if the model does not see pictures (`images` in `GET /v1/models`). Identifiers in pictures are not masked. */
  pictures?: Array<GivenPicture>;
  /** JSON Schema (2020-12, or draft-07 if `$schema` says so) of the answer, without references to other documents. The answer is then JSON that fits it, and is returned in `output`. A model whose answer does not fit is corrected once; then the run ends with the error `output_invalid`. */
  output_schema?: { [name: string]: unknown };
  /** Maximum number of the model's turns; by default, and at most, the service's own limit */
  max_steps?: number;
  /** Maximum number of tokens of prompts and replies together; by default, and at most, the service's own limit */
  max_tokens?: number;
  /** Maximum duration of the run; by default, and at most, the service's own limit */
  timeout_ms?: number;
  /** Labels by which runs can be listed; identifiers are masked */
  tags?: Array<string>;
};

export type AnalysisWithReceipt = {
  /** null while the analysis is running, and if it ended without one */
  answer: string | null;
  charts: Array<{
    name: string;
    /** PNG, as base64 */
    image_b64: string;
  }>;
  tables: Array<{
    name: string;
    columns: Array<string>;
    rows: Array<Array<string | number | boolean | null>>;
    rows_total: number;
    truncated: boolean;
  }>;
  /** null if there are several, or until it was read */
  dataset: Dataset | null;
  /** All datasets */
  datasets: Array<Dataset>;
  status: "running" | "succeeded" | "error";
  /** The review of a call that a running run waits for; null while it works, and after its end */
  waiting_for: {
    kind: "review";
    review_id: string;
    tool: string;
    since: Timestamp;
  } | null;
  steps: Array<AgentRunStep>;
  /** `answer`, or the code for the limit or error that ended the run; null while it is running */
  ended_by: string | null;
  /** The reason why there is no answer */
  error: {
    code: string;
    message: string;
  } | null;
  /** Numbers in the answer that no code run printed; the answer lists them too */
  unverified_numbers: Array<string>;
  /** Hosts outside the egress policy whose links were disabled in the answer, and `HTML` if tags were turned into text; the answer mentions both */
  disabled_links: Array<string>;
  /** Files that came with the request as content; each can be used again by its id */
  input_files: Array<AgentFile>;
  /** Files that code left in /tmp; [] while it runs */
  files: Array<AgentFile>;
  /** The answer as JSON that fits `output_schema`, masked; null without a schema or an answer */
  output: unknown;
  tags: Array<string>;
  /** The run that this one continues, and where: in a fresh sandbox, which has its files and data but not its variables */
  continued: {
    ref: string;
    sandbox: "fresh";
    /** Names that the code of the earlier run had set; they are gone, and the model gets the code again */
    variables: Array<string>;
  } | null;
  model: AgentRunModel;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  ledger_ref: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type ApiKey = {
  id: string;
  /** The key's name, with identifiers masked */
  name: string;
  /** The key's first characters */
  prefix: string;
  scopes: Array<Scope>;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** Exact to the minute */
  last_used_at: Timestamp | null;
};

export type ApiKeyList = {
  keys: Array<ApiKey>;
};

export type Approval = {
  /** The question to answer: `pending_approval.id` */
  id: string;
  /** For a question: whether it is answered */
  approve: boolean;
  /** With `approve`, the answer to a question that wants a text or a choice; stored sealed */
  answer?: string;
};

export type AskRule = {
  tools: Array<"read_case" | "verify_identity" | "look_up_records" | "score_risk" | "run_diagnostics" | "state_finding" | "call_outside" | "apply_fix" | "verify_recovery" | "decide" | "write_record" | "run_python">;
  /** Kinds of runs. Agent tasks and analyses have only the tool `run_python`. Default: live runs */
  runs?: Array<"live" | "task" | "analysis">;
  /** Of the service, or the team's own. Default: all */
  verticals?: Array<VerticalId | (string & Record<never, never>)>;
  /** Rupees. The rule applies to cases above this amount, and to those whose amount nobody can read. */
  amount_above?: number;
  /** Risk band. The rule applies once the case is in this band or a higher one, and while its risk is unknown. */
  risk_at_least?: "medium" | "high";
  /** The rule applies if the model stated less confidence in its decision than this, from 0 to 1, or none. Only for `write_record`, which comes after the decision. */
  confidence_below?: number;
};

export type Backtest = {
  /** Also the id of its workflow */
  id: string;
  state: "running" | "succeeded" | "failed";
  rule_set: PinnedRuleSet;
  against: PinnedRuleSet;
  vertical: VerticalId;
  from: Timestamp | null;
  to: Timestamp;
  /** Number of runs to decide again */
  total: number;
  done: number;
  /** What is known so far */
  result: {
    /** Runs that both versions have decided */
    runs: number;
    /** Runs by both decisions, such as `approve > escalate`; under the terms of a product by both outcomes, such as `approve > approve_part` */
    matrix: { [name: string]: number };
    /** Runs that the version to compare with decides as they were decided */
    as_recorded: number;
    /** Runs with the same decision for other reasons */
    other_reasons: number;
    /** Runs with the same outcome and another approved amount */
    other_amounts: number;
    /** Sums of what both versions approve by themselves; null in a vertical without amounts */
    approved: {
      before: string;
      after: string;
    } | null;
    codes: { [name: string]: {
      before: number;
      after: number;
    } };
    /** `incomplete`: the rows of the run are no longer in the database; `failed`: the shadow could not decide it */
    skipped: {
      erased: number;
      incomplete: number;
      failed: number;
    };
    /** At most 20, masked, the largest `amount` first: by how much the approved amounts differ */
    differences: Array<{
      run_id: string;
      amount: string | null;
      before: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
      after: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
    }>;
    /** Only in a backtest with `runs`: what both versions decide of each run, masked, also if nothing differs. Skipped runs are missing */
    each?: Array<{
      run_id: string;
      before: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
      after: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
    }>;
  };
  asked_by: Actor;
  created_at: Timestamp;
  finished_at: Timestamp | null;
};

export type CallerList = {
  records: Array<RegisteredCaller>;
  /** null on the last page */
  next_cursor: string | null;
};

/** Members are free-form; GET /v1/workforce/verticals lists the ones that each vertical uses, all of them strings. A missing member is a finding of the run, not a request error. Cases are stored encrypted and never logged. */
export type Case = { [name: string]: unknown };

export type ChangeRoles = {
  /** The roles from now on, whatever the identity provider says. null: take them from the identity provider again, at the next sign-in. */
  roles: Array<Role> | null;
};

export type CheckAgentPolicy = {
  document: { [name: string]: unknown };
};

export type CheckRuleSet = {
  document: { [name: string]: unknown };
};

export type CheckTeamVertical = {
  document: { [name: string]: unknown };
};

export type CheckedRuleSet = {
  ok: boolean;
  /** null if there are faults */
  sha256: string | null;
  /** Number of its tests, all of which pass */
  tests: number | null;
  faults: Array<RuleSetFault>;
};

export type Checkpoint = {
  /** Name of the team's log */
  origin: string;
  /** Number of rows covered; the last one has this seq */
  size: number;
  /** SHA-256 in base64 */
  root: string;
  /** A signed note: origin, size and root, then an empty line and the signatures (c2sp.org/tlog-checkpoint) */
  checkpoint: string;
  created_at: Timestamp;
  /** Names of the witnesses that cosigned the note */
  cosigned_by: Array<string>;
};

export type CheckpointList = {
  /** Newest first */
  checkpoints: Array<Checkpoint>;
  /** null on the last page */
  next_cursor: string | null;
};

export type Claim = {
  id: string;
  /** The claimant's number, with identifiers masked */
  claim_id: string;
  /** The run that filed the claim last */
  run_id: string;
  policy: string | null;
  /** Masked */
  pan: string | null;
  /** Masked */
  aadhaar: string | null;
  diagnosis: string | null;
  admission: Day | null;
  discharge: Day | null;
  amount: Rupees | null;
  accident: boolean;
  decision: "approve" | "escalate";
  reasons: Array<{
    code: string;
    detail: string;
  }>;
  risk_score: number;
  /** null if the claim was decided as a whole */
  outcome: AdjudicationOutcome | null;
  /** What the terms approve, or propose to a person */
  approved: Rupees | null;
  /** A person's decision; null until there is one, and after a resubmission */
  review: {
    id: string;
    option: "approve" | "reject" | "resolve" | "send_back" | "refer" | "deny" | "agree" | "disagree";
    /** What the customer is told */
    reason: string | null;
    at: Timestamp;
  } | null;
  /** How often the claim was submitted */
  submissions: number;
  payout_id: string | null;
  filed_at: Timestamp;
  updated_at: Timestamp;
};

export type ClaimList = {
  records: Array<Claim>;
  /** null on the last page */
  next_cursor: string | null;
};

export type ClaimResponse = {
  resourceType: "ClaimResponse";
  outcome: string;
  [name: string]: unknown;
};

export type CodeRunWithReceipt = {
  language: "python" | "bash";
  stdout: string;
  stderr: string;
  /** Value of a Python program's last expression, as JSON or as its repr; null if there is none */
  result: unknown;
  result_truncated: boolean;
  /** 0 to 255; 128 plus the signal's number if a signal ended the program */
  exit_code: number;
  signal: string | null;
  timed_out: boolean;
  oom_killed: boolean;
  /** Whether stdout or stderr was cut at 1 MiB */
  truncated: boolean;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
  stdout_bytes: number;
  stderr_bytes: number;
  duration_ms: number;
  /** Files that the code left in /tmp */
  files: Array<LeftFile>;
  files_truncated: boolean;
  /** Hosts that the code tried to reach; each is an `egress.block` entry */
  egress_attempts: Array<{
    host: string;
    port: number | null;
  }>;
  /** Number of further attempts that are counted but not listed; one `egress.block` entry with the rule `rows` sums them up */
  egress_attempts_more: number;
  /** Only if the request asks for charts: at most 20, without those that show no data */
  charts: Array<{
    name: string;
    /** PNG, as base64 */
    image_b64: string;
  }>;
  sandbox_id: string;
  ledger_ref: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type CodecLogin = {
  key: string;
};

export type CommentReview = {
  text: string;
};

export type Connector = {
  /** Ledger reference of the rows about this connector */
  id: string;
  name: string;
  kind: "http" | "postgres" | "inbound";
  serves: "policies" | "hospitals" | "accounts" | "callers" | "messages" | "cases";
  version: number;
  http: {
    method: "GET" | "POST";
    /** Address with `{key}` where the key belongs, which is percent-encoded */
    url: string;
    headers: { [name: string]: string };
    /** JSON body of a POST. `{key}` in a string is replaced; a message also has `{to}`, `{text}` and `{kind}` */
    body?: Schema1;
    /** Statuses by which the system says that there is no such record */
    not_found: Array<number>;
    /** Whether the receiver of messages recognises a repeated `Idempotency-Key`. If not, a message is not sent again after an unclear outcome */
    idempotent: boolean;
    /** Names of the sealed headers */
    secret_headers: Array<string>;
    oauth: {
      token_url: string;
      client_id: string;
      scope?: string;
    } | null;
    mutual_tls: boolean;
    own_ca: boolean;
  } | null;
  postgres: {
    host: string;
    port: number;
    database: string;
    user: string;
    /** `off` is accepted only for a host that the administrator pinned */
    tls: "verify" | "off";
    /** One SELECT with `$1` where the key belongs; it runs in a read-only transaction */
    statement: string;
    own_ca: boolean;
  } | null;
  inbound: {
    shape: "fhir.claim" | "nhcx" | "pagerduty.v3" | "alertmanager.v4" | "zendesk.event" | "freshdesk" | "exotel.status" | "custom";
    vertical: VerticalId;
    /** `standard_webhooks`, `pagerduty`, `zendesk`: HMAC over the raw body; `bearer`, `basic`, `header`, `query`: a shared secret; `jwt`: a bearer token signed by a key of `public_keys` */
    scheme: "standard_webhooks" | "pagerduty" | "zendesk" | "bearer" | "basic" | "header" | "query" | "jwt";
    /** With `header`: the header that holds the secret */
    header?: string;
    /** With `basic`: the user name */
    user?: string;
    /** With `jwt`: keys or certificates of the sender, as PEM */
    public_keys?: Array<string>;
    /** With `jwt`: the expected `aud` */
    audience?: string;
    /** How far a signed time may be from ours, in seconds */
    tolerance_s: number;
    /** JSONata expression for the event's id. Default: that of the shape, or the id that the sender signed */
    event_id?: string;
    /** Number of sealed secrets */
    secrets: number;
    /** Number of sealed keys */
    private_keys: number;
    /** Address to which the sender posts its events */
    url: string;
  } | null;
  mapping: string | null;
  timeout_ms: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  state: ConnectorState;
};

/** `circuit_open`: nobody calls for the moment, because the last calls failed; `record_invalid`, `ambiguous`, `mapping_failed`: the system answered, but not with one record that can be read */
export type ConnectorCode = "address_refused" | "unresolved" | "unreachable" | "tls_failed" | "timed_out" | "closed_early" | "redirected" | "status" | "credentials_refused" | "too_large" | "not_json" | "statement_failed" | "mapping_failed" | "record_invalid" | "ambiguous" | "circuit_open";

export type ConnectorList = {
  connectors: Array<Connector>;
};

export type ConnectorState = {
  /** `unknown`: nobody has called it yet */
  state: "up" | "down" | "unknown";
  /** Failed calls in a row */
  failures: number;
  code: ConnectorCode | null;
  answered_at: Timestamp | null;
  failed_at: Timestamp | null;
  /** Until when nobody calls it; null while calls are made */
  retry_at: Timestamp | null;
};

export type ConnectorTest = {
  ok: boolean;
  /** null if the call failed, and for a message */
  found: boolean | null;
  /** The record or the case as read, masked */
  record: { [name: string]: unknown } | null;
  /** As ledger rows hold it */
  answer_hash: string | null;
  duration_ms: number;
  code: ConnectorCode | null;
  /** What to look at; never quotes the answer */
  detail: string | null;
};

export type ConsistencyProof = {
  /** Name of the team's log */
  origin: string;
  from: {
    /** Number of rows covered; the last one has this seq */
    size: number;
    /** SHA-256 in base64 */
    root: string;
  };
  to: {
    /** Number of rows covered; the last one has this seq */
    size: number;
    /** SHA-256 in base64 */
    root: string;
  };
  /** The signed note of exactly size `to`, if there is one */
  checkpoint: string | null;
  /** RFC 9162, 2.1.4 */
  proof: Array<string>;
};

export type Counter = {
  key: string;
  policy: string;
  /** First day of the policy year */
  year: Day;
  /** A limit that counts by policy year, with its part */
  benefit: string;
  /** Whose limit it is; null for one of the policy */
  member: string | null;
  used: Rupees;
  /** What queued payouts use in addition */
  reserved: Rupees;
  updated_at: Timestamp;
};

export type CounterList = {
  records: Array<Counter>;
  /** null on the last page */
  next_cursor: string | null;
};

export type CreateWebhook = {
  /** An `https` address on the public internet, or one of a host that the administrator pinned (`WEBHOOK_PINNED`), without a user name or a fragment */
  url: string;
  /** Types of events to deliver */
  events: Array<EventType>;
};

export type Credential = {
  id: string;
  name: string;
  hosts: Array<string>;
  /** Names of the fields; no value is ever shown */
  fields: Array<string>;
  /** Whether one-time codes can be made */
  totp: boolean;
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type CredentialList = {
  credentials: Array<Credential>;
};

/** How the dataset was read */
export type Dataset = {
  /** As in `datasets` of the request, masked */
  name?: string;
  kind: string;
  encoding?: string;
  delimiter?: string | null;
  tables: Array<{
    name: string;
    rows: number;
    /** Rows that do not fit the table; they are not included in any calculation */
    rejected: number;
    columns: Array<{
      name: string;
      type: string;
    }>;
  }>;
  notes: Array<DatasetNote>;
};

export type DatasetNote = {
  code: string;
  detail: string;
  /** Whether the data can be read in another way; if so, the answer mentions it too */
  ambiguous: boolean;
  column?: string;
  /** The first few line numbers in the file, starting at 1 */
  lines?: Array<number>;
};

/** A calendar day */
export type Day = string;

export type DecideAct = {
  /** Your name for the agent; policies read it as `Agent::"…"` */
  agent: string;
  /** Your id for the conversation or job. Rows of a session share a `ledger_ref`, and policies read what happened in it. Only a keyed digest is stored. Default: a session of its own */
  session?: string;
  /** What the agent does, as a rule the name of a tool; policies read it as `Action::"…"` */
  action: string;
  /** What it does it to; policies read it as `Resource::"…"` */
  resource: string;
  /** Arguments of the act; policies read `context.input` */
  input?: { [name: string]: unknown };
  /** The review of the same act that an earlier `ask` named. Its approval works once */
  review_id?: string;
};

export type DecideReview = {
  option: ReviewOption;
  /** What the customer is told: for `reject` why, for `send_back` what is missing, without codes of rules. For `deny`, what the model reads, or whoever asked to resume work. Required for these three. */
  reason?: string;
  /** For colleagues and auditors */
  note?: string;
  /** Names of the documents that `send_back` asks for. The case goes on once all of them have come. */
  documents?: Array<string>;
  /** With `approve`, the rupees to pay for a claim: at most what it claims. Default: what the terms propose, or the whole amount */
  approved_amount?: string;
  /** With `approve`, the answer to an operator's question that wants a text or a choice; stored sealed */
  answer?: string;
  /** Arguments with which an approved tool call is made instead of those that the model gave */
  arguments?: { [name: string]: unknown };
};

export type DecidedActWithReceipt = {
  /** `ask`: a person decides; send the same act again with `review_id` until it is another decision */
  decision: "allow" | "deny" | "ask";
  reason: "permitted" | "approved" | "needs_approval" | "no_policy" | "not_permitted" | "forbidden" | "policy_failed" | "person_denied" | "approval_used" | "approval_expired" | "review_expired";
  /** The reason in words */
  detail: string;
  /** The rules that decided, as `<policy>/<rule>`, at most 50 */
  policies: Array<string>;
  /** The versions that were in force */
  decided_by: Array<PinnedRuleSet>;
  /** The input with every identifier masked */
  masked_input: { [name: string]: unknown };
  review_id: string | null;
  ledger_ref: string;
  /** Id of the ledger row; null while the review that was opened before is open */
  row_id: string | null;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type DeletedRecordWithReceipt = {
  deleted: true;
  ledger_ref: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

/** Replaces everything that was said of the system; null where nothing is said */
export type DescribeSystem = {
  /** Who answers for the system */
  owner: string | null;
  risk_tier: "low" | "medium" | "high" | null;
  /** Who validated it */
  validator: string | null;
  approved_on: string | null;
  next_review: string | null;
};

export type DocumentKind = "claim_form" | "discharge_summary" | "hospital_bill" | "id_proof" | "prescription" | "cheque" | "other";

export type DocumentOfRun = {
  file_id: string;
  /** null until it is recognised */
  kind: DocumentKind | null;
  /** Why it is considered of this kind */
  why: string;
  pages: Array<{
    number: number;
    width: number;
    height: number;
    /** `part-not-read`, `not-read`, `poor-scan`, `handwriting` or `unread-form` */
    notes: Array<string>;
    /** Share (0 to 1) of the page's writing that was read */
    coverage: number;
  }>;
  members: Array<{
    name: string;
    /** As written, with identifiers masked; '' if it could not be read */
    value: string;
    page: number;
    /** Left, top, right, bottom, in the units of the page's width and height */
    box: Array<number>;
    confidence: number;
    source: "text" | "ocr" | "handwriting";
  }>;
};

export type DocumentsOfRun = {
  documents: Array<DocumentOfRun>;
};

export type DryRunAgentPolicy = {
  /** How many of the latest decisions */
  limit?: number;
};

export type EgressLists = {
  /** Hosts that the desktops of every team may reach (`EGRESS_ALLOW`) */
  installation: Array<string>;
  /** Hosts that the administrator allowed for your team in addition */
  team: Array<string>;
};

export type ErasedDocumentWithReceipt = {
  id: string;
  ledger_ref: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type ErasureWithReceipt = {
  /** ledger_ref of the row that records the erasure */
  ledger_ref: string;
  erased_ref: string;
  /** Number of sealed values whose keys were destroyed; 0 if they had already been erased */
  values: number;
  seq: number;
  row_hash: string;
  erased_at: Timestamp;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type EventType = "run.succeeded" | "run.error" | "run.escalated" | "review.opened" | "review.decided" | "review.due_soon" | "sla.breached" | "payout.queued" | "payout.held" | "task.done" | "analysis.done" | "operator.done" | "operator.approval_needed" | "egress.blocked" | "ledger.alert" | "checkpoint.signed" | "safety.suspended";

export type ExtractDocument = {
  /** `auto` accepts any document; the others declare its type, and the response notes if it does not fit */
  type?: "auto" | "pan" | "aadhaar" | "gstin" | "invoice" | "bank";
  text?: string;
  /** A file instead of `text`: a PDF, or a picture (PNG, JPEG, TIFF, WebP, BMP, GIF) whose English and Hindi text is recognised */
  document_b64?: string;
};

/** Rupees and percent as decimal strings */
export type ExtractedInvoice = {
  number: {
    value: string;
    /** Whether it has the form required by CGST Rules 2017, rule 46 (b) */
    well_formed: boolean;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  } | null;
  items: Array<{
    /** HSN or SAC code; empty if the line has none */
    hsn: string;
    description: string;
    quantity: string | null;
    unit_price: string | null;
    taxable: string | null;
    rate: string | null;
    tax: string | null;
    total: string | null;
    checks: {
      /** null if a number that the check needs is missing */
      amount: boolean | null;
      /** null if a number that the check needs is missing */
      tax: boolean | null;
      /** null if a number that the check needs is missing */
      total: boolean | null;
    };
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  }>;
  totals: Array<{
    kind: "taxable" | "cgst" | "sgst" | "igst" | "cess" | "round_off" | "total";
    rupees: string;
    rate: string | null;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  }>;
  supply: "intra-state" | "inter-state" | null;
  checks: {
    /** null if a number that the check needs is missing */
    rates: boolean | null;
    /** null if a number that the check needs is missing */
    halves: boolean | null;
    /** null if a number that the check needs is missing */
    total: boolean | null;
    /** null if a number that the check needs is missing */
    items: boolean | null;
    /** null if a number that the check needs is missing */
    supply: boolean | null;
  };
};

export type ExtractionDetails = {
  pans: Array<{
    value: string;
    valid: boolean;
    /** The most likely correction of a misread value; it passes the check */
    suggestion?: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
    /** Kind of holder */
    holder: string | null;
  }>;
  aadhaar: Array<{
    value: string;
    valid: boolean;
    /** The most likely correction of a misread value; it passes the check */
    suggestion?: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  }>;
  gstin: Array<{
    value: string;
    valid: boolean;
    /** The most likely correction of a misread value; it passes the check */
    suggestion?: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
    state: string | null;
    /** The PAN inside */
    pan: string | null;
  }>;
  ifsc: Array<{
    value: string;
    valid: boolean;
    /** The most likely correction of a misread value; it passes the check */
    suggestion?: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
    /** The bank's name, if it is one of the larger banks */
    bank: string | null;
  }>;
  /** Labelled bank accounts */
  accounts: Array<{
    value: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  }>;
  amounts: Array<{
    /** The amount as written, without currency sign and `/-` */
    raw: string;
    /** Decimal string; null if the digits are not grouped in a known way */
    rupees: string | null;
    form: "figures" | "words";
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  }>;
  dates: Array<{
    kind: "date_of_birth" | "invoice_date" | "due_date" | "issue_date" | "admission_date" | "discharge_date" | "date";
    value: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  }>;
  name: {
    value: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  } | null;
  /** A parent's or spouse's name */
  relative_name: {
    value: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  } | null;
  /** A day, or only the year */
  date_of_birth: {
    value: string;
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    confidence: number;
  } | null;
  invoice: ExtractedInvoice | null;
};

export type ExtractionWithReceipt = {
  type: "auto" | "pan" | "aadhaar" | "gstin" | "invoice" | "bank";
  /** Raw values; a member is absent if its value was not found */
  fields: {
    /** The first PAN; `details.pans` lists all of them */
    pan?: string;
    /** Digits without spaces */
    aadhaar?: Array<string>;
    gstin?: Array<string>;
    ifsc?: string;
    /** As written */
    amounts?: Array<string>;
  };
  /** For each kind of value found, whether all of its values passed */
  validations: {
    pan_format?: boolean;
    aadhaar_checksum?: boolean;
    gstin_checksum?: boolean;
    ifsc_format?: boolean;
  };
  valid: boolean;
  /** A copy of the text that is safe for logs */
  redacted: string;
  pii: Array<"aadhaar" | "card" | "email" | "gstin" | "pan" | "phone">;
  details: ExtractionDetails;
  /** Whether the text contains anything that fits `type` */
  fits: boolean;
  /** Findings that a person should check; they never contain values from the document */
  notes: Array<{
    code: "other-kind" | "arithmetic" | "words-differ" | "misread" | "split-number" | "poor-scan" | "part-not-read" | "layer-differs" | "pages-left-out";
    detail: string;
  }>;
  /** With `document_b64` */
  document?: ReadDocument;
  ledger_ref: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type Finding = {
  /** One of the six types, or `ifsc`, `upi`, `voter_id`, `passport`, `driving_licence`, `vehicle`, … */
  type: string;
  /** Unicode code points from the start of the text */
  start: number;
  /** Exclusive */
  end: number;
  masked: string;
  confidence: number;
};

export type GivenDataset = {
  /** Below /tmp, `/` between parts; no part begins with a dot, no control characters */
  name: string;
  /** Text, as in `data` above */
  data?: string;
  /** Bytes, in place of `data` */
  data_b64?: string;
  /** A file that an earlier task or analysis got or left, or a document of `POST /v1/documents` */
  file_id?: string;
};

export type GivenFile = {
  /** Below /tmp, `/` between parts; no part begins with a dot, no control characters */
  name?: string;
  /** Text */
  content?: string;
  /** Bytes, in place of `content` */
  content_b64?: string;
  /** A file that an earlier task or analysis got or left, or a document of `POST /v1/documents` */
  file_id?: string;
};

export type GivenPicture = {
  /** Below /tmp, `/` between parts; no part begins with a dot, no control characters */
  name?: string;
  /** A PNG or JPEG picture */
  content_b64?: string;
  /** A file that an earlier task or analysis got or left, or a document of `POST /v1/documents` */
  file_id?: string;
};

export type Health = {
  status: "ok";
};

export type Hospital = {
  /** The name as it is compared: lower case, without punctuation */
  key: string;
  name: string;
  in_network: boolean;
};

export type HospitalList = {
  records: Array<Hospital>;
  /** null on the last page */
  next_cursor: string | null;
};

export type ImportReport = {
  /** null for a dry run and a refused import */
  ledger_ref: string | null;
  kind: "policies" | "hospitals" | "accounts" | "callers" | "products" | "members" | "counters";
  format: "csv" | "jsonl";
  dry_run: boolean;
  partial: boolean;
  /** Of the file as it was read */
  sha256: string;
  bytes: number;
  rows: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rows with an error */
  refused: number;
  /** The first 100 errors, ordered by line */
  errors: Array<{
    line: number;
    /** null if the whole line is wrong */
    column: string | null;
    reason: string;
  }>;
  /** Number of errors that are not listed */
  more_errors: number;
};

export type ImportReportWithReceipt = {
  /** null for a dry run and a refused import */
  ledger_ref: string | null;
  kind: "policies" | "hospitals" | "accounts" | "callers" | "products" | "members" | "counters";
  format: "csv" | "jsonl";
  dry_run: boolean;
  partial: boolean;
  /** Of the file as it was read */
  sha256: string;
  bytes: number;
  rows: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rows with an error */
  refused: number;
  /** The first 100 errors, ordered by line */
  errors: Array<{
    line: number;
    /** null if the whole line is wrong */
    column: string | null;
    reason: string;
  }>;
  /** Number of errors that are not listed */
  more_errors: number;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type InboundReceipt = {
  /** `duplicate`: the event was accepted before; `ignored`: the mapping gives no case, such as for a resolved incident */
  status: "accepted" | "duplicate" | "ignored";
  run_id: string | null;
  /** The rows of the run; null without one */
  ledger_ref: string | null;
  /** For `nhcx`: when the message was received */
  timestamp?: string;
  /** For `nhcx`: as in the message */
  api_call_id?: string;
  /** For `nhcx`: as in the message */
  correlation_id?: string;
};

export type InputFile = {
  /** A path below /tmp with `/` between its parts, without `.`, `..` and control characters */
  name: string;
  /** Text */
  content?: string;
  /** Bytes in base64, instead of `content` */
  content_b64?: string;
};

export type IssueKey = {
  name: string;
  /** Default: everything except `admin`, `people`, `safety`, `webhooks`, `records:write` and `reviews:decide`. Only the command line grants `codec`. */
  scopes?: Array<"runs:write" | "runs:read" | "ledger:read" | "scan" | "govern" | "documents" | "code:run" | "agents" | "analyze" | "operators:read" | "operators:write" | "reviews:read" | "reviews:decide" | "records:read" | "records:write" | "documents:write" | "rules:read" | "rules:write" | "rules:approve" | "webhooks" | "usage:read" | "safety" | "people" | "admin">;
  /** Default: never expires */
  expires_in_days?: number;
};

export type IssuedApiKey = {
  id: string;
  /** The key's name, with identifiers masked */
  name: string;
  /** The key's first characters */
  prefix: string;
  scopes: Array<Scope>;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** Exact to the minute */
  last_used_at: Timestamp | null;
  /** The key itself, shown only this once and stored only as a hash */
  key: string;
};

export type LedgerEntries = {
  ledger_ref: string;
  /** Entries ordered by seq */
  entries: Array<LedgerEntry>;
};

export type LedgerEntry = {
  /** Counts from 1 without gaps in each team's ledger */
  seq: number;
  id: string;
  team_id: string;
  ledger_ref: string;
  step: number;
  action: string;
  /** Who asked for the action; null in rows that were written before rows named anybody */
  actor: Actor | null;
  governance: string;
  summary: string;
  detail: { [name: string]: unknown };
  created_at: Timestamp;
  prev_hash: string;
  /** sha256(prev_hash bytes || utf8(body)) */
  row_hash: string;
  /** The RFC 8785 text from which row_hash is computed */
  body: string;
};

export type LedgerEntryList = {
  /** Newest first */
  entries: Array<LedgerEntry>;
  /** null on the last page */
  next_cursor: string | null;
};

export type LedgerProof = {
  ledger_ref: string;
  /** null if no checkpoint covers any of the rows yet */
  receipt: ReceiptOutput | null;
  /** seq of each row that no checkpoint covers yet */
  pending: Array<number>;
};

export type LedgerVerification = {
  ok: boolean;
  /** Number of rows checked */
  checked: number;
  /** seq of the first bad row; null if `ok` is true */
  first_broken: number | null;
  reason: string | null;
  /** With `since=checkpoint`, the last row that the checkpoint covers; the check starts after it */
  since?: number;
};

export type LeftFile = {
  name: string;
  /** Bytes */
  size: number;
  /** Content of the files named in `return_files` */
  content_b64?: string;
  content_truncated?: boolean;
};

export type LinkForm = {
  token: string;
};

export type ListedAgentRun = {
  ledger_ref: string;
  status: "running" | "succeeded" | "error";
  /** `answer`, or the code for the limit or error that ended the run; null while it is running */
  ended_by: string | null;
  tags: Array<string>;
  model: AgentRunModel;
  created_at: Timestamp;
  finished_at: Timestamp | null;
};

/** Either `{vertical, case}`, or an AG-UI client's RunAgentInput with both in `forwardedProps`. If `case` and `case_of` are omitted, the vertical's built-in sample case runs. */
export type LiveRunInput = {
  /** A vertical of the service, or one of the team whose document has `live` */
  vertical?: VerticalId | (string & Record<never, never>);
  case?: Case;
  /** An earlier run of the same vertical whose case this run takes, in place of `case`. The case is not shown. */
  case_of?: string;
  /** A trial: performs this version of the team's own vertical, which need not be in force but was proposed. What its steps write is undone, and its end opens no review. Takes the scope `rules:write` as well. */
  trial_version?: number;
  /** Name of one of the models of `GET /v1/models`; the default one without it */
  model?: string;
  /** From AG-UI; may contain `vertical`, `case` and `model` */
  forwardedProps?: {
    /** A vertical of the service, or one of the team whose document has `live` */
    vertical?: VerticalId | (string & Record<never, never>);
    case?: Case;
    /** Name of one of the models of `GET /v1/models`; the default one without it */
    model?: string;
  };
  /** Part of AG-UI; ignored, because each run is its own thread */
  threadId?: string;
  /** Part of AG-UI; ignored, because the service assigns run ids */
  runId?: string;
  parentRunId?: string;
  protocolVersion?: string;
  state?: unknown;
  /** Part of AG-UI; ignored, because the case is the input */
  messages?: Array<unknown>;
  /** Part of AG-UI; ignored, because a vertical has its own tools */
  tools?: Array<unknown>;
  context?: Array<unknown>;
  /** Part of AG-UI: the answer to the interrupt with which the stream ended. It decides the review and streams the run from there; all other members are ignored. Takes the scope `reviews:decide` as well. */
  resume?: Array<ResumeEntry>;
};

export type LogKeys = {
  /** Name of the team's log */
  origin: string;
  /** Every key that has ever signed checkpoints, current keys first */
  keys: Array<{
    /** `<name>+<key id>+<base64 of type and public key>` (c2sp.org/signed-note) */
    vkey: string;
    key_id: string;
    state: "active" | "retired";
    published_at: Timestamp;
    retired_at: Timestamp | null;
  }>;
  /** Witnesses that cosign checkpoints, with their keys */
  witnesses: Array<{
    name: string;
    /** `<name>+<key id>+<base64 of type and public key>` (c2sp.org/signed-note) */
    vkey: string;
  }>;
};

/** A JSON-RPC 2.0 message; batches are not accepted */
export type McpMessage = { [name: string]: unknown };

export type Me = {
  actor: Actor;
  /** The person's name, or the key's */
  name: string;
  team: {
    id: string;
    name: string;
  };
  /** Empty for an API key */
  roles: Array<Role>;
  scopes: Array<Scope>;
  session: Session | null;
  /** Send it as `X-CSRF-Token` with every request that changes something */
  csrf_token: string | null;
};

export type Member = {
  number: string;
  policy: string;
  /** Masked */
  pan: string | null;
  /** Masked */
  aadhaar: string | null;
  birth: Day | null;
  /** Cover and waiting periods of this member begin here, or later with the policy's */
  joined: Day;
  /** ICD-10 categories */
  pre_existing: Array<string>;
  updated_at: Timestamp;
};

export type MemberList = {
  records: Array<Member>;
  /** null on the last page */
  next_cursor: string | null;
};

export type Message = {
  id: string;
  run_id: string;
  kind: "device_alert" | "text_message";
  /** Masked */
  to: string;
  body: string;
  /** `sent`: the gateway accepted it */
  state: "queued" | "sent" | "failed";
  /** Why the last attempt failed */
  code: string | null;
  attempts: number;
  queued_at: Timestamp;
  ended_at: Timestamp | null;
};

export type MessageList = {
  records: Array<Message>;
  /** null on the last page */
  next_cursor: string | null;
};

export type Model = {
  name: string;
  /** Whether requests without `model` use it */
  default: boolean;
  /** For a million tokens, in the currency of the limits on cost */
  prices: {
    input: number;
    cached_input: number;
    cache_write: number;
    output: number;
  };
  /** Models that answer while this one's provider cannot, in this order */
  fallback: Array<string>;
  /** Whether it sees pictures, as far as the service knows */
  images: boolean;
  /** Whether its provider answered when it was last asked */
  state: "up" | "down" | "unknown";
};

export type Models = {
  /** The models that your team may use */
  models: Array<Model>;
};

/** An OpenAPI 3.1 document */
export type OpenApiDocument = {
  openapi: string;
  [name: string]: unknown;
};

export type OpenSandbox = {
  /** Both have the same packages. `data` has numpy, pandas and matplotlib loaded, 1,024 MiB of memory and 256 MiB of files; `standard` has 512 and 64 MiB */
  libraries?: "standard" | "data";
  /** Memory in MiB, if it should differ. Files count towards it */
  memory_mb?: number;
  /** Environment variables of all programs. They are stored encrypted, and no row contains them */
  env?: { [name: string]: string };
  /** Seconds without a program after which it ends */
  idle_s?: number;
};

export type OperatorFile = {
  /** null if the content was not kept; see `left_out` */
  id: string | null;
  /** Path below its folder, masked; of many files that were not kept, their number */
  name: string;
  folder: "documents" | "downloads";
  /** Bytes */
  size: number;
  sha256: string | null;
  /** Why the content was not kept: at most 64 files, 25 MiB per file and 100 MiB together */
  left_out: "too_large" | "too_many" | "unreadable" | "kind_not_allowed" | null;
};

export type OperatorQuestion = {
  /** `detail.id` of the rows `operator.ask` and `operator.approval` */
  id: string;
  /** null once the run is erased */
  risk: string | null;
  /** null for a question of the model once the run is erased */
  wants: "approval" | "text" | "choice" | "take_over" | null;
  /** The question, masked; null once the run is erased */
  detail: string | null;
  options: Array<string> | null;
  state: "waiting" | "approved" | "refused" | "answered" | "declined" | "no_answer";
  /** The text or choice that was given, masked; null without one and once it is erased */
  answer: string | null;
  answered_by: Actor | null;
  asked_at: Timestamp;
  answered_at: Timestamp | null;
};

export type OperatorQuestions = {
  /** Oldest first */
  questions: Array<OperatorQuestion>;
};

export type OperatorRunList = {
  runs: Array<OperatorRunSummary>;
  /** null on the last page */
  next_cursor: string | null;
};

export type OperatorRunSummary = {
  run_id: string;
  status: "running" | "done";
  /** Set once the run has finished */
  success?: boolean;
  /** The run's result, or the reason why it ended; set once the run has finished */
  result?: string;
  /** `finish`, `cancelled`, or the limit or failure that ended the run; null while it is running */
  ended_by: string | null;
  sandbox_id: string;
  ledger_ref: string;
  created_at: Timestamp;
  finished_at: Timestamp | null;
};

export type OperatorRunWithReceipt = {
  run_id: string;
  status: "running" | "done";
  /** Set once the run has finished */
  success?: boolean;
  /** The run's result, or the reason why it ended; set once the run has finished */
  result?: string;
  /** `finish`, `cancelled`, or the limit or failure that ended the run; null while it is running */
  ended_by: string | null;
  sandbox_id: string;
  ledger_ref: string;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  steps: Array<OperatorStep>;
  /** Output that fits `output_schema`; null without one */
  output: unknown;
  /** What the desktop had when it was closed: every download, and every new or changed file among the documents */
  files: Array<OperatorFile>;
  pending_approval: PendingApproval | null;
  model: AgentRunModel | null;
  /** PNG of the last screen; set once the run has finished */
  final_screenshot_b64?: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type OperatorState = {
  run_id: string;
  status: "running" | "done";
  /** Set once the run has finished */
  success?: boolean;
  /** The run's result, or the reason why it ended; set once the run has finished */
  result?: string;
  /** `finish`, `cancelled`, or the limit or failure that ended the run; null while it is running */
  ended_by: string | null;
  sandbox_id: string;
  ledger_ref: string;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  steps: Array<OperatorStep>;
  /** What the desktop had when it was closed: every download, and every new or changed file among the documents */
  files: Array<OperatorFile>;
  pending_approval: PendingApproval | null;
  model: AgentRunModel | null;
};

export type OperatorStep = {
  n: number;
  action: string;
  /** Description of the action, without typed text */
  detail: string;
  status: "done" | "refused" | "failed" | "interrupted";
  screenshot_sha256: string | null;
  /** What was clicked, as [x0, y0, x1, y1] on the picture before the step */
  box: Array<number> | null;
  at: Timestamp;
};

export type OperatorVideo = {
  run_id: string;
  /** `failed`: ask for it again. `erased`: it was erased with its run, and no other can be made of it */
  status: "making" | "ready" | "failed" | "erased";
  /** Digest of the file, as in the row `operator.video` */
  sha256: string | null;
  /** Bytes */
  size: number | null;
  /** Playing time */
  length_ms: number | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
};

export type OwnRecord = {
  collection: string;
  /** With identifiers masked */
  record: { [name: string]: unknown };
};

export type PassedCheck = {
  /** A stage of the adjudication, or the code of a rule */
  stage: string;
  detail: string;
};

export type Payload = {
  metadata?: { [name: string]: string };
  data?: string;
};

export type PayloadOutput = {
  metadata?: { [name: string]: string };
  data?: string;
};

export type Payloads = {
  payloads: Array<Payload>;
};

export type PayloadsOutput = {
  payloads: Array<PayloadOutput>;
};

export type Payout = {
  id: string;
  /** Id of the claim */
  claim: string;
  /** The claimant's number, with identifiers masked */
  claim_id: string;
  run_id: string;
  policy: string;
  amount: Rupees;
  status: "queued" | "held" | "withdrawn" | "paid" | "failed";
  /** Why a person has to release it */
  hold_reason: string | null;
  /** How often the payout was queued */
  attempt: number;
  /** The core system's reference */
  reference: string | null;
  queued_at: Timestamp;
  settled_at: Timestamp | null;
  updated_at: Timestamp;
};

export type PayoutList = {
  records: Array<Payout>;
  /** null on the last page */
  next_cursor: string | null;
};

export type PayoutReport = {
  status: "paid" | "failed";
  /** The core system's reference of this attempt */
  reference: string;
};

export type PendingApproval = {
  id: string;
  /** `submit`, `download`, `password`, `safety_check` for a check that the provider requires, or `question` of the model */
  risk: string;
  detail: string;
  /** `approval`: whether an action may be made. The others are questions of the model: it wants a text, one of `options`, or that a person takes over the desktop and then answers. */
  wants: "approval" | "text" | "choice" | "take_over";
  options: Array<string> | null;
  until: Timestamp;
};

export type Person = {
  id: string;
  name: string;
  roles: Array<Role>;
  /** `provider`: each sign-in takes the roles from the identity provider. `here`: they were given through this API or the command line. */
  roles_from: "provider" | "here";
  /** The person's `sub` at the identity provider; null for a local person */
  subject: string | null;
  created_at: Timestamp;
  signed_in_at: Timestamp | null;
  deactivated_at: Timestamp | null;
};

export type PersonList = {
  people: Array<Person>;
};

export type PinnedRuleSet = {
  id: string;
  version: number;
  /** SHA-256 of the canonical JSON (RFC 8785), in hex */
  sha256: string;
  /** `service`: it comes with the service; `team`: your team activated it */
  owner: "service" | "team";
};

export type Policy = {
  number: string;
  status: "active" | "lapsed" | "cancelled";
  cover_from: Day;
  cover_to: Day;
  /** First day of unbroken cover; waiting periods count from here */
  since: Day;
  sum_insured: Rupees;
  /** Part of the sum insured that was paid */
  used: Rupees;
  /** Part of the sum insured that queued payouts reserve */
  reserved: Rupees;
  /** Per day; null for no limit */
  room_rent_limit: Rupees | null;
  /** Product under whose terms bills are adjudicated; null: claims are decided as a whole */
  product: string | null;
  /** `floater`: a family shares the sum insured */
  kind: "individual" | "floater";
  /** Cumulative bonus, in addition to the sum insured */
  bonus: Rupees;
  /** The whole sum insured from each day on; null: `sum_insured` since `since` */
  slabs: Array<{
    since: Day;
    sum_insured: Rupees;
  }> | null;
};

export type PolicyList = {
  records: Array<Policy>;
  /** null on the last page */
  next_cursor: string | null;
};

/** RFC 9457 problem details */
export type Problem = {
  /** Stable name for the kind of error */
  type: string;
  title: string;
  status: number;
  /** Says what to do next. Never repeats input. */
  detail: string;
  request_id: string;
  errors?: Array<{
    in: "body" | "query" | "header";
    /** JSON Pointer (RFC 6901) into the body, the query or the headers */
    pointer: string;
    message: string;
  }>;
  /** What is wrong with an imported file */
  import?: ImportReport;
  /** The run that failed, if there is one; `Location` is its address, where its steps can be read */
  ledger_ref?: string;
};

export type Product = {
  code: string;
  title: string;
  /** Id of the rule set with the product's terms */
  rule_set: string;
};

export type ProductList = {
  records: Array<Product>;
  /** null on the last page */
  next_cursor: string | null;
};

export type ProductTerms = {
  /** Heads of the bill, each with the other names under which hospitals bill it */
  heads: { [name: string]: Array<string> };
  /** Each applies to every increase of the sum insured from its own date */
  waits: Array<{
    id: string;
    code: string;
    /** IRDAI standard exclusion */
    exclusion?: string;
    title: string;
    days?: number;
    months?: number;
    /** CEL expression over the inputs and params */
    when?: string;
    /** Clause of the product's wording */
    clause: string;
  }>;
  /** Requires a discharge on a later day than the admission */
  stay?: {
    code: string;
    /** CEL expression over the inputs and params */
    unless: string;
    /** Clause of the product's wording */
    clause: string;
  };
  window: {
    before_days: number;
    after_days: number;
    /** Clause of the product's wording */
    clause: string;
  };
  lists: Array<{
    /** A line under this head is an item of the list, whatever its text */
    head: string;
    code: string;
    title: string;
    /** Name of a list of the rule set that holds the items' names */
    items: string;
    /** Clause of the product's wording */
    clause: string;
  }>;
  /** Limits a day */
  day_caps: Array<{
    code: string;
    head: string;
    limit: RuleLimit;
    /** Clause of the product's wording */
    clause: string;
  }>;
  proportion?: {
    code: string;
    /** The head whose allowed share applies to the other heads */
    room: string;
    heads: Array<string>;
    /** CEL expression over the inputs and params */
    unless?: string;
    /** Clause of the product's wording */
    clause: string;
  };
  sublimits: Array<{
    id: string;
    code: string;
    title: string;
    /** All heads if left out */
    heads?: Array<string>;
    /** CEL expression over the inputs and params */
    when?: string;
    /** The input that names the part, such as the eye */
    part?: string;
    limit: RuleLimit;
    per: "hospitalisation" | "policy_year";
    /** With `policy_year`: each member of the policy has the limit; otherwise all share it */
    each?: "member";
    /** Clause of the product's wording */
    clause: string;
  }>;
  deductible?: {
    amount: number;
    per: "claim" | "policy_year";
    /** CEL expression over the inputs and params */
    when?: string;
    /** Clause of the product's wording */
    clause: string;
  };
  balance: {
    /** Clause of the product's wording */
    clause: string;
  };
  /** The first row whose condition is true applies */
  copay: Array<{
    percent: number;
    /** CEL expression over the inputs and params */
    when?: string;
    /** Clause of the product's wording */
    clause: string;
  }>;
  stages: Array<"sublimits" | "deductible" | "balance" | "copay">;
};

/** Protected resource metadata (RFC 9728) */
export type ProtectedResource = {
  /** The address of the MCP endpoint */
  resource: string;
  resource_name: string;
  /** The identity provider; empty if only API keys are accepted */
  authorization_servers: Array<string>;
  /** Scopes to request at the identity provider; a person's rights follow from roles */
  scopes_supported: Array<string>;
  bearer_methods_supported: Array<"header">;
};

/** Replaces the whole connector. Secrets are not kept from before: send them again. */
export type PutConnector = {
  kind: "http" | "postgres" | "inbound";
  serves: "policies" | "hospitals" | "accounts" | "callers" | "messages" | "cases";
  http?: {
    method?: "GET" | "POST";
    /** Address with `{key}` where the key belongs, which is percent-encoded */
    url: string;
    headers?: { [name: string]: string };
    /** JSON body of a POST. `{key}` in a string is replaced; a message also has `{to}`, `{text}` and `{kind}` */
    body?: Schema0;
    /** Statuses by which the system says that there is no such record */
    not_found?: Array<number>;
    /** Whether the receiver of messages recognises a repeated `Idempotency-Key`. If not, a message is not sent again after an unclear outcome */
    idempotent?: boolean;
    /** Headers that are stored sealed and never shown again */
    secret_headers?: { [name: string]: string };
    /** Client credentials; the token is sent as `Authorization: Bearer` */
    oauth?: {
      token_url: string;
      client_id: string;
      scope?: string;
      client_secret: string;
    };
    /** Certificate for mutual TLS */
    client_certificate?: string;
    /** Private key for mutual TLS, stored sealed */
    client_key?: string;
    /** The only authority to trust for the server's certificate */
    ca?: string;
  };
  postgres?: {
    host: string;
    port?: number;
    database: string;
    user: string;
    /** `off` is accepted only for a host that the administrator pinned */
    tls?: "verify" | "off";
    /** One SELECT with `$1` where the key belongs; it runs in a read-only transaction */
    statement: string;
    password: string;
    /** The only authority to trust for the server's certificate */
    ca?: string;
  };
  inbound?: {
    shape: "fhir.claim" | "nhcx" | "pagerduty.v3" | "alertmanager.v4" | "zendesk.event" | "freshdesk" | "exotel.status" | "custom";
    /** Default: the vertical of the shape */
    vertical?: VerticalId;
    /** `standard_webhooks`, `pagerduty`, `zendesk`: HMAC over the raw body; `bearer`, `basic`, `header`, `query`: a shared secret; `jwt`: a bearer token signed by a key of `public_keys` */
    scheme: "standard_webhooks" | "pagerduty" | "zendesk" | "bearer" | "basic" | "header" | "query" | "jwt";
    /** With `header`: the header that holds the secret */
    header?: string;
    /** With `basic`: the user name */
    user?: string;
    /** With `jwt`: keys or certificates of the sender, as PEM */
    public_keys?: Array<string>;
    /** With `jwt`: the expected `aud` */
    audience?: string;
    /** How far a signed time may be from ours, in seconds */
    tolerance_s?: number;
    /** JSONata expression for the event's id. Default: that of the shape, or the id that the sender signed */
    event_id?: string;
    /** The sender's secrets, stored sealed. Each is accepted, so that one can be replaced. */
    secrets?: Array<string>;
    /** With `nhcx`: RSA keys as PEM that open the envelope, stored sealed */
    private_keys?: Array<string>;
  };
  /** JSONata expression that turns the answer into one record, a list of records, or nothing if there is no such record. Without one, the answer is the record. For `inbound` it turns the event into a case, or into nothing to ignore it. */
  mapping?: string;
  /** Limit for a whole call, from the look-up of the name to the last byte */
  timeout_ms?: number;
};

export type PutCredential = {
  /** Hosts on whose pages the values may be typed: names, or `*.` followed by a name, each with an optional port. Over plain http only if the entry begins with `http://`. */
  hosts: Array<string>;
  /** Values by name, such as `user` and `password`; of at least four characters */
  fields?: { [name: string]: string };
  totp?: Totp;
};

export type ReadDocument = {
  kind: "pdf" | "image";
  pages: Array<{
    /** Unicode code points from the start of the text */
    start: number;
    /** Exclusive */
    end: number;
    /** Whether the text came from the PDF's text layer or from recognition, or the page was not read */
    source: "text" | "ocr" | "none";
    confidence: number;
  }>;
  /** Number of pages that were not read because the document has too many */
  left_out: number;
  /** The text that was read, to which offsets refer */
  text: string;
};

export type Readiness = {
  /** `degraded`: reads work and runs are accepted, but start later; `unavailable`: the database is unavailable */
  status: "ready" | "degraded" | "unavailable";
  dependencies: { [name: string]: {
    /** `off`: not configured; `unknown`: a model whose provider no worker has asked lately */
    state: "up" | "down" | "off" | "unknown";
    latency_ms?: number;
    detail?: string;
  } };
};

/** Proves rows to anyone who has the log's public key, even without this service */
export type Receipt = {
  ledger_ref: string;
  team_id: string;
  /** Name of the team's log */
  origin: string;
  /** A signed note: origin, size and root, then an empty line and the signatures (c2sp.org/tlog-checkpoint) */
  checkpoint: string;
  rows: Array<{
    seq: number;
    prev_hash: string;
    row_hash: string;
    /** The exact text that row_hash covers */
    body: string;
    /** Hashes from the leaf's sibling up to the root's child (RFC 9162, 2.1.3) */
    inclusion: Array<string>;
  }>;
};

export type ReceiptCheck = {
  /** Whether the rows are unchanged and in the ledger that the checkpoint covers */
  ok: boolean;
  ledger_ref: string;
  /** seq of each row in the receipt */
  rows: Array<number>;
  /** Number of rows that the checkpoint covers; null if it is not valid */
  size: number | null;
  /** Why it does not verify; null if `ok` is true */
  reason: string | null;
  /** The first bad row; null if the fault is not in a row */
  seq: number | null;
};

/** Proves rows to anyone who has the log's public key, even without this service */
export type ReceiptOutput = {
  ledger_ref: string;
  team_id: string;
  /** Name of the team's log */
  origin: string;
  /** A signed note: origin, size and root, then an empty line and the signatures (c2sp.org/tlog-checkpoint) */
  checkpoint: string;
  rows: Array<{
    seq: number;
    prev_hash: string;
    row_hash: string;
    /** The exact text that row_hash covers */
    body: string;
    /** Hashes from the leaf's sibling up to the root's child (RFC 9162, 2.1.3) */
    inclusion: Array<string>;
  }>;
};

export type RecordAct = {
  /** Your name for the agent; policies read it as `Agent::"…"` */
  agent: string;
  /** Your id for the conversation or job. Rows of a session share a `ledger_ref`, and policies read what happened in it. Only a keyed digest is stored. Default: a session of its own */
  session?: string;
  /** What the agent does, as a rule the name of a tool; policies read it as `Action::"…"` */
  action: string;
  summary: string;
  /** Masked before it is stored */
  detail?: { [name: string]: unknown };
};

export type RecordedActWithReceipt = {
  /** The row says what the agent says. The service did not see the act itself */
  evidence: "reported";
  ledger_ref: string;
  row_id: string;
  seq: number;
  row_hash: string;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type RegisteredCaller = {
  id: string;
  /** Masked */
  phone: string;
  policy: string;
  /** With identifiers masked */
  address: string;
  updated_at: Timestamp;
};

export type ResumeEntry = {
  interruptId: string;
  /** `cancelled` denies the call */
  status: "resolved" | "cancelled";
  payload?: {
    approved: boolean;
    /** What the customer is told: for `reject` why, for `send_back` what is missing, without codes of rules. For `deny`, what the model reads, or whoever asked to resume work. Required for these three. */
    reason?: string;
    /** Arguments with which an approved tool call is made instead of those that the model gave */
    arguments?: { [name: string]: unknown };
  };
};

export type Review = {
  /** Also the `ledger_ref` of its own rows */
  id: string;
  kind: ReviewKind;
  state: ReviewState;
  vertical: RunVertical | null;
  /** null for a switch, a witness, the ledger or an act elsewhere */
  run_id: string | null;
  /** Reference of the case's rows, of the row that suspended, or for a witness or the ledger the review's own id */
  ledger_ref: string;
  subject: {
    kind: "claim" | "ticket" | "call" | "payout" | "tool_call" | "action" | "switch" | "witness" | "ledger" | "case" | "step" | "act";
    /** Id of the record; for a tool call, its id in the stream of the run; for a witness, its name; for the ledger, its team */
    id: string | null;
    /** The caller's own id for the case, masked */
    case_id: string | null;
  };
  reasons: Array<{
    code: string;
    detail: string;
  }>;
  risk: {
    score: number;
    band: "low" | "medium" | "high";
    rules: string;
    features: { [name: string]: number };
  } | null;
  options: Array<ReviewOption>;
  /** Roles that may choose each option; one of them is enough */
  roles: { [name: string]: Array<Role> };
  /** Roles that are asked to decide */
  asked: Array<Role>;
  /** Whether two people have to approve */
  four_eyes: boolean;
  /** Who submitted the case and so may not decide it */
  submitted_by: Actor | null;
  remind_at: Timestamp;
  due_at: Timestamp;
  overdue: boolean;
  expires_at: Timestamp | null;
  /** `refer`: a review for the next role takes its place; `stay`: it stays open; `refuse`: the call or action is not made. Nothing is ever approved. */
  on_expiry: "refer" | "stay" | "refuse";
  claimed_by: Actor | null;
  claimed_until: Timestamp | null;
  /** Oldest first; the last one of a decided review counts */
  decisions: Array<ReviewDecision>;
  created_at: Timestamp;
  closed_at: Timestamp | null;
  /** The case as its ledger rows and records describe it, masked. It never changes. */
  evidence: { [name: string]: unknown };
  /** SHA-256 of `evidence` in canonical JSON (RFC 8785) */
  evidence_sha256: string;
  comments: Array<ReviewComment>;
};

export type ReviewComment = {
  by: Actor;
  text: string;
  at: Timestamp;
};

export type ReviewDecision = {
  by: Actor;
  option: ReviewOption;
  reason: string | null;
  note: string | null;
  /** Names of the documents that `send_back` asks for */
  documents: Array<string>;
  /** Rupees that an approval states; null: the amount of the claim or payout */
  approved_amount: string | null;
  at: Timestamp;
};

export type ReviewKind = "escalation" | "payout" | "tool_call" | "operator" | "quality" | "switch" | "witness" | "ledger" | "step" | "act";

export type ReviewList = {
  reviews: Array<ReviewSummary>;
  /** null on the last page */
  next_cursor: string | null;
};

export type ReviewOption = "approve" | "reject" | "resolve" | "send_back" | "refer" | "deny" | "agree" | "disagree";

export type ReviewPolicy = {
  /** Rupees. Two people approve a claim or payout above this amount; null: one person is enough. */
  four_eyes_above: number | null;
  /** Minutes within which a review is due, unless the case is more urgent */
  due_minutes: number;
  /** Minutes before the due time at which `review.due_soon` is emitted */
  remind_minutes: number;
  /** Minutes after the due time until a review is referred to the next role */
  expire_minutes: number;
  /** Calls that wait for a person. One rule that applies is enough. */
  ask: Array<AskRule>;
  /** Minutes within which such a review is due. After twice this time the call is refused. */
  ask_minutes: number;
  /** Whether whoever started a run may answer for its calls */
  ask_submitter: boolean;
  /** One in so many approved claims is checked by a person; null: none */
  sample_one_in: number | null;
  /** 0: the default rules */
  version: number;
  set_by: Actor | null;
  set_at: Timestamp | null;
};

export type ReviewPolicyList = {
  /** Newest first, the rules in force included; the default rules are no version of the list */
  versions: Array<ReviewPolicy>;
  /** null on the last page */
  next_cursor: string | null;
};

/** `claimed` while somebody has a lease of 30 minutes. `decided`, `expired` and `superseded` are final; a superseded one asks about something that is over. */
export type ReviewState = "open" | "claimed" | "decided" | "expired" | "superseded";

export type ReviewStats = {
  since: Timestamp;
  /** Reviews that nobody has decided; `open` includes the other two */
  waiting: Array<{
    kind: ReviewKind;
    /** The last role that was asked */
    role: Role;
    open: number;
    claimed: number;
    overdue: number;
  }>;
  decided: Array<{
    kind: ReviewKind;
    /** The last role that was asked */
    role: Role;
    decided: number;
    /** Decided after the due time */
    late: number;
    /** From the opening to the decision */
    median_seconds: number;
  }>;
  /** How people judged the approvals that were sampled for quality control */
  quality: {
    agreed: number;
    disagreed: number;
    /** Share of checks that agreed; null without any */
    agreement: number | null;
  };
};

export type ReviewSummary = {
  /** Also the `ledger_ref` of its own rows */
  id: string;
  kind: ReviewKind;
  state: ReviewState;
  vertical: RunVertical | null;
  /** null for a switch, a witness, the ledger or an act elsewhere */
  run_id: string | null;
  /** Reference of the case's rows, of the row that suspended, or for a witness or the ledger the review's own id */
  ledger_ref: string;
  subject: {
    kind: "claim" | "ticket" | "call" | "payout" | "tool_call" | "action" | "switch" | "witness" | "ledger" | "case" | "step" | "act";
    /** Id of the record; for a tool call, its id in the stream of the run; for a witness, its name; for the ledger, its team */
    id: string | null;
    /** The caller's own id for the case, masked */
    case_id: string | null;
  };
  reasons: Array<{
    code: string;
    detail: string;
  }>;
  risk: {
    score: number;
    band: "low" | "medium" | "high";
    rules: string;
    features: { [name: string]: number };
  } | null;
  options: Array<ReviewOption>;
  /** Roles that may choose each option; one of them is enough */
  roles: { [name: string]: Array<Role> };
  /** Roles that are asked to decide */
  asked: Array<Role>;
  /** Whether two people have to approve */
  four_eyes: boolean;
  /** Who submitted the case and so may not decide it */
  submitted_by: Actor | null;
  remind_at: Timestamp;
  due_at: Timestamp;
  overdue: boolean;
  expires_at: Timestamp | null;
  /** `refer`: a review for the next role takes its place; `stay`: it stays open; `refuse`: the call or action is not made. Nothing is ever approved. */
  on_expiry: "refer" | "stay" | "refuse";
  claimed_by: Actor | null;
  claimed_until: Timestamp | null;
  /** Oldest first; the last one of a decided review counts */
  decisions: Array<ReviewDecision>;
  created_at: Timestamp;
  closed_at: Timestamp | null;
};

export type ReviseRun = {
  documents?: Array<{
    /** As it was asked for */
    name: string;
    file_id: string;
    kind?: DocumentKind;
  }>;
  /** Members that are added to the case, or that replace its own. Default: none */
  case?: Case;
};

export type Role = "viewer" | "analyst" | "reviewer" | "committee" | "operator" | "auditor" | "safety" | "admin";

export type RollBackRuleSet = {
  reason: string;
};

export type RotateKey = {
  /** How long the old key keeps working alongside the new one */
  grace_seconds?: number;
};

/** The lower of both if both are given */
export type RuleLimit = {
  /** Percent of the sum insured, without bonus */
  percent?: number;
  /** Paise */
  amount?: number;
};

export type RuleSet = {
  id: string;
  version: number;
  title: string;
  effective_from: string;
  /** The date that chooses the version */
  basis: "admission" | "policy_start" | "run_day";
  inputs: { [name: string]: "int" | "bool" | "string" | "list<string>" | {
    type: "int" | "bool" | "string" | "list<string>";
    /** Used if the case does not state the input */
    default: number | boolean | string | Array<string>;
  } };
  params?: { [name: string]: number | boolean | string };
  lists?: { [name: string]: Array<string> };
  tables?: Array<{
    id: string;
    hit: "first" | "unique" | "collect";
    rows: Array<{
      id: string;
      /** The row matches if all of them are true */
      when: Array<string>;
      then: {
        code?: string;
        exclusion?: string;
        /** CEL expression for a text */
        detail?: string;
        name?: string;
        /** CEL expression for a whole number */
        value?: string;
        /** `exclude` also deducts the whole bill from the proposed amount */
        effect?: "refer" | "exclude";
      };
      /** Clause of the product's wording */
      clause?: string;
    }>;
  }>;
  terms?: ProductTerms;
  tests: Array<{
    name: string;
    /** Inputs; a missing one is unknown */
    given: { [name: string]: number | boolean | string | Array<string> };
    /** A claim for the terms, in the form of a case with its `cover` */
    claim?: { [name: string]: unknown };
    expect: {
      codes?: Array<string>;
      values?: { [name: string]: number };
      outcome?: "approve" | "approve_part" | "refer";
      approved?: string;
    };
  }>;
};

/** What a backtest or a shadow of a version must have shown before the version can be activated */
export type RuleSetBounds = {
  /** Least number of runs that the trial has decided */
  min_runs: number;
  /** Largest share of runs whose decision differs; null for no bound */
  max_changed_percent: number | null;
  /** By how much the sum of approved amounts may differ, up or down; null for no bound */
  max_amount_percent: number | null;
  /** null if nobody has set any */
  set: {
    by: Actor;
    at: Timestamp;
  } | null;
};

export type RuleSetDiff = {
  from: {
    version: number;
    /** `service`: it comes with the service; `team`: your team activated it */
    owner: "service" | "team";
    /** SHA-256 of the canonical JSON (RFC 8785), in hex */
    sha256: string;
  };
  to: {
    version: number;
    /** `service`: it comes with the service; `team`: your team activated it */
    owner: "service" | "team";
    /** SHA-256 of the canonical JSON (RFC 8785), in hex */
    sha256: string;
  };
  /** At most 1,000 */
  changes: Array<{
    at: string;
    /** Absent if the older version does not have the part */
    before: unknown;
    /** Absent if the newer version does not have the part */
    after: unknown;
  }>;
};

export type RuleSetFault = {
  at: string;
  fault: string;
};

export type RuleSetHistory = {
  /** Newest first, at most 500 */
  moves: Array<{
    at: Timestamp;
    action: string;
    /** null for the bounds, which belong to no version */
    version: number | null;
    actor: Actor | null;
    summary: string;
    detail: { [name: string]: unknown };
    /** Id of the ledger row */
    row_id: string;
  }>;
};

export type RuleSetList = {
  rule_sets: Array<RuleSetSummary>;
};

export type RuleSetOutput = {
  id: string;
  version: number;
  title: string;
  effective_from: string;
  /** The date that chooses the version */
  basis: "admission" | "policy_start" | "run_day";
  inputs: { [name: string]: "int" | "bool" | "string" | "list<string>" | {
    type: "int" | "bool" | "string" | "list<string>";
    /** Used if the case does not state the input */
    default: number | boolean | string | Array<string>;
  } };
  params: { [name: string]: number | boolean | string };
  lists: { [name: string]: Array<string> };
  tables: Array<{
    id: string;
    hit: "first" | "unique" | "collect";
    rows: Array<{
      id: string;
      /** The row matches if all of them are true */
      when: Array<string>;
      then: {
        code?: string;
        exclusion?: string;
        /** CEL expression for a text */
        detail?: string;
        name?: string;
        /** CEL expression for a whole number */
        value?: string;
        /** `exclude` also deducts the whole bill from the proposed amount */
        effect?: "refer" | "exclude";
      };
      /** Clause of the product's wording */
      clause?: string;
    }>;
  }>;
  terms?: ProductTerms;
  tests: Array<{
    name: string;
    /** Inputs; a missing one is unknown */
    given: { [name: string]: number | boolean | string | Array<string> };
    /** A claim for the terms, in the form of a case with its `cover` */
    claim?: { [name: string]: unknown };
    expect: {
      codes?: Array<string>;
      values?: { [name: string]: number };
      outcome?: "approve" | "approve_part" | "refer";
      approved?: string;
    };
  }>;
};

/** The content of a version never changes after `draft`. Only an `active` version decides. What comes with the service is active. */
export type RuleSetState = "draft" | "proposed" | "approved" | "active" | "retired";

export type RuleSetSummary = {
  id: string;
  title: string;
  /** The vertical whose runs it decides */
  decides: VerticalId | null;
  /** The version that applies to a case whose `basis` is today in India; null if none does */
  in_force: PinnedRuleSet | null;
};

export type RuleSetVersion = {
  version: number;
  /** `service`: it comes with the service; `team`: your team activated it */
  owner: "service" | "team";
  state: RuleSetState;
  title: string;
  /** SHA-256 of the canonical JSON (RFC 8785), in hex */
  sha256: string;
  /** The date that chooses the version */
  basis: "admission" | "policy_start" | "run_day";
  effective_from: string;
  /** First day on which it decides */
  active_from: string | null;
  /** By whom the draft was written last; null for `service` */
  drafted: {
    by: Actor;
    at: Timestamp;
  } | null;
  proposed: {
    by: Actor;
    at: Timestamp;
  } | null;
  approved: {
    by: Actor;
    at: Timestamp;
  } | null;
  activated: {
    by: Actor;
    at: Timestamp;
  } | null;
  retired: {
    by: Actor;
    at: Timestamp;
  } | null;
  document: RuleSetOutput;
  /** What the check finds in a draft that was just written */
  faults?: Array<RuleSetFault>;
};

export type RuleSetVersionSummary = {
  version: number;
  /** `service`: it comes with the service; `team`: your team activated it */
  owner: "service" | "team";
  state: RuleSetState;
  title: string;
  /** SHA-256 of the canonical JSON (RFC 8785), in hex */
  sha256: string;
  /** The date that chooses the version */
  basis: "admission" | "policy_start" | "run_day";
  effective_from: string;
  /** First day on which it decides */
  active_from: string | null;
  /** By whom the draft was written last; null for `service` */
  drafted: {
    by: Actor;
    at: Timestamp;
  } | null;
  proposed: {
    by: Actor;
    at: Timestamp;
  } | null;
  approved: {
    by: Actor;
    at: Timestamp;
  } | null;
  activated: {
    by: Actor;
    at: Timestamp;
  } | null;
  retired: {
    by: Actor;
    at: Timestamp;
  } | null;
};

export type RuleSetWithVersions = {
  id: string;
  title: string;
  /** The vertical whose runs it decides */
  decides: VerticalId | null;
  /** The version that applies to a case whose `basis` is today in India; null if none does */
  in_force: PinnedRuleSet | null;
  /** Reference of the rows about your team's versions; null if it has none */
  ledger_ref: string | null;
  /** Newest first */
  versions: Array<RuleSetVersionSummary>;
};

export type Run = {
  id: string;
  vertical: RunVertical;
  /** The version of your team's own vertical that the run performs; null for a vertical of the service */
  vertical_version: VerticalVersion | null;
  mode: "simulated" | "live";
  /** `succeeded` and `error` are final */
  status: "running" | "succeeded" | "error";
  /** null until the run has finished */
  decision: string | null;
  /** Reasons for the decision, without personal identifiers */
  reasons: Array<{
    code: string;
    detail: string;
  }>;
  risk: {
    score: number;
    band: "low" | "medium" | "high";
    rules: string;
    features: { [name: string]: number };
  } | null;
  /** The version of the rules that decided; null until the run has finished, and in runs that ended before it was recorded */
  decided_under: PinnedRuleSet | null;
  /** The newest review of the run's outcome; null if it needed none */
  review: {
    id: string;
    state: "open" | "decided" | "expired" | "superseded";
    /** What a person chose; null until then */
    option: "approve" | "reject" | "resolve" | "send_back" | "refer" | "deny" | "agree" | "disagree" | null;
    /** What the customer is told */
    reason: string | null;
    /** Names of the documents that the customer is asked for */
    documents: Array<string>;
    decided_at: Timestamp | null;
  } | null;
  /** How a claim's bill was decided line by line; null if it was decided as a whole */
  outcome: AdjudicationOutcome | null;
  /** null if the bill was not adjudicated, or could not be */
  amount: AdjudicatedAmount | null;
  rule_set: PinnedRuleSet | null;
  /** Only in the response of `getRun`, for a claim that was adjudicated */
  adjustments?: Array<Adjustment>;
  /** What a claim passed. Only in the response of `getRun` */
  passed?: Array<PassedCheck>;
  ledger_ref: string;
  steps: Array<RunStep>;
  /** The caller's own id for the case, masked */
  case_id: string | null;
  /** The run of the same case that a person sent back; null for a new case */
  revision_of: string | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  error: {
    code: string;
    message: string;
  } | null;
  /** What a running run waits for: a person, or a connector that gives no usable answer. null while it works, and after its end */
  waiting_for: {
    kind: "review";
    review_id: string;
    tool: string;
    since: Timestamp;
  } | {
    kind: "records";
    /** The kind of record */
    records: string;
    connector: string;
    /** Why there is no answer, as in ConnectorCode */
    code: string;
    since: Timestamp;
    /** When it was last asked for */
    asked_at: Timestamp;
  } | null;
  /** A live run's model usage; null for a simulated run */
  model: {
    /** The model that the run was accepted with; the ledger names what answered each turn */
    name: string;
    turns: number;
    tool_calls: number;
    input_tokens: number;
    output_tokens: number;
    /** How many of the input tokens the provider read from its cache */
    cached_tokens: number;
    /** In the configured prices' currency; 0 if no prices are configured */
    cost: number;
    /** `tool`, `answer`, or the code for the reason why it was stopped; null while it is running */
    ended_by: string | null;
  } | null;
  /** What was read from the documents of the case, masked, once it has been read. Only in the response of `getRun`, and absent if the case has no documents. */
  documents?: Array<DocumentOfRun>;
};

export type RunCode = {
  language?: "python" | "bash";
  code: string;
  /** Maximum wall time for the code */
  timeout_ms?: number;
  stdin?: string;
  /** Written to /tmp before the code runs */
  files?: Array<InputFile>;
  /** Names of files whose content to return, up to 4 MiB in total */
  return_files?: Array<string>;
  /** Whether to return charts: figures of matplotlib and PNG files */
  charts?: boolean;
};

export type RunInSandbox = {
  language?: "python" | "bash";
  code: string;
  /** Maximum wall time for the code */
  timeout_ms?: number;
  stdin?: string;
  /** Written to /tmp before the code runs */
  files?: Array<InputFile>;
  /** Names of files whose content to return, up to 4 MiB in total */
  return_files?: Array<string>;
  /** Whether to return charts: figures of matplotlib and PNG files */
  charts?: boolean;
};

export type RunList = {
  runs: Array<Run>;
  /** null on the last page */
  next_cursor: string | null;
};

export type RunStep = {
  n: number;
  action: string;
  /** `blocked`: the policy refused an outbound call; `skipped`: the run ended before this step */
  status: "done" | "blocked" | "pending" | "skipped";
  summary: string | null;
  at: Timestamp | null;
};

/** A vertical of the service (`kyc`, `it`, `support`, `voice`), or the id of one that your team wrote */
export type RunVertical = string;

export type RunWithReceipt = {
  id: string;
  vertical: RunVertical;
  /** The version of your team's own vertical that the run performs; null for a vertical of the service */
  vertical_version: VerticalVersion | null;
  mode: "simulated" | "live";
  /** `succeeded` and `error` are final */
  status: "running" | "succeeded" | "error";
  /** null until the run has finished */
  decision: string | null;
  /** Reasons for the decision, without personal identifiers */
  reasons: Array<{
    code: string;
    detail: string;
  }>;
  risk: {
    score: number;
    band: "low" | "medium" | "high";
    rules: string;
    features: { [name: string]: number };
  } | null;
  /** The version of the rules that decided; null until the run has finished, and in runs that ended before it was recorded */
  decided_under: PinnedRuleSet | null;
  /** The newest review of the run's outcome; null if it needed none */
  review: {
    id: string;
    state: "open" | "decided" | "expired" | "superseded";
    /** What a person chose; null until then */
    option: "approve" | "reject" | "resolve" | "send_back" | "refer" | "deny" | "agree" | "disagree" | null;
    /** What the customer is told */
    reason: string | null;
    /** Names of the documents that the customer is asked for */
    documents: Array<string>;
    decided_at: Timestamp | null;
  } | null;
  /** How a claim's bill was decided line by line; null if it was decided as a whole */
  outcome: AdjudicationOutcome | null;
  /** null if the bill was not adjudicated, or could not be */
  amount: AdjudicatedAmount | null;
  rule_set: PinnedRuleSet | null;
  /** Only in the response of `getRun`, for a claim that was adjudicated */
  adjustments?: Array<Adjustment>;
  /** What a claim passed. Only in the response of `getRun` */
  passed?: Array<PassedCheck>;
  ledger_ref: string;
  steps: Array<RunStep>;
  /** The caller's own id for the case, masked */
  case_id: string | null;
  /** The run of the same case that a person sent back; null for a new case */
  revision_of: string | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  error: {
    code: string;
    message: string;
  } | null;
  /** What a running run waits for: a person, or a connector that gives no usable answer. null while it works, and after its end */
  waiting_for: {
    kind: "review";
    review_id: string;
    tool: string;
    since: Timestamp;
  } | {
    kind: "records";
    /** The kind of record */
    records: string;
    connector: string;
    /** Why there is no answer, as in ConnectorCode */
    code: string;
    since: Timestamp;
    /** When it was last asked for */
    asked_at: Timestamp;
  } | null;
  /** A live run's model usage; null for a simulated run */
  model: {
    /** The model that the run was accepted with; the ledger names what answered each turn */
    name: string;
    turns: number;
    tool_calls: number;
    input_tokens: number;
    output_tokens: number;
    /** How many of the input tokens the provider read from its cache */
    cached_tokens: number;
    /** In the configured prices' currency; 0 if no prices are configured */
    cost: number;
    /** `tool`, `answer`, or the code for the reason why it was stopped; null while it is running */
    ended_by: string | null;
  } | null;
  /** What was read from the documents of the case, masked, once it has been read. Only in the response of `getRun`, and absent if the case has no documents. */
  documents?: Array<DocumentOfRun>;
  /** null until the run has ended and a checkpoint covers its last row */
  receipt: Receipt | null;
};

/** Amount in rupees */
export type Rupees = string;

export type Sandbox = {
  /** Also the `ledger_ref` of its rows */
  id: string;
  ledger_ref: string;
  state: "opening" | "open" | "ended";
  /** `programs`: it has run 1,000 programs; `lost`: the sandbox or its host died; `suspended`: your team suspended code; `busy` and `unavailable`: it was never opened */
  ended_because: "deleted" | "idle" | "lifetime" | "programs" | "lost" | "suspended" | "busy" | "unavailable" | null;
  libraries: "standard" | "data";
  memory_mb: number;
  idle_s: number;
  /** Number of programs that were given to it */
  programs: number;
  created_at: Timestamp;
  used_at: Timestamp;
  /** When it ends at the latest */
  ends_at: Timestamp;
  ended_at: Timestamp | null;
};

export type SandboxList = {
  /** Newest first */
  sandboxes: Array<Sandbox>;
  /** null on the last page */
  next_cursor: string | null;
};

export type SandboxPackages = {
  /** Python packages beyond the standard library, by name */
  packages: Array<{
    name: string;
    version: string;
  }>;
};

export type SandboxRunWithReceipt = {
  language: "python" | "bash";
  stdout: string;
  stderr: string;
  /** Value of a Python program's last expression, as JSON or as its repr; null if there is none */
  result: unknown;
  result_truncated: boolean;
  /** 0 to 255; 128 plus the signal's number if a signal ended the program */
  exit_code: number;
  signal: string | null;
  timed_out: boolean;
  oom_killed: boolean;
  /** Whether stdout or stderr was cut at 1 MiB */
  truncated: boolean;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
  stdout_bytes: number;
  stderr_bytes: number;
  duration_ms: number;
  /** Files that the code left in /tmp */
  files: Array<LeftFile>;
  files_truncated: boolean;
  /** Hosts that the code tried to reach; each is an `egress.block` entry */
  egress_attempts: Array<{
    host: string;
    port: number | null;
  }>;
  /** Number of further attempts that are counted but not listed; one `egress.block` entry with the rule `rows` sums them up */
  egress_attempts_more: number;
  /** Only if the request asks for charts: at most 20, without those that show no data */
  charts: Array<{
    name: string;
    /** PNG, as base64 */
    image_b64: string;
  }>;
  sandbox_id: string;
  ledger_ref: string;
  /** Number of the program in its sandbox */
  n: number;
  /** Whether the Python variables are gone, because a program was stopped; files are not */
  variables_lost: boolean;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type SandboxWithReceipt = {
  /** Also the `ledger_ref` of its rows */
  id: string;
  ledger_ref: string;
  state: "opening" | "open" | "ended";
  /** `programs`: it has run 1,000 programs; `lost`: the sandbox or its host died; `suspended`: your team suspended code; `busy` and `unavailable`: it was never opened */
  ended_because: "deleted" | "idle" | "lifetime" | "programs" | "lost" | "suspended" | "busy" | "unavailable" | null;
  libraries: "standard" | "data";
  memory_mb: number;
  idle_s: number;
  /** Number of programs that were given to it */
  programs: number;
  created_at: Timestamp;
  used_at: Timestamp;
  /** When it ends at the latest */
  ends_at: Timestamp;
  ended_at: Timestamp | null;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type Scan = {
  text: string;
  /** If false, nothing is written to the ledger */
  record?: boolean;
};

export type ScanResultWithReceipt = {
  flags: Array<"aadhaar" | "pan" | "gstin" | "card" | "email" | "phone">;
  risk: "none" | "low" | "medium" | "high";
  /** Number of identifiers of each type */
  entities: { [name: string]: number };
  /** The text with every identifier masked, and otherwise unchanged */
  masked: string;
  /** Every identifier, including further types */
  findings: Array<Finding>;
  /** ledger_ref of the `pii.scan` entry, if there is one */
  ledger_ref: string;
  /** Whether a ledger entry was written */
  recorded: boolean;
  /** Only with `receipt=true`. null if there are no rows, if the work is still in progress, or if no checkpoint could be signed; in that case, request `GET /v1/govern/ledger/{ref}/proof` later */
  receipt?: ReceiptOutput | null;
};

export type Schema0 = string | number | boolean | null | Array<Schema0> | { [name: string]: Schema0 };

export type Schema1 = string | number | boolean | null | Array<Schema1> | { [name: string]: Schema1 };

export type Scope = "runs:write" | "runs:read" | "ledger:read" | "scan" | "govern" | "documents" | "code:run" | "agents" | "analyze" | "operators:read" | "operators:write" | "reviews:read" | "reviews:decide" | "records:read" | "records:write" | "documents:write" | "rules:read" | "rules:write" | "rules:approve" | "webhooks" | "usage:read" | "safety" | "people" | "admin" | "codec";

export type ServiceDescription = {
  name: "Pramaan";
  description: string;
  /** Further addresses, none of which needs a key */
  links: {
    reference: string;
    workforce_contract: string;
    services_contract: string;
    verticals: string;
    health: string;
    readiness: string;
  };
  /** The page in the release that explains the API */
  documentation: string;
};

export type Session = {
  id: string;
  person_id: string;
  name: string;
  signed_in_with: "provider" | "link";
  /** The browser, as it names itself */
  client: string;
  created_at: Timestamp;
  /** Exact to the minute */
  last_used_at: Timestamp;
  expires_at: Timestamp;
  /** Whether this request was made with this session */
  current: boolean;
};

export type SessionFacts = {
  /** Acts that were allowed */
  allowed?: Array<string>;
  /** Acts that were denied */
  denied?: Array<string>;
  /** Acts that an agent reported */
  reported?: Array<string>;
  /** Acts that a person approved */
  approved?: Array<string>;
};

export type SessionFactsOutput = {
  /** Acts that were allowed */
  allowed: Array<string>;
  /** Acts that were denied */
  denied: Array<string>;
  /** Acts that an agent reported */
  reported: Array<string>;
  /** Acts that a person approved */
  approved: Array<string>;
};

export type SessionList = {
  sessions: Array<Session>;
};

export type SetReviewPolicy = {
  /** Rupees. Two people approve a claim or payout above this amount; null: one person is enough. */
  four_eyes_above: number | null;
  /** Minutes within which a review is due, unless the case is more urgent */
  due_minutes: number;
  /** Minutes before the due time at which `review.due_soon` is emitted */
  remind_minutes: number;
  /** Minutes after the due time until a review is referred to the next role */
  expire_minutes: number;
  /** Calls that wait for a person. One rule that applies is enough. */
  ask?: Array<AskRule>;
  /** Minutes within which such a review is due. After twice this time the call is refused. */
  ask_minutes?: number;
  /** Whether whoever started a run may answer for its calls */
  ask_submitter?: boolean;
  /** One in so many approved claims is checked by a person; null: none */
  sample_one_in?: number | null;
};

export type SetRuleSetBounds = {
  /** Least number of runs that the trial has decided */
  min_runs?: number;
  /** Largest share of runs whose decision differs; null for no bound */
  max_changed_percent?: number | null;
  /** By how much the sum of approved amounts may differ, up or down; null for no bound */
  max_amount_percent?: number | null;
};

export type SetSwitch = {
  scope: SwitchScope;
  action: "suspend" | "resume";
  reason: string;
  /** When the suspension ends by itself. Default: when somebody resumes */
  until?: string;
};

export type Shadow = {
  id: string;
  /** Reference of its rows, one for each run. The same as `id` */
  ledger_ref: string;
  state: "running" | "ended";
  rule_set: PinnedRuleSet;
  vertical: VerticalId;
  ends_at: Timestamp;
  max_runs: number;
  /** Runs so far, with those that could not be decided */
  done: number;
  /** `before` is the version that decided each run, `after` the one in shadow */
  result: {
    /** Runs that both versions have decided */
    runs: number;
    /** Runs by both decisions, such as `approve > escalate`; under the terms of a product by both outcomes, such as `approve > approve_part` */
    matrix: { [name: string]: number };
    /** Runs that the version to compare with decides as they were decided */
    as_recorded: number;
    /** Runs with the same decision for other reasons */
    other_reasons: number;
    /** Runs with the same outcome and another approved amount */
    other_amounts: number;
    /** Sums of what both versions approve by themselves; null in a vertical without amounts */
    approved: {
      before: string;
      after: string;
    } | null;
    codes: { [name: string]: {
      before: number;
      after: number;
    } };
    /** `incomplete`: the rows of the run are no longer in the database; `failed`: the shadow could not decide it */
    skipped: {
      erased: number;
      incomplete: number;
      failed: number;
    };
    /** At most 20, masked, the largest `amount` first: by how much the approved amounts differ */
    differences: Array<{
      run_id: string;
      amount: string | null;
      before: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
      after: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
    }>;
    /** Only in a backtest with `runs`: what both versions decide of each run, masked, also if nothing differs. Skipped runs are missing */
    each?: Array<{
      run_id: string;
      before: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
      after: {
        decision: string;
        reasons: Array<{
          code: string;
          detail: string;
        }>;
        /** Rows of the rule set that matched */
        hits: Array<{
          row: string;
          says: string;
        }>;
        /** How the terms of a product decided the claim's bill */
        adjudication?: {
          outcome: AdjudicationOutcome | null;
          amount: AdjudicatedAmount | null;
          /** At most 50 */
          adjustments: Array<Adjustment>;
        };
      };
    }>;
  };
  started: {
    by: Actor;
    at: Timestamp;
  };
  ended: {
    by: Actor;
    at: Timestamp;
    because: "stopped" | "time" | "count" | "activated";
  } | null;
};

export type SignOut = { [name: string]: unknown };

export type SignedOut = {
  /** Address that also signs out at the identity provider */
  provider_sign_out_url: string | null;
};

export type StartBacktest = {
  /** The version to compare with. Default: the one that decides today */
  against?: number;
  /** Only runs that were requested at this time or later */
  from?: string;
  /** Only runs that were requested before. Default: now */
  to?: string;
  /** The newest runs count */
  limit?: number;
  /** Only these runs, whenever they were requested. `result.each` then has all of them, and the backtest does not count for bounds */
  runs?: Array<string>;
};

export type StartOperator = {
  /** The task, in plain words */
  task: string;
  /** First page to open; its host must be on the list of allowed hosts */
  url?: string;
  /** Most actions */
  max_steps?: number;
  /** Maximum wall time for the run */
  timeout_ms?: number;
  /** Narrows the team's list of allowed hosts for this run: host names, or `*.` followed by a name */
  allow?: Array<string>;
  /** What the model sees: pictures, the page as text (for models without vision), or both */
  observation?: "screenshot" | "text" | "both";
  /** Kinds of actions on a page that need a person's approval */
  confirm?: Array<"submit" | "download" | "password">;
  /** Files for the task, which lie in the folder Documents of the desktop before it starts; up to 48 MiB together, of the kinds that the administrator allows. Identifiers in names are masked. */
  files?: Array<GivenFile>;
  /** Credentials of your team that the operator may have typed */
  credentials?: Array<string>;
  /** JSON Schema of what the run hands back in `output`. A model whose output does not fit is corrected once; then the run ends with `ended_by: output_invalid`. */
  output_schema?: { [name: string]: unknown };
  /** Name of one of the models of `GET /v1/models`; the default one without it */
  model?: string;
};

/** Omit `case` and `case_of`, or the whole body, to run the built-in sample case. */
export type StartRun = {
  case?: Case;
  /** An earlier run of the same vertical whose case this run takes, in place of `case`. The case is not shown. */
  case_of?: string;
  /** A trial: performs this version of the team's own vertical, which need not be in force but was proposed. What its steps write is undone, and its end opens no review. Takes the scope `rules:write` as well. */
  trial_version?: number;
};

export type StartShadow = {
  /** When it ends. Default: in 30 days; at most 180 days ahead */
  ends_at?: string;
  /** It ends after this many runs */
  max_runs?: number;
};

export type StartedOperator = {
  run_id: string;
  status: "running";
  /** Address of the live view's page; anyone who has it can watch until it expires */
  stream_url: string;
  sandbox_id: string;
  ledger_ref: string;
};

export type StoredDocument = {
  id: string;
  /** Of the bytes, all files one after the other */
  sha256: string;
  /** Format of the files, found by their first bytes; `mixed` if they differ */
  kind: "pdf" | "png" | "jpeg" | "tiff" | "webp" | "text" | "mixed";
  bytes: number;
  files: number;
  /** null while `status` is `checking`; 0 for text, which has no pages */
  pages: number | null;
  /** `checking`: a sandbox still has to open it. `ready`: cases can use it. `refused`: it could not be opened and was erased */
  status: "checking" | "ready" | "refused";
  /** Why it was refused */
  refusal: string | null;
  created_at: Timestamp;
};

export type StoredDocumentList = {
  documents: Array<StoredDocument>;
  /** null on the last page */
  next_cursor: string | null;
};

/** The `data` of one server-sent event, in AG-UI 1.0. Every event has an `id`; to resume after an event, send its id as `Last-Event-ID`. */
export type StreamEvent = {
  type: "RUN_STARTED";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  threadId: string;
  runId: string;
} | {
  type: "STATE_SNAPSHOT";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  snapshot: {
    id: string;
    vertical: VerticalId;
    mode: "simulated" | "live";
    ledger_ref: string;
    status: "running" | "succeeded" | "error";
    decision: string | null;
    /** Step of the last ledger row; 0 before the first */
    step: number;
  } | {
    id: string;
    kind: "task" | "analysis";
    ledger_ref: string;
    status: "running" | "succeeded" | "error";
    /** Step of the last ledger row; 0 before the first */
    step: number;
  };
} | {
  type: "STATE_DELTA";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  delta: Array<{
    op: "replace";
    path: string;
    value: unknown;
  }>;
} | {
  type: "STEP_STARTED";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  stepName: string;
} | {
  type: "STEP_FINISHED";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  stepName: string;
} | {
  type: "TEXT_MESSAGE_START";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  messageId: string;
  role: "assistant";
} | {
  type: "TEXT_MESSAGE_CONTENT";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  messageId: string;
  delta: string;
} | {
  type: "TEXT_MESSAGE_END";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  messageId: string;
} | {
  type: "TOOL_CALL_START";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  toolCallId: string;
  toolCallName: string;
  parentMessageId: string;
} | {
  type: "TOOL_CALL_ARGS";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  toolCallId: string;
  delta: string;
} | {
  type: "TOOL_CALL_END";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  toolCallId: string;
} | {
  type: "TOOL_CALL_RESULT";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  messageId: string;
  toolCallId: string;
  content: string;
  role: "tool";
} | {
  type: "ACTIVITY_SNAPSHOT";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  messageId: string;
  activityType: "sandbox";
  content: {
    sandbox_id: string;
    state: "open" | "closed";
  };
  replace: true;
} | {
  type: "MESSAGES_SNAPSHOT";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  messages: Array<{
    id: string;
    role: "assistant";
    content?: string;
    toolCalls?: Array<{
      id: string;
      type: "function";
      function: {
        name: string;
        arguments: string;
      };
    }>;
  } | {
    id: string;
    role: "tool";
    toolCallId: string;
    content: string;
  }>;
} | {
  type: "CUSTOM";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  name: "ledger.entry";
  value: StreamLedgerEntry;
} | {
  type: "CUSTOM";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  name: "egress.block";
  value: {
    host: string;
    rule: string;
    step: number;
  };
} | {
  type: "CUSTOM";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  name: "model.retry";
  /** A request to the model failed and will be made again */
  value: {
    turn: number;
    /** Number of the attempt that failed, from 1 */
    attempt: number;
    code: string;
    message: string;
    /** Time until the next attempt */
    wait_ms: number;
  };
} | {
  type: "CUSTOM";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  name: "review.answered";
  /** A person has decided about a call, or nobody did in time */
  value: {
    review_id: string;
    approved: boolean;
    message: string;
  };
} | {
  type: "RUN_FINISHED";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  threadId: string;
  runId: string;
  result: {
    decision: string;
    /** Reasons for the decision, without personal identifiers */
    reasons: Array<{
      code: string;
      detail: string;
    }>;
    ledger_ref: string;
  } | {
    ledger_ref: string;
  };
  outcome: {
    type: "success";
  } | {
    type: "interrupt";
    interrupts: Array<StreamInterrupt>;
  };
} | {
  type: "RUN_ERROR";
  /** Time of the event, in milliseconds since 1970 */
  timestamp?: number;
  message: string;
  code: string;
};

/** A person is asked about a call before it is made */
export type StreamInterrupt = {
  /** The review; `resume` answers it by this id */
  id: string;
  reason: "tool_call";
  message: string;
  toolCallId: string;
  responseSchema: { [name: string]: unknown };
  expiresAt: Timestamp;
};

/** A ledger row, sent after it has been committed */
export type StreamLedgerEntry = {
  seq: number;
  id: string;
  step: number;
  action: string;
  governance: string;
  summary: string;
  created_at: Timestamp;
  prev_hash: string;
  row_hash: string;
};

export type Switch = {
  id: string;
  scope: SwitchScope;
  action: "suspend" | "resume";
  /** With identifiers masked */
  reason: string;
  until: Timestamp | null;
  actor: Actor;
  counts: SwitchCounts;
  created_at: Timestamp;
  /** Reference of the row `safety.suspended` or `safety.resumed` */
  ledger_ref: string;
};

/** What the switch found under way, by kind */
export type SwitchCounts = {
  /** Simulated runs */
  runs: number;
  live_runs: number;
  agent_tasks: number;
  analyses: number;
  operators: number;
  /** Sandboxes in which code may run */
  sandboxes: number;
  /** Payouts that were held, or queued again */
  payouts: number;
};

export type SwitchList = {
  /** What is suspended now, by scope; `until` is when it ends now */
  suspended: Array<Switch>;
  /** Every act, newest first */
  switches: Array<Switch>;
  /** null on the last page */
  next_cursor: string | null;
};

/** `all`, `vertical:<id>`, `model`, `operators`, `code`, `tool:<name>` or `payouts` */
export type SwitchScope = string;

export type System = {
  id: string;
  kind: "rules" | "model" | "prompt" | "operator" | "tool";
  name: string;
  /** Version of the rule set, the name under which the provider knows the model, or the SHA-256 of the prompts and tool texts */
  version: string | null;
  /** The model's provider */
  provider: string | null;
  /** Who answers for the system */
  owner: string | null;
  risk_tier: "low" | "medium" | "high" | null;
  /** Who validated it */
  validator: string | null;
  approved_on: string | null;
  next_review: string | null;
  updated_at: Timestamp | null;
};

export type SystemList = {
  systems: Array<System>;
};

export type TeamVertical = {
  id: string;
  version: number;
  title: string;
  description: string;
  effective_from: string;
  case: TeamVerticalShape;
  /** The case of a run without a body. It must be fictitious */
  sample: { [name: string]: unknown };
  /** By member of the case: what its documents call it. Cases then take `documents`, which supply these members or raise doubts */
  documents?: { [name: string]: "applicant" | "patient" | "customer" | "pan" | "aadhaar" | "email" | "policy" | "account" | "amount" | "bill_amount" | "net_payable" | "room_rent" | "admission" | "discharge" | "hospital" | "diagnosis" | "treatment" | "procedure" };
  /** Constants, read as `params.<name>` */
  params?: { [name: string]: number | boolean | string };
  /** What is read of free text, for cells under `read.<name>` */
  reads?: { [name: string]: TeamVerticalRead };
  /** Hosts that `call_outside` may name; the installation decides as well */
  egress?: Array<string>;
  /** `escalate` is one of them */
  decisions: Array<string>;
  steps: Array<TeamVerticalStep>;
  /** Allows live runs, in which a model calls the steps as tools, in their order */
  live?: {
    /** The team's own words to the model */
    instructions: string;
    /** By step id: what the model reads about its tool. Default: the step's `effect` */
    tools?: { [name: string]: string };
  };
  tests: Array<{
    name: string;
    case: { [name: string]: unknown };
    /** The day of the run. Default: `effective_from` */
    day?: string;
    /** By step id: the record that a look-up finds (null: none), the codes of a rule set (`{codes}`), the answer of code (null: it fails) or of a model (null: none), `{approved}` of a review */
    results?: { [name: string]: { [name: string]: unknown } | null };
    expect: {
      decision: string;
      codes?: Array<string>;
      /** Ids of the steps that wrote */
      written?: Array<string>;
    };
  }>;
};

export type TeamVerticalList = {
  verticals: Array<TeamVerticalSummary>;
};

export type TeamVerticalOutput = {
  id: string;
  version: number;
  title: string;
  description: string;
  effective_from: string;
  case: TeamVerticalShapeOutput;
  /** The case of a run without a body. It must be fictitious */
  sample: { [name: string]: unknown };
  /** By member of the case: what its documents call it. Cases then take `documents`, which supply these members or raise doubts */
  documents?: { [name: string]: "applicant" | "patient" | "customer" | "pan" | "aadhaar" | "email" | "policy" | "account" | "amount" | "bill_amount" | "net_payable" | "room_rent" | "admission" | "discharge" | "hospital" | "diagnosis" | "treatment" | "procedure" };
  /** Constants, read as `params.<name>` */
  params: { [name: string]: number | boolean | string };
  /** What is read of free text, for cells under `read.<name>` */
  reads?: { [name: string]: TeamVerticalReadOutput };
  /** Hosts that `call_outside` may name; the installation decides as well */
  egress: Array<string>;
  /** `escalate` is one of them */
  decisions: Array<string>;
  steps: Array<TeamVerticalStepOutput>;
  /** Allows live runs, in which a model calls the steps as tools, in their order */
  live?: {
    /** The team's own words to the model */
    instructions: string;
    /** By step id: what the model reads about its tool. Default: the step's `effect` */
    tools: { [name: string]: string };
  };
  tests: Array<{
    name: string;
    case: { [name: string]: unknown };
    /** The day of the run. Default: `effective_from` */
    day?: string;
    /** By step id: the record that a look-up finds (null: none), the codes of a rule set (`{codes}`), the answer of code (null: it fails) or of a model (null: none), `{approved}` of a review */
    results: { [name: string]: { [name: string]: unknown } | null };
    expect: {
      decision: string;
      codes?: Array<string>;
      /** Ids of the steps that wrote */
      written?: Array<string>;
    };
  }>;
};

export type TeamVerticalRead = {
  /** Members of the case */
  of: Array<string>;
  /** How a value is written. The whole text of the first member that has one, or a part of it, must match; the first counts: `form` */
  forms?: Array<{
    name: string;
    /** Regular expression without `*`, `+`, back references and repeated groups */
    pattern: string;
  }>;
  /** By name: whether the text has the phrase */
  phrases?: { [name: string]: string };
  /** The first decides ties: `class`, `confidence`, `signs`, `rivals` */
  classes?: Array<{
    name: string;
    signs: Array<{
      name: string;
      /** Regular expression without `*`, `+`, back references and repeated groups */
      pattern: string;
      strong: boolean;
    }>;
    /** It follows from other classes, which rank before it by one strong sign */
    consequence?: boolean;
    /** The number that a text of the class states: `stated`, `number` */
    number?: {
      /** Regular expression without `*`, `+`, back references and repeated groups */
      pattern: string;
      percent?: boolean;
    };
    /** What is known of the class, read as `<name>.<fact>`; the same names in all classes */
    facts?: { [name: string]: number | boolean | string | Array<string> };
  }>;
};

export type TeamVerticalReadOutput = {
  /** Members of the case */
  of: Array<string>;
  /** How a value is written. The whole text of the first member that has one, or a part of it, must match; the first counts: `form` */
  forms?: Array<{
    name: string;
    /** Regular expression without `*`, `+`, back references and repeated groups */
    pattern: string;
  }>;
  /** By name: whether the text has the phrase */
  phrases?: { [name: string]: string };
  /** The first decides ties: `class`, `confidence`, `signs`, `rivals` */
  classes?: Array<{
    name: string;
    signs: Array<{
      name: string;
      /** Regular expression without `*`, `+`, back references and repeated groups */
      pattern: string;
      strong: boolean;
    }>;
    /** It follows from other classes, which rank before it by one strong sign */
    consequence: boolean;
    /** The number that a text of the class states: `stated`, `number` */
    number?: {
      /** Regular expression without `*`, `+`, back references and repeated groups */
      pattern: string;
      percent: boolean;
    };
    /** What is known of the class, read as `<name>.<fact>`; the same names in all classes */
    facts: { [name: string]: number | boolean | string | Array<string> };
  }>;
};

export type TeamVerticalRow = {
  /** A word for the kind of the step */
  action?: "ticket.read" | "ticket.triage" | "call.start" | "fs.read" | "kyc.verify" | "agent.finding" | "risk.score" | "agent.decision" | "sandbox.open";
  governance?: "none" | "recorded" | "PII masked" | "phone masked" | "audited" | "sandbox.open audited";
  words: Array<{
    /** The first words count whose condition is true */
    when?: string;
    /** CEL expression for one sentence */
    summary: string;
    /** CEL expressions by name. What is not known is shown as null */
    detail?: { [name: string]: string | null | { [name: string]: string | null } };
    /** All reasons so far; those of the step; the rule set that decided; what a ticket keeps of the steps */
    shows?: Array<"reasons" | "found" | "decided_under" | "trail">;
  }>;
};

export type TeamVerticalRowOutput = {
  /** A word for the kind of the step */
  action?: "ticket.read" | "ticket.triage" | "call.start" | "fs.read" | "kyc.verify" | "agent.finding" | "risk.score" | "agent.decision" | "sandbox.open";
  governance?: "none" | "recorded" | "PII masked" | "phone masked" | "audited" | "sandbox.open audited";
  words: Array<{
    /** The first words count whose condition is true */
    when?: string;
    /** CEL expression for one sentence */
    summary: string;
    /** CEL expressions by name. What is not known is shown as null */
    detail: { [name: string]: string | null | { [name: string]: string | null } };
    /** All reasons so far; those of the step; the rule set that decided; what a ticket keeps of the steps */
    shows: Array<"reasons" | "found" | "decided_under" | "trail">;
  }>;
};

/** A JSON Schema of at most three levels. Members that it does not name are ignored. */
export type TeamVerticalShape = {
  type: "object";
  properties: { [name: string]: {
    type: "string";
    /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
    format?: "rupees" | "date" | "answer";
    /** Only the `code` of `verify_code` can read it, so that no step shows it */
    secret?: true;
    enum?: Array<string>;
    maxLength?: number;
    description?: string;
  } | {
    type: "integer";
    minimum?: number;
    maximum?: number;
    description?: string;
  } | {
    type: "boolean";
    description?: string;
  } | {
    type: "object";
    properties: { [name: string]: {
      type: "string";
      /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
      format?: "rupees" | "date" | "answer";
      /** Only the `code` of `verify_code` can read it, so that no step shows it */
      secret?: true;
      enum?: Array<string>;
      maxLength?: number;
      description?: string;
    } | {
      type: "integer";
      minimum?: number;
      maximum?: number;
      description?: string;
    } | {
      type: "boolean";
      description?: string;
    } };
    required?: Array<string>;
    description?: string;
  } | {
    type: "array";
    items: {
      type: "string";
      /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
      format?: "rupees" | "date" | "answer";
      /** Only the `code` of `verify_code` can read it, so that no step shows it */
      secret?: true;
      enum?: Array<string>;
      maxLength?: number;
      description?: string;
    } | {
      type: "object";
      properties: { [name: string]: {
        type: "string";
        /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
        format?: "rupees" | "date" | "answer";
        /** Only the `code` of `verify_code` can read it, so that no step shows it */
        secret?: true;
        enum?: Array<string>;
        maxLength?: number;
        description?: string;
      } | {
        type: "integer";
        minimum?: number;
        maximum?: number;
        description?: string;
      } | {
        type: "boolean";
        description?: string;
      } };
      required?: Array<string>;
      description?: string;
    };
    maxItems?: number;
    description?: string;
  } };
  required?: Array<string>;
  description?: string;
};

/** A JSON Schema of at most three levels. Members that it does not name are ignored. */
export type TeamVerticalShapeOutput = {
  type: "object";
  properties: { [name: string]: {
    type: "string";
    /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
    format?: "rupees" | "date" | "answer";
    /** Only the `code` of `verify_code` can read it, so that no step shows it */
    secret?: true;
    enum?: Array<string>;
    maxLength?: number;
    description?: string;
  } | {
    type: "integer";
    minimum?: number;
    maximum?: number;
    description?: string;
  } | {
    type: "boolean";
    description?: string;
  } | {
    type: "object";
    properties: { [name: string]: {
      type: "string";
      /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
      format?: "rupees" | "date" | "answer";
      /** Only the `code` of `verify_code` can read it, so that no step shows it */
      secret?: true;
      enum?: Array<string>;
      maxLength?: number;
      description?: string;
    } | {
      type: "integer";
      minimum?: number;
      maximum?: number;
      description?: string;
    } | {
      type: "boolean";
      description?: string;
    } };
    required: Array<string>;
    description?: string;
  } | {
    type: "array";
    items: {
      type: "string";
      /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
      format?: "rupees" | "date" | "answer";
      /** Only the `code` of `verify_code` can read it, so that no step shows it */
      secret?: true;
      enum?: Array<string>;
      maxLength?: number;
      description?: string;
    } | {
      type: "object";
      properties: { [name: string]: {
        type: "string";
        /** `rupees`: read as paise; `date`: read as days since 1970-01-01; `answer`: a text, or true as `yes` and false as `no` */
        format?: "rupees" | "date" | "answer";
        /** Only the `code` of `verify_code` can read it, so that no step shows it */
        secret?: true;
        enum?: Array<string>;
        maxLength?: number;
        description?: string;
      } | {
        type: "integer";
        minimum?: number;
        maximum?: number;
        description?: string;
      } | {
        type: "boolean";
        description?: string;
      } };
      required: Array<string>;
      description?: string;
    };
    maxItems: number;
    description?: string;
  } };
  required: Array<string>;
  description?: string;
};

export type TeamVerticalStep = {
  do: "check_members";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** What is computed of the members, by name */
  values?: { [name: string]: string };
  /** A later step `rules`, or a write with `confirm`, that decides about members which cannot be read: its `given` reads `unreadable` of this step */
  left_to?: string;
} | {
  do: "scan";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
} | {
  do: "look_up";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** Records of the service */
  records?: "policies" | "accounts";
  /** The team's own records */
  collection?: string;
  /** What the own record has */
  fields?: TeamVerticalShape;
  /** CEL expression for a text */
  key: string;
  /** Texts to compare with the digests of an account: `pan_match`, `email_match` */
  compare?: {
    /** CEL expression over the inputs and params */
    pan?: string;
    /** CEL expression over the inputs and params */
    email?: string;
  };
  /** Counts the resets of an account by other cases in these days: `recent_resets` */
  resets?: {
    days: number;
    /** The case's own key, whose resets do not count */
    case: string;
  };
  /** Rules about what the step leaves: its own row has their reasons. Leaves `details`, too */
  finds?: {
    rule_set: string;
    given: { [name: string]: string };
    /** What has to be true besides the rules */
    holds?: string;
    /** The reason if it is not */
    otherwise?: {
      code: string;
      detail: string;
    };
    /** The decision if there are no reasons against it. The step then takes the place of `decide` */
    decides?: string;
  };
} | {
  do: "verify_code";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** Number from which somebody calls or writes */
  phone: string;
  /** The one-time code; only this cell reads secret members */
  code: string;
  /** The case's own key: a code works in one case */
  case: string;
  /** Rules about what the step leaves: its own row has their reasons. Leaves `details`, too */
  finds?: {
    rule_set: string;
    given: { [name: string]: string };
    /** What has to be true besides the rules */
    holds?: string;
    /** The reason if it is not */
    otherwise?: {
      code: string;
      detail: string;
    };
    /** The decision if there are no reasons against it. The step then takes the place of `decide` */
    decides?: string;
  };
} | {
  do: "compute";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  values: { [name: string]: string };
} | {
  do: "rules";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  tables?: Array<{
    id: string;
    hit: "first" | "unique" | "collect";
    rows: Array<{
      id: string;
      /** The row matches if all of them are true */
      when: Array<string>;
      then: {
        code?: string;
        exclusion?: string;
        /** CEL expression for a text */
        detail?: string;
        name?: string;
        /** CEL expression for a whole number */
        value?: string;
        /** `exclude` also deducts the whole bill from the proposed amount */
        effect?: "refer" | "exclude";
      };
      /** Clause of the product's wording */
      clause?: string;
    }>;
  }>;
  /** A rule set of the team or of the service */
  rule_set?: string;
  /** The rule set's inputs */
  given?: { [name: string]: string };
  /** The decision if there are no reasons against it. The step then takes the place of `decide` */
  decides?: string;
} | {
  do: "run_python";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** Python that runs in a sandbox without a network. It reads `/tmp/given.json`, and the value of its last expression is its answer */
  code: string;
  /** What it can read, by name */
  given: { [name: string]: string };
  /** What its answer has */
  fields: TeamVerticalShape;
  timeout_s?: number;
} | {
  do: "model";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** The question for the model. Besides it, the model reads only `given` and the schema of the answer */
  prompt: string;
  /** What the model reads, by name, with identifiers masked */
  given: { [name: string]: string };
  /** What its answer has */
  fields: TeamVerticalShape;
  /** Maximum number of tokens of one answer */
  max_tokens?: number;
  /** What later steps read in a simulated run, which asks no model; null: no answer. Such a run always needs a person */
  simulated: { [name: string]: unknown } | null;
} | {
  do: "commands";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** CEL expression for a list of commands, in which `{name}` stands for a text of `fill` */
  templates?: string;
  /** Texts by name. Only letters, digits, dots, hyphens and _ get into a command */
  fill?: { [name: string]: string };
  /** What is computed beside the commands, by name */
  values?: { [name: string]: string };
} | {
  do: "call_outside";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  url: string;
  purpose: string;
} | {
  do: "review";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** What a person decides, for the review */
  question: string;
} | {
  do: "decide";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** The decision if there are no reasons against it */
  clear: string;
  /** The decision after a person approved */
  approved?: string;
  /** The decision after a person denied */
  denied?: string;
} | {
  do: "write";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRow;
  /** The decisions after which it writes */
  on: Array<string>;
  record?: {
    collection: string;
    /** CEL expression over the inputs and params */
    key: string;
    fields: { [name: string]: string };
    /** `refuse`: a record that another run or the API wrote stays, and the run escalates */
    exists: "refuse" | "replace";
  };
  message?: {
    kind: "text_message" | "device_alert";
    /** CEL expression over the inputs and params */
    to: string;
    /** How records show the recipient, such as the masked number on file. Default: `to`, masked */
    shown?: string;
    /** CEL expression over the inputs and params */
    body: string;
  };
  /** Gives access to an account back if it is active or locked, and alerts its holder */
  access?: {
    /** Number of the account */
    account: string;
    /** The case's own key, which counts once */
    case: string;
    /** The reason if the account can no longer be given back */
    changed: {
      code: string;
      detail: string;
    };
    alert: {
      /** Not known: the address on file, which is masked */
      to: string;
      /** CEL expression over the inputs and params */
      body: string;
    };
  };
  /** Closes the ticket of the case, or hands it to a person */
  ticket?: {
    /** The case's own key; the same key again is the same ticket */
    id: string;
    /** CEL expression over the inputs and params */
    category: string;
    /** CEL expression over the inputs and params */
    severity?: string;
    /** CEL expression over the inputs and params */
    subject?: string;
    /** What is kept of the steps */
    trail: Array<{
      /** CEL expression for a list; each of its texts is an entry */
      each: string;
      /** What the entry calls the text */
      name: string;
      with?: { [name: string]: string | number };
    } | { [name: string]: string | number }>;
  };
  /** Changes the address of a caller who was verified in this case */
  address?: {
    /** The step `verify_code` of every case that has verified the caller */
    of: string;
    /** The caller's number */
    phone: string;
    /** The new address. An empty text changes nothing */
    text: string;
    /** The reason if the caller is not verified, or is kept in a system that the service only reads */
    refused: {
      code: string;
      detail: string;
    };
  };
  /** Rules that are applied once more to a case without reasons, in the transaction of the write. What they find escalates */
  confirm?: {
    rule_set: string;
    given: { [name: string]: string };
    /** What has to be true besides the rules */
    holds?: string;
    otherwise?: {
      code: string;
      detail: string;
    };
  };
};

export type TeamVerticalStepOutput = {
  do: "check_members";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** What is computed of the members, by name */
  values?: { [name: string]: string };
  /** A later step `rules`, or a write with `confirm`, that decides about members which cannot be read: its `given` reads `unreadable` of this step */
  left_to?: string;
} | {
  do: "scan";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
} | {
  do: "look_up";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** Records of the service */
  records?: "policies" | "accounts";
  /** The team's own records */
  collection?: string;
  /** What the own record has */
  fields?: TeamVerticalShapeOutput;
  /** CEL expression for a text */
  key: string;
  /** Texts to compare with the digests of an account: `pan_match`, `email_match` */
  compare?: {
    /** CEL expression over the inputs and params */
    pan?: string;
    /** CEL expression over the inputs and params */
    email?: string;
  };
  /** Counts the resets of an account by other cases in these days: `recent_resets` */
  resets?: {
    days: number;
    /** The case's own key, whose resets do not count */
    case: string;
  };
  /** Rules about what the step leaves: its own row has their reasons. Leaves `details`, too */
  finds?: {
    rule_set: string;
    given: { [name: string]: string };
    /** What has to be true besides the rules */
    holds?: string;
    /** The reason if it is not */
    otherwise?: {
      code: string;
      detail: string;
    };
    /** The decision if there are no reasons against it. The step then takes the place of `decide` */
    decides?: string;
  };
} | {
  do: "verify_code";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** Number from which somebody calls or writes */
  phone: string;
  /** The one-time code; only this cell reads secret members */
  code: string;
  /** The case's own key: a code works in one case */
  case: string;
  /** Rules about what the step leaves: its own row has their reasons. Leaves `details`, too */
  finds?: {
    rule_set: string;
    given: { [name: string]: string };
    /** What has to be true besides the rules */
    holds?: string;
    /** The reason if it is not */
    otherwise?: {
      code: string;
      detail: string;
    };
    /** The decision if there are no reasons against it. The step then takes the place of `decide` */
    decides?: string;
  };
} | {
  do: "compute";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  values: { [name: string]: string };
} | {
  do: "rules";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  tables?: Array<{
    id: string;
    hit: "first" | "unique" | "collect";
    rows: Array<{
      id: string;
      /** The row matches if all of them are true */
      when: Array<string>;
      then: {
        code?: string;
        exclusion?: string;
        /** CEL expression for a text */
        detail?: string;
        name?: string;
        /** CEL expression for a whole number */
        value?: string;
        /** `exclude` also deducts the whole bill from the proposed amount */
        effect?: "refer" | "exclude";
      };
      /** Clause of the product's wording */
      clause?: string;
    }>;
  }>;
  /** A rule set of the team or of the service */
  rule_set?: string;
  /** The rule set's inputs */
  given?: { [name: string]: string };
  /** The decision if there are no reasons against it. The step then takes the place of `decide` */
  decides?: string;
} | {
  do: "run_python";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** Python that runs in a sandbox without a network. It reads `/tmp/given.json`, and the value of its last expression is its answer */
  code: string;
  /** What it can read, by name */
  given: { [name: string]: string };
  /** What its answer has */
  fields: TeamVerticalShapeOutput;
  timeout_s: number;
} | {
  do: "model";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** The question for the model. Besides it, the model reads only `given` and the schema of the answer */
  prompt: string;
  /** What the model reads, by name, with identifiers masked */
  given: { [name: string]: string };
  /** What its answer has */
  fields: TeamVerticalShapeOutput;
  /** Maximum number of tokens of one answer */
  max_tokens: number;
  /** What later steps read in a simulated run, which asks no model; null: no answer. Such a run always needs a person */
  simulated: { [name: string]: unknown } | null;
} | {
  do: "commands";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** CEL expression for a list of commands, in which `{name}` stands for a text of `fill` */
  templates?: string;
  /** Texts by name. Only letters, digits, dots, hyphens and _ get into a command */
  fill?: { [name: string]: string };
  /** What is computed beside the commands, by name */
  values?: { [name: string]: string };
} | {
  do: "call_outside";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  url: string;
  purpose: string;
} | {
  do: "review";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** What a person decides, for the review */
  question: string;
} | {
  do: "decide";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** The decision if there are no reasons against it */
  clear: string;
  /** The decision after a person approved */
  approved?: string;
  /** The decision after a person denied */
  denied?: string;
} | {
  do: "write";
  id: string;
  /** What the step does, for readers */
  effect: string;
  /** The step is performed only if this CEL expression is true; its row is written in any case */
  if?: string;
  /** The words of the step's ledger row */
  row?: TeamVerticalRowOutput;
  /** The decisions after which it writes */
  on: Array<string>;
  record?: {
    collection: string;
    /** CEL expression over the inputs and params */
    key: string;
    fields: { [name: string]: string };
    /** `refuse`: a record that another run or the API wrote stays, and the run escalates */
    exists: "refuse" | "replace";
  };
  message?: {
    kind: "text_message" | "device_alert";
    /** CEL expression over the inputs and params */
    to: string;
    /** How records show the recipient, such as the masked number on file. Default: `to`, masked */
    shown?: string;
    /** CEL expression over the inputs and params */
    body: string;
  };
  /** Gives access to an account back if it is active or locked, and alerts its holder */
  access?: {
    /** Number of the account */
    account: string;
    /** The case's own key, which counts once */
    case: string;
    /** The reason if the account can no longer be given back */
    changed: {
      code: string;
      detail: string;
    };
    alert: {
      /** Not known: the address on file, which is masked */
      to: string;
      /** CEL expression over the inputs and params */
      body: string;
    };
  };
  /** Closes the ticket of the case, or hands it to a person */
  ticket?: {
    /** The case's own key; the same key again is the same ticket */
    id: string;
    /** CEL expression over the inputs and params */
    category: string;
    /** CEL expression over the inputs and params */
    severity?: string;
    /** CEL expression over the inputs and params */
    subject?: string;
    /** What is kept of the steps */
    trail: Array<{
      /** CEL expression for a list; each of its texts is an entry */
      each: string;
      /** What the entry calls the text */
      name: string;
      with: { [name: string]: string | number };
    } | { [name: string]: string | number }>;
  };
  /** Changes the address of a caller who was verified in this case */
  address?: {
    /** The step `verify_code` of every case that has verified the caller */
    of: string;
    /** The caller's number */
    phone: string;
    /** The new address. An empty text changes nothing */
    text: string;
    /** The reason if the caller is not verified, or is kept in a system that the service only reads */
    refused: {
      code: string;
      detail: string;
    };
  };
  /** Rules that are applied once more to a case without reasons, in the transaction of the write. What they find escalates */
  confirm?: {
    rule_set: string;
    given: { [name: string]: string };
    /** What has to be true besides the rules */
    holds?: string;
    otherwise?: {
      code: string;
      detail: string;
    };
  };
};

export type TeamVerticalSummary = {
  id: string;
  title: string;
  /** Reference of the rows about its versions */
  ledger_ref: string;
  /** The version that a run performs which starts today; null if none does */
  in_force: PinnedRuleSet | null;
  /** Steps of the version in force */
  steps: Array<{
    n: number;
    action: string;
    effect: string;
    governance: string;
  }>;
};

export type TeamVerticalVersion = {
  version: number;
  /** `service`: it comes with the service; `team`: your team activated it */
  owner: "service" | "team";
  state: RuleSetState;
  title: string;
  /** SHA-256 of the canonical JSON (RFC 8785), in hex */
  sha256: string;
  /** The date that chooses the version */
  basis: "admission" | "policy_start" | "run_day";
  effective_from: string;
  /** First day on which it decides */
  active_from: string | null;
  /** By whom the draft was written last; null for `service` */
  drafted: {
    by: Actor;
    at: Timestamp;
  } | null;
  proposed: {
    by: Actor;
    at: Timestamp;
  } | null;
  approved: {
    by: Actor;
    at: Timestamp;
  } | null;
  activated: {
    by: Actor;
    at: Timestamp;
  } | null;
  retired: {
    by: Actor;
    at: Timestamp;
  } | null;
  document: TeamVerticalOutput;
  /** What the check finds in a draft that was just written */
  faults?: Array<RuleSetFault>;
};

export type TeamVerticalWithVersions = {
  id: string;
  title: string;
  /** Reference of the rows about its versions */
  ledger_ref: string;
  /** The version that a run performs which starts today; null if none does */
  in_force: PinnedRuleSet | null;
  /** Steps of the version in force */
  steps: Array<{
    n: number;
    action: string;
    effect: string;
    governance: string;
  }>;
  /** Newest first */
  versions: Array<RuleSetVersionSummary>;
};

export type TestConnector = {
  /** What to look up: the number of a policy or an account, the name of a hospital, a phone number as +91 and ten digits, or the recipient of a test message */
  key?: string;
  /** For `inbound`: an event, whose case is shown and which starts no run */
  event?: { [name: string]: unknown };
};

export type Ticket = {
  id: string;
  /** `it`, `support`, or a vertical of your own */
  vertical: string;
  ticket_id: string;
  run_id: string;
  category: string;
  severity: string | null;
  subject: string | null;
  status: "closed" | "with_person";
  decision: "resolved" | "escalate";
  reasons: Array<{
    code: string;
    detail: string;
  }>;
  /** A person's decision; null until there is one, and after a resubmission */
  review: {
    id: string;
    option: "approve" | "reject" | "resolve" | "send_back" | "refer" | "deny" | "agree" | "disagree";
    /** What the customer is told */
    reason: string | null;
    at: Timestamp;
  } | null;
  submissions: number;
  opened_at: Timestamp;
  updated_at: Timestamp;
};

export type TicketList = {
  records: Array<Ticket>;
  /** null on the last page */
  next_cursor: string | null;
};

/** RFC 3339 in UTC with milliseconds */
export type Timestamp = string;

/** How the site makes its one-time codes (RFC 6238) */
export type Totp = {
  /** Shared secret in base32, as the site shows it */
  secret: string;
  digits?: 6 | 7 | 8;
  /** Seconds */
  period?: number;
  algorithm?: "SHA1" | "SHA256" | "SHA512";
};

export type Usage = {
  /** Each day of the period, the oldest first; today in India is the last */
  days: Array<{
    /** A day in India */
    day: string;
    runs: {
      started: number;
      approve: number;
      reject: number;
      escalate: number;
      resolved: number;
      error: number;
      running: number;
    };
    model: {
      turns: number;
      input_tokens: number;
      /** How many of the input tokens the provider read from its cache */
      cached_tokens: number;
      output_tokens: number;
      /** In the configured prices' currency */
      cost: number;
    };
  }>;
  /** The ten most frequent reasons of runs that started in the period */
  reasons: Array<{
    code: string;
    runs: number;
  }>;
  /** What each model used in the period, the dearest first */
  models: Array<{
    name: string;
    turns: number;
    input_tokens: number;
    /** How many of the input tokens the provider read from its cache */
    cached_tokens: number;
    output_tokens: number;
    /** In the configured prices' currency */
    cost: number;
  }>;
  /** What is in use at this moment */
  now: {
    /** Runs of cases that are running */
    runs: number;
    /** Sandboxes in which work of the team may run code */
    sandboxes: number;
    /** Desktops that are open for runs of the team */
    desktops: number;
  };
};

export type VerifyReceipt = {
  receipt: Receipt;
};

export type Vertical = {
  id: VerticalId;
  title: string;
  description: string;
  preview: boolean;
  steps: Array<{
    n: number;
    action: string;
    effect: string;
    governance: string;
  }>;
  /** Case members that the vertical uses */
  members: Array<{
    name: string;
    description: string;
    sample?: string;
  }>;
  /** The case for a run without a body */
  sample_case: { [name: string]: unknown };
  decisions: Array<string>;
  /** Name and version of the rule set on which decisions are based */
  rules: string;
};

export type VerticalId = "kyc" | "it" | "support" | "voice";

export type VerticalList = {
  verticals: Array<Vertical>;
};

export type VerticalVersion = {
  id: string;
  version: number;
  /** SHA-256 of the canonical JSON (RFC 8785), in hex */
  sha256: string;
  /** Whether what the steps wrote was undone */
  trial?: boolean;
};

export type ViewAddress = {
  /** Address of the live view's page. The part after `#` opens the view, so treat it like a key */
  stream_url: string;
  /** Time after which the page can no longer be opened; an open page stays open */
  expires_at: Timestamp;
};

export type Webhook = {
  id: string;
  url: string;
  events: Array<EventType>;
  state: "enabled" | "disabled";
  disabled_reason: "gone" | "no_success" | "asked" | null;
  disabled_at: Timestamp | null;
  /** When the first attempt failed since the last success */
  failing_since: Timestamp | null;
  /** Deliveries that wait for their next attempt */
  pending: number;
  /** Ed25519 keys that sign (`v1a`), the current one first */
  public_keys: Array<string>;
  created_at: Timestamp;
};

export type WebhookDelivery = {
  id: string;
  event: {
    /** The `webhook-id`, the same for each repeat */
    id: string;
    type: "run.succeeded" | "run.error" | "run.escalated" | "review.opened" | "review.decided" | "review.due_soon" | "sla.breached" | "payout.queued" | "payout.held" | "task.done" | "analysis.done" | "operator.done" | "operator.approval_needed" | "egress.blocked" | "ledger.alert" | "checkpoint.signed" | "safety.suspended" | "webhook.test";
    timestamp: Timestamp;
    data: { [name: string]: unknown };
  };
  state: "pending" | "delivered" | "failed";
  attempts: number;
  /** Status of the last response */
  response_status: number | null;
  /** Why the last attempt failed, or why none will be made */
  error: "unresolved" | "address_refused" | "unreachable" | "tls_failed" | "timed_out" | "closed_early" | "redirected" | "status" | "webhook_disabled" | "webhook_deleted" | null;
  tried_at: Timestamp | null;
  next_attempt_at: Timestamp | null;
  delivered_at: Timestamp | null;
  created_at: Timestamp;
};

export type WebhookDeliveryList = {
  deliveries: Array<WebhookDelivery>;
  next_cursor: string | null;
};

export type WebhookKeys = {
  /** Ed25519 keys that sign (`v1a`), the current one first */
  public_keys: Array<string>;
};

export type WebhookList = {
  webhooks: Array<Webhook>;
};

export type WebhookWithSecret = {
  id: string;
  url: string;
  events: Array<EventType>;
  state: "enabled" | "disabled";
  disabled_reason: "gone" | "no_success" | "asked" | null;
  disabled_at: Timestamp | null;
  /** When the first attempt failed since the last success */
  failing_since: Timestamp | null;
  /** Deliveries that wait for their next attempt */
  pending: number;
  /** Ed25519 keys that sign (`v1a`), the current one first */
  public_keys: Array<string>;
  created_at: Timestamp;
  /** Key of the `v1` signatures, shown only in this response */
  secret: string;
};

export type WitnessList = {
  witnesses: Array<{
    name: string;
    /** Outcome of the last attempt. `refused`: what the witness holds contradicts this ledger */
    state: "delivered" | "failed" | "refused";
    /** Rows of the last checkpoint that it took; 0 for none */
    size: number;
    /** Why the last attempt did not succeed */
    detail: string | null;
    tried_at: Timestamp;
    delivered_at: Timestamp | null;
  }>;
};

export type WriteAccount = {
  pan: string | number | boolean;
  email: string | number | boolean;
  status: string | number | boolean;
  failed_logins?: string | number | boolean | null;
};

export type WriteCaller = {
  policy: string | number | boolean;
  address: string | number | boolean;
};

export type WriteCounter = {
  used: string | number | boolean;
};

export type WriteHospital = {
  /** Default: the name in the address */
  name?: string | number | boolean | null;
  in_network: string | number | boolean;
};

/** One of `pan` and `aadhaar` is required */
export type WriteMember = {
  policy: string | number | boolean;
  pan?: string | number | boolean | null;
  aadhaar?: string | number | boolean | null;
  birth?: string | number | boolean | null;
  joined: string | number | boolean;
  /** ICD-10 categories */
  pre_existing?: string | number | boolean | null;
};

export type WriteOwnRecord = { [name: string]: unknown };

export type WritePolicy = {
  status: string | number | boolean;
  cover_from: string | number | boolean;
  cover_to: string | number | boolean;
  /** Default: cover_from */
  since?: string | number | boolean | null;
  sum_insured: string | number | boolean;
  /** Default: as stored, because payouts change it */
  used?: string | number | boolean | null;
  /** Default: no limit */
  room_rent_limit?: string | number | boolean | null;
  /** Default: none */
  product?: string | number | boolean | null;
  /** Default: individual */
  kind?: string | number | boolean | null;
  /** Default: none */
  bonus?: string | number | boolean | null;
  /** Days with the sum insured from then on. Default: sum_insured since `since` */
  slabs?: string | number | boolean | null;
};

export type WriteProduct = {
  title: string | number | boolean;
  rule_set: string | number | boolean;
};
