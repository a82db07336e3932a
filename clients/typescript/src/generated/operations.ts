// Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.

import type { RawBody } from '../body.ts';
import type * as types from './types.ts';

export interface Operations {
  /** Let an approved version decide from a day on */
  activateAgentPolicy: {
    params: { id: string; version: number };
    query: {};
    body: types.ActivateRuleSet;
    reply: types.AgentPolicyVersion;
    kind: 'json';
    item: never;
  };
  /** Put an approved version in force from a day on */
  activateRuleSet: {
    params: { id: string; version: number };
    query: {};
    body: types.ActivateRuleSet;
    reply: types.RuleSetVersion;
    kind: 'json';
    item: never;
  };
  /** Let runs perform an approved version from a day on */
  activateTeamVertical: {
    params: { id: string; version: number };
    query: {};
    body: types.ActivateRuleSet;
    reply: types.TeamVerticalVersion;
    kind: 'json';
    item: never;
  };
  /** Add a person */
  addPerson: {
    params: {};
    query: {};
    body: types.AddPerson;
    reply: types.Person;
    kind: 'json';
    item: never;
  };
  /** Answer a question about a dataset */
  analyze: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.AnalysisRequest;
    reply: types.AnalysisWithReceipt | types.Analysis;
    kind: 'json';
    item: never;
  };
  /** Approve a proposed version */
  approveAgentPolicy: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.AgentPolicyVersion;
    kind: 'json';
    item: never;
  };
  /** Approve or refuse the action for which an operator run is waiting */
  approveOperatorAction: {
    params: { run_id: string };
    query: {};
    body: types.Approval;
    reply: types.OperatorState;
    kind: 'json';
    item: never;
  };
  /** Approve a proposed version */
  approveRuleSet: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.RuleSetVersion;
    kind: 'json';
    item: never;
  };
  /** Approve a proposed version */
  approveTeamVertical: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.TeamVerticalVersion;
    kind: 'json';
    item: never;
  };
  /** Cancel an agent task */
  cancelAgentTask: {
    params: { ref: string };
    query: {};
    body: undefined;
    reply: types.AgentTask;
    kind: 'json';
    item: never;
  };
  /** Cancel an analysis */
  cancelAnalysis: {
    params: { ref: string };
    query: {};
    body: undefined;
    reply: types.Analysis;
    kind: 'json';
    item: never;
  };
  /** Cancel an operator run */
  cancelOperatorRun: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: types.OperatorState;
    kind: 'json';
    item: never;
  };
  /** Cancel a run */
  cancelRun: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Run;
    kind: 'json';
    item: never;
  };
  /** Change a person's roles */
  changeRoles: {
    params: { id: string };
    query: {};
    body: types.ChangeRoles;
    reply: types.Person;
    kind: 'json';
    item: never;
  };
  /** Check a policy without storing it */
  checkAgentPolicyDraft: {
    params: {};
    query: {};
    body: types.CheckAgentPolicy;
    reply: types.CheckedRuleSet;
    kind: 'json';
    item: never;
  };
  /** Check a rule set without storing it */
  checkRuleSetDraft: {
    params: {};
    query: {};
    body: types.CheckRuleSet;
    reply: types.CheckedRuleSet;
    kind: 'json';
    item: never;
  };
  /** Check a vertical without storing it */
  checkTeamVerticalDraft: {
    params: {};
    query: {};
    body: types.CheckTeamVertical;
    reply: types.CheckedRuleSet;
    kind: 'json';
    item: never;
  };
  /** Claim a review for 30 minutes */
  claimReview: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Review;
    kind: 'json';
    item: never;
  };
  /** Comment on a review */
  commentReview: {
    params: { id: string };
    query: {};
    body: types.CommentReview;
    reply: types.Review;
    kind: 'json';
    item: never;
  };
  /** Get an address to watch an operator run and take it over */
  controlOperatorRun: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: types.ViewAddress;
    kind: 'json';
    item: never;
  };
  /** Store a document for a case, up to 25 MiB */
  createDocument: {
    params: {};
    query: {};
    body: RawBody;
    reply: types.StoredDocument;
    kind: 'json';
    item: never;
  };
  /** Have events delivered to an address */
  createWebhook: {
    params: {};
    query: {};
    body: types.CreateWebhook;
    reply: types.WebhookWithSecret;
    kind: 'json';
    item: never;
  };
  /** Deactivate a person */
  deactivatePerson: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Person;
    kind: 'json';
    item: never;
  };
  /** Ask whether an agent may act */
  decideAct: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.DecideAct;
    reply: types.DecidedActWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Decide a review */
  decideReview: {
    params: { id: string };
    query: {};
    body: types.DecideReview;
    reply: types.Review;
    kind: 'json';
    item: never;
  };
  /** Delete one of the accounts */
  deleteAccount: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete one of the callers */
  deleteCaller: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete a connector and its secrets */
  deleteConnector: {
    params: { name: string };
    query: {};
    body: undefined;
    reply: types.Connector;
    kind: 'json';
    item: never;
  };
  /** Delete one of the counters */
  deleteCounter: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete a credential and its values */
  deleteCredential: {
    params: { name: string };
    query: {};
    body: undefined;
    reply: types.Credential;
    kind: 'json';
    item: never;
  };
  /** Erase a document */
  deleteDocument: {
    params: { id: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.ErasedDocumentWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete one of the hospitals */
  deleteHospital: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete one of the members */
  deleteMember: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete one of your team's own records */
  deleteOwnRecord: {
    params: { collection: string; key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete one of the policies */
  deletePolicy: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete one of the products */
  deleteProduct: {
    params: { key: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.DeletedRecordWithReceipt;
    kind: 'json';
    item: never;
  };
  /** End a sandbox, with everything in it */
  deleteSandbox: {
    params: { id: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.SandboxWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Delete a webhook */
  deleteWebhook: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Webhook;
    kind: 'json';
    item: never;
  };
  /** Say who answers for a system */
  describeSystem: {
    params: { id: string };
    query: {};
    body: types.DescribeSystem;
    reply: types.System;
    kind: 'json';
    item: never;
  };
  /** Compare two versions part by part */
  diffRuleSetVersions: {
    params: { id: string };
    query: { from: number; to: number };
    body: undefined;
    reply: types.RuleSetDiff;
    kind: 'json';
    item: never;
  };
  /** Pause a webhook */
  disableWebhook: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Webhook;
    kind: 'json';
    item: never;
  };
  /** Decide past acts again under a version */
  dryRunAgentPolicy: {
    params: { id: string; version: number };
    query: {};
    body: types.DryRunAgentPolicy;
    reply: types.AgentPolicyDryRun;
    kind: 'json';
    item: never;
  };
  /** Enable a disabled webhook */
  enableWebhook: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Webhook;
    kind: 'json';
    item: never;
  };
  /** End a session */
  endSession: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.SessionList;
    kind: 'json';
    item: never;
  };
  /** Destroy a stored case's key */
  eraseCase: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: {
      /** The ledger_ref of the work whose case, code, document and results to erase */
      ledger_ref: string;
      /** The reason, which is recorded with identifiers masked */
      reason?: string;
    };
    reply: types.ErasureWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Export accounts as CSV */
  exportAccounts: {
    params: {};
    query: { status?: "active" | "locked" | "fraud_hold" | "closed" | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export callers as CSV */
  exportCallers: {
    params: {};
    query: { policy?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export claims as CSV */
  exportClaims: {
    params: {};
    query: { decision?: "approve" | "escalate" | undefined; policy?: string | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export counters as CSV */
  exportCounters: {
    params: {};
    query: { policy?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export hospitals as CSV */
  exportHospitals: {
    params: {};
    query: { in_network?: boolean | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export the team's ledger for an auditor */
  exportLedger: {
    params: {};
    query: { format?: "jsonl" | "ocsf" | undefined; ref?: string | undefined; from?: string | undefined; to?: string | undefined; under?: number | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export members as CSV */
  exportMembers: {
    params: {};
    query: { policy?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export messages as CSV */
  exportMessages: {
    params: {};
    query: { kind?: "device_alert" | "text_message" | undefined; state?: "queued" | "sent" | "failed" | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export payouts as CSV */
  exportPayouts: {
    params: {};
    query: { status?: "queued" | "held" | "withdrawn" | "paid" | "failed" | undefined; policy?: string | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export policies as CSV */
  exportPolicies: {
    params: {};
    query: { status?: "active" | "lapsed" | "cancelled" | undefined; product?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export products as CSV */
  exportProducts: {
    params: {};
    query: { rule_set?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export the inventory */
  exportSystems: {
    params: {};
    query: {};
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Export tickets as CSV */
  exportTickets: {
    params: {};
    query: { vertical?: string | undefined; status?: "closed" | "with_person" | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Extract and check the content of an Indian document */
  extractDocument: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.ExtractDocument;
    reply: types.ExtractionWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Follow an agent task */
  followAgentTask: {
    params: { ref: string };
    query: { stream?: "ag-ui" | "ai-sdk" | "ledger" | undefined };
    body: undefined;
    reply: types.StreamEvent;
    kind: 'events';
    item: never;
  };
  /** Follow an analysis */
  followAnalysis: {
    params: { ref: string };
    query: { stream?: "ag-ui" | "ai-sdk" | "ledger" | undefined };
    body: undefined;
    reply: types.StreamEvent;
    kind: 'events';
    item: never;
  };
  /** Follow a run */
  followRun: {
    params: { id: string };
    query: { stream?: "ag-ui" | "ai-sdk" | "ledger" | undefined };
    body: undefined;
    reply: types.StreamEvent;
    kind: 'events';
    item: never;
  };
  /** Read a policy and the list of its versions */
  getAgentPolicy: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.AgentPolicyWithVersions;
    kind: 'json';
    item: never;
  };
  /** Read who did what with the versions of a policy */
  getAgentPolicyHistory: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.RuleSetHistory;
    kind: 'json';
    item: never;
  };
  /** Read a version with its rules */
  getAgentPolicyVersion: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.AgentPolicyVersion;
    kind: 'json';
    item: never;
  };
  /** Read an agent task */
  getAgentTask: {
    params: { ref: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.AgentTaskWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Download a task's file */
  getAgentTaskFile: {
    params: { ref: string; id: string };
    query: {};
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Read an analysis */
  getAnalysis: {
    params: { ref: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.AnalysisWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Download an analysis's file */
  getAnalysisFile: {
    params: { ref: string; id: string };
    query: {};
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Read a backtest with its progress and result */
  getBacktest: {
    params: { id: string; backtest_id: string };
    query: {};
    body: undefined;
    reply: types.Backtest;
    kind: 'json';
    item: never;
  };
  /** Read a connector and its state */
  getConnector: {
    params: { name: string };
    query: {};
    body: undefined;
    reply: types.Connector;
    kind: 'json';
    item: never;
  };
  /** Prove that a later checkpoint continues an earlier one */
  getConsistency: {
    params: {};
    query: { from: number; to?: number | undefined };
    body: undefined;
    reply: types.ConsistencyProof;
    kind: 'json';
    item: never;
  };
  /** Read a credential without its values */
  getCredential: {
    params: { name: string };
    query: {};
    body: undefined;
    reply: types.Credential;
    kind: 'json';
    item: never;
  };
  /** Read what is known about a document */
  getDocument: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.StoredDocument;
    kind: 'json';
    item: never;
  };
  /** See a page of a document */
  getDocumentPage: {
    params: { id: string; n: number };
    query: { masked?: boolean | undefined };
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Read the latest signed checkpoint of the team's chain */
  getLatestCheckpoint: {
    params: {};
    query: {};
    body: undefined;
    reply: types.Checkpoint;
    kind: 'json';
    item: never;
  };
  /** Read the entries of a ledger_ref */
  getLedger: {
    params: { ref: string };
    query: {};
    body: undefined;
    reply: types.LedgerEntries;
    kind: 'json';
    item: never;
  };
  /** List the public keys that sign or used to sign checkpoints */
  getLogKeys: {
    params: {};
    query: {};
    body: undefined;
    reply: types.LogKeys;
    kind: 'json';
    item: never;
  };
  /** Who you are and what you may do */
  getMe: {
    params: {};
    query: {};
    body: undefined;
    reply: types.Me;
    kind: 'json';
    item: never;
  };
  /** Download a file that an operator left or downloaded */
  getOperatorFile: {
    params: { run_id: string; id: string };
    query: {};
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Read an operator run */
  getOperatorRun: {
    params: { run_id: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.OperatorRunWithReceipt;
    kind: 'json';
    item: never;
  };
  /** The screen after a step */
  getOperatorScreenshot: {
    params: { run_id: string; n: string };
    query: {};
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Read whether the video of a run is ready */
  getOperatorVideo: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: types.OperatorVideo;
    kind: 'json';
    item: never;
  };
  /** Download the video of a run */
  getOperatorVideoFile: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: Response;
    kind: 'bytes';
    item: never;
  };
  /** Read a person */
  getPerson: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Person;
    kind: 'json';
    item: never;
  };
  /** Prove the entries of a ledger_ref */
  getProof: {
    params: { ref: string };
    query: {};
    body: undefined;
    reply: types.LedgerProof;
    kind: 'json';
    item: never;
  };
  /** Read a review with its evidence */
  getReview: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Review;
    kind: 'json';
    item: never;
  };
  /** Read your team's rules for reviews */
  getReviewPolicy: {
    params: {};
    query: {};
    body: undefined;
    reply: types.ReviewPolicy;
    kind: 'json';
    item: never;
  };
  /** Read how many reviews wait and how long decisions take */
  getReviewStats: {
    params: {};
    query: { since?: string | undefined };
    body: undefined;
    reply: types.ReviewStats;
    kind: 'json';
    item: never;
  };
  /** Read a rule set and the list of its versions */
  getRuleSet: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.RuleSetWithVersions;
    kind: 'json';
    item: never;
  };
  /** Read what a version must have shown before it can be activated */
  getRuleSetBounds: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.RuleSetBounds;
    kind: 'json';
    item: never;
  };
  /** Read who did what with the versions of a rule set */
  getRuleSetHistory: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.RuleSetHistory;
    kind: 'json';
    item: never;
  };
  /** Read a version with its document */
  getRuleSetVersion: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.RuleSetVersion;
    kind: 'json';
    item: never;
  };
  /** Read a run */
  getRun: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.RunWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Read what was read from a run's documents, unmasked */
  getRunDocuments: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.DocumentsOfRun;
    kind: 'json';
    item: never;
  };
  /** Read a run's ledger entries */
  getRunLedger: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.LedgerEntries;
    kind: 'json';
    item: never;
  };
  /** Read the state of a sandbox */
  getSandbox: {
    params: { id: string };
    query: { receipt?: boolean | undefined };
    body: undefined;
    reply: types.SandboxWithReceipt;
    kind: 'json';
    item: never;
  };
  /** This document */
  getServicesDocument: {
    params: {};
    query: {};
    body: undefined;
    reply: types.OpenApiDocument;
    kind: 'json';
    item: never;
  };
  /** Compare a version in shadow with what decided the runs */
  getShadow: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.Shadow;
    kind: 'json';
    item: never;
  };
  /** Read a vertical and the list of its versions */
  getTeamVertical: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.TeamVerticalWithVersions;
    kind: 'json';
    item: never;
  };
  /** Read who did what with the versions of a vertical */
  getTeamVerticalHistory: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.RuleSetHistory;
    kind: 'json';
    item: never;
  };
  /** Read a version with its document */
  getTeamVerticalVersion: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.TeamVerticalVersion;
    kind: 'json';
    item: never;
  };
  /** Read what your team decided and used, day by day */
  getUsage: {
    params: {};
    query: { days?: number | undefined };
    body: undefined;
    reply: types.Usage;
    kind: 'json';
    item: never;
  };
  /** Read a webhook */
  getWebhook: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Webhook;
    kind: 'json';
    item: never;
  };
  /** Read a webhook's public keys */
  getWebhookKeys: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.WebhookKeys;
    kind: 'json';
    item: never;
  };
  /** This document */
  getWorkforceDocument: {
    params: {};
    query: {};
    body: undefined;
    reply: types.OpenApiDocument;
    kind: 'json';
    item: never;
  };
  /** Check whether the process is alive */
  health: {
    params: {};
    query: {};
    body: undefined;
    reply: types.Health;
    kind: 'json';
    item: never;
  };
  /** Import accounts from a file */
  importAccounts: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Import callers from a file */
  importCallers: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Import counters from a file */
  importCounters: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Import hospitals from a file */
  importHospitals: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Import members from a file */
  importMembers: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Import policies from a file */
  importPolicies: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Import products from a file */
  importProducts: {
    params: {};
    query: { dry_run?: boolean | undefined; partial?: boolean | undefined; columns?: string | undefined; delimiter?: "," | ";" | "tab" | "|" | undefined; receipt?: boolean | undefined };
    body: RawBody;
    reply: types.ImportReportWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Issue a key for your team */
  issueKey: {
    params: {};
    query: {};
    body: types.IssueKey;
    reply: types.IssuedApiKey;
    kind: 'json';
    item: never;
  };
  /** List accounts, by key */
  listAccounts: {
    params: {};
    query: { status?: "active" | "locked" | "fraud_hold" | "closed" | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.AccountList;
    kind: 'json';
    item: types.Account;
  };
  /** List your team's policies for agents */
  listAgentPolicies: {
    params: {};
    query: {};
    body: undefined;
    reply: types.AgentPolicyList;
    kind: 'json';
    item: never;
  };
  /** List agent tasks, newest first */
  listAgentTasks: {
    params: {};
    query: { status?: "running" | "succeeded" | "error" | undefined; tag?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.AgentRunList;
    kind: 'json';
    item: types.ListedAgentRun;
  };
  /** List analyses, newest first */
  listAnalyses: {
    params: {};
    query: { status?: "running" | "succeeded" | "error" | undefined; tag?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.AgentRunList;
    kind: 'json';
    item: types.ListedAgentRun;
  };
  /** List callers, by key */
  listCallers: {
    params: {};
    query: { policy?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.CallerList;
    kind: 'json';
    item: types.RegisteredCaller;
  };
  /** List the signed checkpoints of the team's chain, newest first */
  listCheckpoints: {
    params: {};
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.CheckpointList;
    kind: 'json';
    item: types.Checkpoint;
  };
  /** List claims, newest first */
  listClaims: {
    params: {};
    query: { decision?: "approve" | "escalate" | undefined; policy?: string | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.ClaimList;
    kind: 'json';
    item: types.Claim;
  };
  /** List your team's connectors */
  listConnectors: {
    params: {};
    query: {};
    body: undefined;
    reply: types.ConnectorList;
    kind: 'json';
    item: never;
  };
  /** List counters, by key */
  listCounters: {
    params: {};
    query: { policy?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.CounterList;
    kind: 'json';
    item: types.Counter;
  };
  /** List your team's credentials */
  listCredentials: {
    params: {};
    query: {};
    body: undefined;
    reply: types.CredentialList;
    kind: 'json';
    item: never;
  };
  /** List documents, newest first */
  listDocuments: {
    params: {};
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.StoredDocumentList;
    kind: 'json';
    item: types.StoredDocument;
  };
  /** List the hosts that your team's desktops may reach */
  listEgress: {
    params: {};
    query: {};
    body: undefined;
    reply: types.EgressLists;
    kind: 'json';
    item: never;
  };
  /** List hospitals, by key */
  listHospitals: {
    params: {};
    query: { in_network?: boolean | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.HospitalList;
    kind: 'json';
    item: types.Hospital;
  };
  /** List your team's keys */
  listKeys: {
    params: {};
    query: {};
    body: undefined;
    reply: types.ApiKeyList;
    kind: 'json';
    item: never;
  };
  /** List the entries of your team's chain, newest first */
  listLedger: {
    params: {};
    query: { from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.LedgerEntryList;
    kind: 'json';
    item: types.LedgerEntry;
  };
  /** List members, by key */
  listMembers: {
    params: {};
    query: { policy?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.MemberList;
    kind: 'json';
    item: types.Member;
  };
  /** List messages, newest first */
  listMessages: {
    params: {};
    query: { kind?: "device_alert" | "text_message" | undefined; state?: "queued" | "sent" | "failed" | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.MessageList;
    kind: 'json';
    item: types.Message;
  };
  /** List the models that your team may use */
  listModels: {
    params: {};
    query: {};
    body: undefined;
    reply: types.Models;
    kind: 'json';
    item: never;
  };
  /** List what an operator run asked people, and their answers */
  listOperatorQuestions: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: types.OperatorQuestions;
    kind: 'json';
    item: never;
  };
  /** List operator runs, newest first */
  listOperatorRuns: {
    params: {};
    query: { status?: "running" | "done" | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.OperatorRunList;
    kind: 'json';
    item: types.OperatorRunSummary;
  };
  /** List payouts, newest first */
  listPayouts: {
    params: {};
    query: { status?: "queued" | "held" | "withdrawn" | "paid" | "failed" | undefined; policy?: string | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.PayoutList;
    kind: 'json';
    item: types.Payout;
  };
  /** List your team's people */
  listPeople: {
    params: {};
    query: {};
    body: undefined;
    reply: types.PersonList;
    kind: 'json';
    item: never;
  };
  /** List policies, by key */
  listPolicies: {
    params: {};
    query: { status?: "active" | "lapsed" | "cancelled" | undefined; product?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.PolicyList;
    kind: 'json';
    item: types.Policy;
  };
  /** List products, by key */
  listProducts: {
    params: {};
    query: { rule_set?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.ProductList;
    kind: 'json';
    item: types.Product;
  };
  /** List the versions of your team's rules for reviews */
  listReviewPolicies: {
    params: {};
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.ReviewPolicyList;
    kind: 'json';
    item: types.ReviewPolicy;
  };
  /** List what waits for a person, oldest due first */
  listReviews: {
    params: {};
    query: { state?: "open" | "claimed" | "decided" | "expired" | "superseded" | undefined; kind?: "escalation" | "payout" | "tool_call" | "operator" | "quality" | "switch" | "witness" | "ledger" | "step" | "act" | undefined; assignee?: string | undefined; due_before?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.ReviewList;
    kind: 'json';
    item: types.ReviewSummary;
  };
  /** List the rule sets: those that come with the service, and your own */
  listRuleSets: {
    params: {};
    query: {};
    body: undefined;
    reply: types.RuleSetList;
    kind: 'json';
    item: never;
  };
  /** List runs, newest first */
  listRuns: {
    params: {};
    query: { vertical?: types.RunVertical | undefined; status?: "running" | "succeeded" | "error" | undefined; case_id?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.RunList;
    kind: 'json';
    item: types.Run;
  };
  /** List the Python packages of sandboxes */
  listSandboxPackages: {
    params: {};
    query: {};
    body: undefined;
    reply: types.SandboxPackages;
    kind: 'json';
    item: never;
  };
  /** List your team's sandboxes */
  listSandboxes: {
    params: {};
    query: { state?: "opening" | "open" | "ended" | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.SandboxList;
    kind: 'json';
    item: types.Sandbox;
  };
  /** List open sessions */
  listSessions: {
    params: {};
    query: { person_id?: string | undefined };
    body: undefined;
    reply: types.SessionList;
    kind: 'json';
    item: never;
  };
  /** List what is suspended, and every act on a switch */
  listSwitches: {
    params: {};
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.SwitchList;
    kind: 'json';
    item: types.Switch;
  };
  /** List the AI systems that your team uses */
  listSystems: {
    params: {};
    query: {};
    body: undefined;
    reply: types.SystemList;
    kind: 'json';
    item: never;
  };
  /** List your team's own verticals */
  listTeamVerticals: {
    params: {};
    query: {};
    body: undefined;
    reply: types.TeamVerticalList;
    kind: 'json';
    item: never;
  };
  /** List tickets, newest first */
  listTickets: {
    params: {};
    query: { vertical?: string | undefined; status?: "closed" | "with_person" | undefined; run_id?: string | undefined; from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.TicketList;
    kind: 'json';
    item: types.Ticket;
  };
  /** List the verticals */
  listVerticals: {
    params: {};
    query: {};
    body: undefined;
    reply: types.VerticalList;
    kind: 'json';
    item: never;
  };
  /** List a webhook's deliveries, newest first */
  listWebhookDeliveries: {
    params: { id: string };
    query: { state?: "pending" | "delivered" | "failed" | undefined; limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: types.WebhookDeliveryList;
    kind: 'json';
    item: types.WebhookDelivery;
  };
  /** List your team's webhooks */
  listWebhooks: {
    params: {};
    query: {};
    body: undefined;
    reply: types.WebhookList;
    kind: 'json';
    item: never;
  };
  /** List the witnesses, each with what it took last */
  listWitnesses: {
    params: {};
    query: {};
    body: undefined;
    reply: types.WitnessList;
    kind: 'json';
    item: never;
  };
  /** Sign a checkpoint over all current rows in the team's chain */
  makeCheckpoint: {
    params: {};
    query: {};
    body: undefined;
    reply: types.Checkpoint;
    kind: 'json';
    item: never;
  };
  /** Have a video of a finished run made */
  makeOperatorVideo: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: types.OperatorVideo;
    kind: 'json';
    item: never;
  };
  /** Open a sandbox that keeps files and variables */
  openSandbox: {
    params: {};
    query: {};
    body: types.OpenSandbox;
    reply: types.Sandbox;
    kind: 'json';
    item: never;
  };
  /** Propose a draft for approval */
  proposeAgentPolicy: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.AgentPolicyVersion;
    kind: 'json';
    item: never;
  };
  /** Propose a draft for approval */
  proposeRuleSet: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.RuleSetVersion;
    kind: 'json';
    item: never;
  };
  /** Propose a draft for approval */
  proposeTeamVertical: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.TeamVerticalVersion;
    kind: 'json';
    item: never;
  };
  /** Write a draft */
  putAgentPolicyDraft: {
    params: { id: string; version: number };
    query: {};
    body: types.AgentPolicy;
    reply: types.AgentPolicyVersion;
    kind: 'json';
    item: never;
  };
  /** Create or replace a connector */
  putConnector: {
    params: { name: string };
    query: {};
    body: types.PutConnector;
    reply: types.Connector;
    kind: 'json';
    item: never;
  };
  /** Create or replace a credential */
  putCredential: {
    params: { name: string };
    query: {};
    body: types.PutCredential;
    reply: types.Credential;
    kind: 'json';
    item: never;
  };
  /** Write a draft */
  putRuleSetDraft: {
    params: { id: string; version: number };
    query: {};
    body: types.RuleSet;
    reply: types.RuleSetVersion;
    kind: 'json';
    item: never;
  };
  /** Write a draft */
  putTeamVerticalDraft: {
    params: { id: string; version: number };
    query: {};
    body: types.TeamVertical;
    reply: types.TeamVerticalVersion;
    kind: 'json';
    item: never;
  };
  /** Reactivate a person */
  reactivatePerson: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Person;
    kind: 'json';
    item: never;
  };
  /** Read one of the accounts */
  readAccount: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.Account;
    kind: 'json';
    item: never;
  };
  /** Read one of the callers */
  readCaller: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.RegisteredCaller;
    kind: 'json';
    item: never;
  };
  /** Read one of the claims */
  readClaim: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Claim;
    kind: 'json';
    item: never;
  };
  /** Read the outcome of a claim as a FHIR ClaimResponse */
  readClaimResponse: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.ClaimResponse;
    kind: 'json';
    item: never;
  };
  /** Read one of the counters */
  readCounter: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.Counter;
    kind: 'json';
    item: never;
  };
  /** Read one of the hospitals */
  readHospital: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.Hospital;
    kind: 'json';
    item: never;
  };
  /** Read one of the members */
  readMember: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.Member;
    kind: 'json';
    item: never;
  };
  /** Read one of the messages */
  readMessage: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Message;
    kind: 'json';
    item: never;
  };
  /** Read one of your team's own records, masked */
  readOwnRecord: {
    params: { collection: string; key: string };
    query: {};
    body: undefined;
    reply: types.OwnRecord;
    kind: 'json';
    item: never;
  };
  /** Read one of the payouts */
  readPayout: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Payout;
    kind: 'json';
    item: never;
  };
  /** Read one of the policies */
  readPolicy: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.Policy;
    kind: 'json';
    item: never;
  };
  /** Read one of the products */
  readProduct: {
    params: { key: string };
    query: {};
    body: undefined;
    reply: types.Product;
    kind: 'json';
    item: never;
  };
  /** Read one of the tickets */
  readTicket: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Ticket;
    kind: 'json';
    item: never;
  };
  /** Check whether the process can serve requests, with the state of each dependency */
  readiness: {
    params: {};
    query: {};
    body: undefined;
    reply: types.Readiness;
    kind: 'json';
    item: never;
  };
  /** Report what an agent did */
  recordAct: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.RecordAct;
    reply: types.RecordedActWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Deliver an event again */
  redeliverWebhook: {
    params: { id: string; delivery_id: string };
    query: {};
    body: undefined;
    reply: types.WebhookDelivery;
    kind: 'json';
    item: never;
  };
  /** Give a claimed review back */
  releaseReview: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.Review;
    kind: 'json';
    item: never;
  };
  /** Report that a payout was paid, or that it failed */
  reportPayout: {
    params: { id: string };
    query: {};
    body: types.PayoutReport;
    reply: types.Payout;
    kind: 'json';
    item: never;
  };
  /** Go on with a case that was sent back */
  reviseRun: {
    params: { id: string };
    query: {};
    body: types.ReviseRun;
    reply: types.Run;
    kind: 'json';
    item: never;
  };
  /** Revoke a key */
  revokeKey: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.ApiKey;
    kind: 'json';
    item: never;
  };
  /** Take an active version out of force */
  rollBackAgentPolicy: {
    params: { id: string; version: number };
    query: {};
    body: types.RollBackRuleSet;
    reply: types.AgentPolicyVersion;
    kind: 'json';
    item: never;
  };
  /** Take an active version out of force */
  rollBackRuleSet: {
    params: { id: string; version: number };
    query: {};
    body: types.RollBackRuleSet;
    reply: types.RuleSetVersion;
    kind: 'json';
    item: never;
  };
  /** Take an active version out of force */
  rollBackTeamVertical: {
    params: { id: string; version: number };
    query: {};
    body: types.RollBackRuleSet;
    reply: types.TeamVerticalVersion;
    kind: 'json';
    item: never;
  };
  /** Replace a key */
  rotateKey: {
    params: { id: string };
    query: {};
    body: types.RotateKey | undefined;
    reply: types.IssuedApiKey;
    kind: 'json';
    item: never;
  };
  /** Replace a webhook's secret and its Ed25519 key */
  rotateWebhook: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.WebhookWithSecret;
    kind: 'json';
    item: never;
  };
  /** Have an agent do a task with Python */
  runAgentTask: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.AgentTaskRequest;
    reply: types.AgentTaskWithReceipt | types.AgentTask;
    kind: 'json';
    item: never;
  };
  /** Run Python or Bash in a fresh sandbox */
  runCode: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.RunCode;
    reply: types.CodeRunWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Run Python or Bash in an open sandbox */
  runInSandbox: {
    params: { id: string };
    query: { receipt?: boolean | undefined };
    body: types.RunInSandbox;
    reply: types.SandboxRunWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Run a case live */
  runLive: {
    params: {};
    query: { stream?: "ag-ui" | "ai-sdk" | "ledger" | undefined };
    body: types.LiveRunInput;
    reply: types.StreamEvent;
    kind: 'events';
    item: never;
  };
  /** Find and mask Indian identifiers in a text */
  scanText: {
    params: {};
    query: { receipt?: boolean | undefined };
    body: types.Scan;
    reply: types.ScanResultWithReceipt;
    kind: 'json';
    item: never;
  };
  /** Set your team's rules for reviews */
  setReviewPolicy: {
    params: {};
    query: {};
    body: types.SetReviewPolicy;
    reply: types.ReviewPolicy;
    kind: 'json';
    item: never;
  };
  /** Set what a version must have shown before it can be activated */
  setRuleSetBounds: {
    params: { id: string };
    query: {};
    body: types.SetRuleSetBounds;
    reply: types.RuleSetBounds;
    kind: 'json';
    item: never;
  };
  /** Suspend or resume work of your team */
  setSwitch: {
    params: {};
    query: {};
    body: types.SetSwitch;
    reply: types.Switch;
    kind: 'json';
    item: never;
  };
  /** Try a version on finished runs */
  startBacktest: {
    params: { id: string; version: number };
    query: {};
    body: types.StartBacktest;
    reply: types.Backtest;
    kind: 'json';
    item: never;
  };
  /** Have an operator finish a task on a desktop */
  startOperatorRun: {
    params: {};
    query: {};
    body: types.StartOperator;
    reply: types.StartedOperator;
    kind: 'json';
    item: never;
  };
  /** Start a simulated run */
  startRun: {
    params: { id: types.RunVertical };
    query: {};
    body: types.StartRun | undefined;
    reply: types.Run;
    kind: 'json';
    item: never;
  };
  /** Run a proposed version in shadow */
  startShadow: {
    params: { id: string; version: number };
    query: {};
    body: types.StartShadow;
    reply: types.Shadow;
    kind: 'json';
    item: never;
  };
  /** Stop the shadow of a version */
  stopShadow: {
    params: { id: string; version: number };
    query: {};
    body: undefined;
    reply: types.Shadow;
    kind: 'json';
    item: never;
  };
  /** Try a connector */
  testConnector: {
    params: { name: string };
    query: {};
    body: types.TestConnector;
    reply: types.ConnectorTest;
    kind: 'json';
    item: never;
  };
  /** Send a test event */
  testWebhook: {
    params: { id: string };
    query: {};
    body: undefined;
    reply: types.WebhookDelivery;
    kind: 'json';
    item: never;
  };
  /** Verify the team's chain */
  verifyLedger: {
    params: {};
    query: { since?: "start" | "checkpoint" | undefined };
    body: undefined;
    reply: types.LedgerVerification;
    kind: 'json';
    item: never;
  };
  /** Check a receipt */
  verifyReceipt: {
    params: {};
    query: {};
    body: types.VerifyReceipt;
    reply: types.ReceiptCheck;
    kind: 'json';
    item: never;
  };
  /** Get a fresh address to watch an operator run */
  watchOperatorRun: {
    params: { run_id: string };
    query: {};
    body: undefined;
    reply: types.ViewAddress;
    kind: 'json';
    item: never;
  };
  /** Write one of the accounts */
  writeAccount: {
    params: { key: string };
    query: {};
    body: types.WriteAccount;
    reply: types.Account;
    kind: 'json';
    item: never;
  };
  /** Write one of the callers */
  writeCaller: {
    params: { key: string };
    query: {};
    body: types.WriteCaller;
    reply: types.RegisteredCaller;
    kind: 'json';
    item: never;
  };
  /** Write one of the counters */
  writeCounter: {
    params: { key: string };
    query: {};
    body: types.WriteCounter;
    reply: types.Counter;
    kind: 'json';
    item: never;
  };
  /** Write one of the hospitals */
  writeHospital: {
    params: { key: string };
    query: {};
    body: types.WriteHospital;
    reply: types.Hospital;
    kind: 'json';
    item: never;
  };
  /** Write one of the members */
  writeMember: {
    params: { key: string };
    query: {};
    body: types.WriteMember;
    reply: types.Member;
    kind: 'json';
    item: never;
  };
  /** Write one of your team's own records */
  writeOwnRecord: {
    params: { collection: string; key: string };
    query: {};
    body: types.WriteOwnRecord;
    reply: types.OwnRecord;
    kind: 'json';
    item: never;
  };
  /** Write one of the policies */
  writePolicy: {
    params: { key: string };
    query: {};
    body: types.WritePolicy;
    reply: types.Policy;
    kind: 'json';
    item: never;
  };
  /** Write one of the products */
  writeProduct: {
    params: { key: string };
    query: {};
    body: types.WriteProduct;
    reply: types.Product;
    kind: 'json';
    item: never;
  };
}

export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly reply: 'json' | 'bytes' | 'events';
  readonly idempotent: boolean;
  readonly items: string | null;
}

export const operations: { readonly [O in keyof Operations]: OperationEntry } = {
  activateAgentPolicy: { method: 'POST', path: '/v1/agent-policies/{id}/versions/{version}/activate', reply: 'json', idempotent: true, items: null },
  activateRuleSet: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/activate', reply: 'json', idempotent: true, items: null },
  activateTeamVertical: { method: 'POST', path: '/v1/verticals/{id}/versions/{version}/activate', reply: 'json', idempotent: true, items: null },
  addPerson: { method: 'POST', path: '/v1/people', reply: 'json', idempotent: true, items: null },
  analyze: { method: 'POST', path: '/v1/analyze', reply: 'json', idempotent: true, items: null },
  approveAgentPolicy: { method: 'POST', path: '/v1/agent-policies/{id}/versions/{version}/approve', reply: 'json', idempotent: true, items: null },
  approveOperatorAction: { method: 'POST', path: '/v1/operators/runs/{run_id}/approval', reply: 'json', idempotent: false, items: null },
  approveRuleSet: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/approve', reply: 'json', idempotent: true, items: null },
  approveTeamVertical: { method: 'POST', path: '/v1/verticals/{id}/versions/{version}/approve', reply: 'json', idempotent: true, items: null },
  cancelAgentTask: { method: 'POST', path: '/v1/agents/tasks/{ref}/cancel', reply: 'json', idempotent: false, items: null },
  cancelAnalysis: { method: 'POST', path: '/v1/analyze/{ref}/cancel', reply: 'json', idempotent: false, items: null },
  cancelOperatorRun: { method: 'POST', path: '/v1/operators/runs/{run_id}/cancel', reply: 'json', idempotent: false, items: null },
  cancelRun: { method: 'POST', path: '/v1/workforce/runs/{id}/cancel', reply: 'json', idempotent: false, items: null },
  changeRoles: { method: 'PUT', path: '/v1/people/{id}/roles', reply: 'json', idempotent: false, items: null },
  checkAgentPolicyDraft: { method: 'POST', path: '/v1/agent-policies/check', reply: 'json', idempotent: false, items: null },
  checkRuleSetDraft: { method: 'POST', path: '/v1/rule-sets/check', reply: 'json', idempotent: false, items: null },
  checkTeamVerticalDraft: { method: 'POST', path: '/v1/verticals/check', reply: 'json', idempotent: false, items: null },
  claimReview: { method: 'POST', path: '/v1/reviews/{id}/claim', reply: 'json', idempotent: true, items: null },
  commentReview: { method: 'POST', path: '/v1/reviews/{id}/comment', reply: 'json', idempotent: true, items: null },
  controlOperatorRun: { method: 'POST', path: '/v1/operators/runs/{run_id}/control', reply: 'json', idempotent: false, items: null },
  createDocument: { method: 'POST', path: '/v1/documents', reply: 'json', idempotent: true, items: null },
  createWebhook: { method: 'POST', path: '/v1/webhooks', reply: 'json', idempotent: true, items: null },
  deactivatePerson: { method: 'DELETE', path: '/v1/people/{id}', reply: 'json', idempotent: false, items: null },
  decideAct: { method: 'POST', path: '/v1/govern/decide', reply: 'json', idempotent: true, items: null },
  decideReview: { method: 'POST', path: '/v1/reviews/{id}/decide', reply: 'json', idempotent: true, items: null },
  deleteAccount: { method: 'DELETE', path: '/v1/records/accounts/{key}', reply: 'json', idempotent: false, items: null },
  deleteCaller: { method: 'DELETE', path: '/v1/records/callers/{key}', reply: 'json', idempotent: false, items: null },
  deleteConnector: { method: 'DELETE', path: '/v1/connectors/{name}', reply: 'json', idempotent: false, items: null },
  deleteCounter: { method: 'DELETE', path: '/v1/records/counters/{key}', reply: 'json', idempotent: false, items: null },
  deleteCredential: { method: 'DELETE', path: '/v1/credentials/{name}', reply: 'json', idempotent: false, items: null },
  deleteDocument: { method: 'DELETE', path: '/v1/documents/{id}', reply: 'json', idempotent: false, items: null },
  deleteHospital: { method: 'DELETE', path: '/v1/records/hospitals/{key}', reply: 'json', idempotent: false, items: null },
  deleteMember: { method: 'DELETE', path: '/v1/records/members/{key}', reply: 'json', idempotent: false, items: null },
  deleteOwnRecord: { method: 'DELETE', path: '/v1/collections/{collection}/{key}', reply: 'json', idempotent: false, items: null },
  deletePolicy: { method: 'DELETE', path: '/v1/records/policies/{key}', reply: 'json', idempotent: false, items: null },
  deleteProduct: { method: 'DELETE', path: '/v1/records/products/{key}', reply: 'json', idempotent: false, items: null },
  deleteSandbox: { method: 'DELETE', path: '/v1/sandboxes/{id}', reply: 'json', idempotent: false, items: null },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}', reply: 'json', idempotent: false, items: null },
  describeSystem: { method: 'PUT', path: '/v1/govern/systems/{id}', reply: 'json', idempotent: false, items: null },
  diffRuleSetVersions: { method: 'GET', path: '/v1/rule-sets/{id}/diff', reply: 'json', idempotent: false, items: null },
  disableWebhook: { method: 'POST', path: '/v1/webhooks/{id}/disable', reply: 'json', idempotent: false, items: null },
  dryRunAgentPolicy: { method: 'POST', path: '/v1/agent-policies/{id}/versions/{version}/dry-run', reply: 'json', idempotent: false, items: null },
  enableWebhook: { method: 'POST', path: '/v1/webhooks/{id}/enable', reply: 'json', idempotent: false, items: null },
  endSession: { method: 'DELETE', path: '/v1/sessions/{id}', reply: 'json', idempotent: false, items: null },
  eraseCase: { method: 'POST', path: '/v1/govern/erasures', reply: 'json', idempotent: false, items: null },
  exportAccounts: { method: 'GET', path: '/v1/records/accounts/export', reply: 'bytes', idempotent: false, items: null },
  exportCallers: { method: 'GET', path: '/v1/records/callers/export', reply: 'bytes', idempotent: false, items: null },
  exportClaims: { method: 'GET', path: '/v1/records/claims/export', reply: 'bytes', idempotent: false, items: null },
  exportCounters: { method: 'GET', path: '/v1/records/counters/export', reply: 'bytes', idempotent: false, items: null },
  exportHospitals: { method: 'GET', path: '/v1/records/hospitals/export', reply: 'bytes', idempotent: false, items: null },
  exportLedger: { method: 'GET', path: '/v1/govern/export', reply: 'bytes', idempotent: false, items: null },
  exportMembers: { method: 'GET', path: '/v1/records/members/export', reply: 'bytes', idempotent: false, items: null },
  exportMessages: { method: 'GET', path: '/v1/records/messages/export', reply: 'bytes', idempotent: false, items: null },
  exportPayouts: { method: 'GET', path: '/v1/records/payouts/export', reply: 'bytes', idempotent: false, items: null },
  exportPolicies: { method: 'GET', path: '/v1/records/policies/export', reply: 'bytes', idempotent: false, items: null },
  exportProducts: { method: 'GET', path: '/v1/records/products/export', reply: 'bytes', idempotent: false, items: null },
  exportSystems: { method: 'GET', path: '/v1/govern/systems/export', reply: 'bytes', idempotent: false, items: null },
  exportTickets: { method: 'GET', path: '/v1/records/tickets/export', reply: 'bytes', idempotent: false, items: null },
  extractDocument: { method: 'POST', path: '/v1/documents/extract', reply: 'json', idempotent: true, items: null },
  followAgentTask: { method: 'GET', path: '/v1/agents/tasks/{ref}/events', reply: 'events', idempotent: false, items: null },
  followAnalysis: { method: 'GET', path: '/v1/analyze/{ref}/events', reply: 'events', idempotent: false, items: null },
  followRun: { method: 'GET', path: '/v1/workforce/runs/{id}/events', reply: 'events', idempotent: false, items: null },
  getAgentPolicy: { method: 'GET', path: '/v1/agent-policies/{id}', reply: 'json', idempotent: false, items: null },
  getAgentPolicyHistory: { method: 'GET', path: '/v1/agent-policies/{id}/history', reply: 'json', idempotent: false, items: null },
  getAgentPolicyVersion: { method: 'GET', path: '/v1/agent-policies/{id}/versions/{version}', reply: 'json', idempotent: false, items: null },
  getAgentTask: { method: 'GET', path: '/v1/agents/tasks/{ref}', reply: 'json', idempotent: false, items: null },
  getAgentTaskFile: { method: 'GET', path: '/v1/agents/tasks/{ref}/files/{id}', reply: 'bytes', idempotent: false, items: null },
  getAnalysis: { method: 'GET', path: '/v1/analyze/{ref}', reply: 'json', idempotent: false, items: null },
  getAnalysisFile: { method: 'GET', path: '/v1/analyze/{ref}/files/{id}', reply: 'bytes', idempotent: false, items: null },
  getBacktest: { method: 'GET', path: '/v1/rule-sets/{id}/backtests/{backtest_id}', reply: 'json', idempotent: false, items: null },
  getConnector: { method: 'GET', path: '/v1/connectors/{name}', reply: 'json', idempotent: false, items: null },
  getConsistency: { method: 'GET', path: '/v1/govern/consistency', reply: 'json', idempotent: false, items: null },
  getCredential: { method: 'GET', path: '/v1/credentials/{name}', reply: 'json', idempotent: false, items: null },
  getDocument: { method: 'GET', path: '/v1/documents/{id}', reply: 'json', idempotent: false, items: null },
  getDocumentPage: { method: 'GET', path: '/v1/documents/{id}/pages/{n}.png', reply: 'bytes', idempotent: false, items: null },
  getLatestCheckpoint: { method: 'GET', path: '/v1/govern/checkpoints/latest', reply: 'json', idempotent: false, items: null },
  getLedger: { method: 'GET', path: '/v1/govern/ledger/{ref}', reply: 'json', idempotent: false, items: null },
  getLogKeys: { method: 'GET', path: '/v1/govern/keys', reply: 'json', idempotent: false, items: null },
  getMe: { method: 'GET', path: '/v1/me', reply: 'json', idempotent: false, items: null },
  getOperatorFile: { method: 'GET', path: '/v1/operators/runs/{run_id}/files/{id}', reply: 'bytes', idempotent: false, items: null },
  getOperatorRun: { method: 'GET', path: '/v1/operators/runs/{run_id}', reply: 'json', idempotent: false, items: null },
  getOperatorScreenshot: { method: 'GET', path: '/v1/operators/runs/{run_id}/screenshots/{n}', reply: 'bytes', idempotent: false, items: null },
  getOperatorVideo: { method: 'GET', path: '/v1/operators/runs/{run_id}/video', reply: 'json', idempotent: false, items: null },
  getOperatorVideoFile: { method: 'GET', path: '/v1/operators/runs/{run_id}/video.webm', reply: 'bytes', idempotent: false, items: null },
  getPerson: { method: 'GET', path: '/v1/people/{id}', reply: 'json', idempotent: false, items: null },
  getProof: { method: 'GET', path: '/v1/govern/ledger/{ref}/proof', reply: 'json', idempotent: false, items: null },
  getReview: { method: 'GET', path: '/v1/reviews/{id}', reply: 'json', idempotent: false, items: null },
  getReviewPolicy: { method: 'GET', path: '/v1/reviews/policy', reply: 'json', idempotent: false, items: null },
  getReviewStats: { method: 'GET', path: '/v1/reviews/stats', reply: 'json', idempotent: false, items: null },
  getRuleSet: { method: 'GET', path: '/v1/rule-sets/{id}', reply: 'json', idempotent: false, items: null },
  getRuleSetBounds: { method: 'GET', path: '/v1/rule-sets/{id}/bounds', reply: 'json', idempotent: false, items: null },
  getRuleSetHistory: { method: 'GET', path: '/v1/rule-sets/{id}/history', reply: 'json', idempotent: false, items: null },
  getRuleSetVersion: { method: 'GET', path: '/v1/rule-sets/{id}/versions/{version}', reply: 'json', idempotent: false, items: null },
  getRun: { method: 'GET', path: '/v1/workforce/runs/{id}', reply: 'json', idempotent: false, items: null },
  getRunDocuments: { method: 'GET', path: '/v1/workforce/runs/{id}/documents', reply: 'json', idempotent: false, items: null },
  getRunLedger: { method: 'GET', path: '/v1/workforce/runs/{id}/ledger', reply: 'json', idempotent: false, items: null },
  getSandbox: { method: 'GET', path: '/v1/sandboxes/{id}', reply: 'json', idempotent: false, items: null },
  getServicesDocument: { method: 'GET', path: '/v1/openapi.json', reply: 'json', idempotent: false, items: null },
  getShadow: { method: 'GET', path: '/v1/rule-sets/{id}/versions/{version}/shadow', reply: 'json', idempotent: false, items: null },
  getTeamVertical: { method: 'GET', path: '/v1/verticals/{id}', reply: 'json', idempotent: false, items: null },
  getTeamVerticalHistory: { method: 'GET', path: '/v1/verticals/{id}/history', reply: 'json', idempotent: false, items: null },
  getTeamVerticalVersion: { method: 'GET', path: '/v1/verticals/{id}/versions/{version}', reply: 'json', idempotent: false, items: null },
  getUsage: { method: 'GET', path: '/v1/usage', reply: 'json', idempotent: false, items: null },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{id}', reply: 'json', idempotent: false, items: null },
  getWebhookKeys: { method: 'GET', path: '/v1/webhooks/{id}/keys', reply: 'json', idempotent: false, items: null },
  getWorkforceDocument: { method: 'GET', path: '/v1/workforce/openapi.json', reply: 'json', idempotent: false, items: null },
  health: { method: 'GET', path: '/healthz', reply: 'json', idempotent: false, items: null },
  importAccounts: { method: 'POST', path: '/v1/records/accounts/import', reply: 'json', idempotent: true, items: null },
  importCallers: { method: 'POST', path: '/v1/records/callers/import', reply: 'json', idempotent: true, items: null },
  importCounters: { method: 'POST', path: '/v1/records/counters/import', reply: 'json', idempotent: true, items: null },
  importHospitals: { method: 'POST', path: '/v1/records/hospitals/import', reply: 'json', idempotent: true, items: null },
  importMembers: { method: 'POST', path: '/v1/records/members/import', reply: 'json', idempotent: true, items: null },
  importPolicies: { method: 'POST', path: '/v1/records/policies/import', reply: 'json', idempotent: true, items: null },
  importProducts: { method: 'POST', path: '/v1/records/products/import', reply: 'json', idempotent: true, items: null },
  issueKey: { method: 'POST', path: '/v1/admin/keys', reply: 'json', idempotent: false, items: null },
  listAccounts: { method: 'GET', path: '/v1/records/accounts', reply: 'json', idempotent: false, items: 'records' },
  listAgentPolicies: { method: 'GET', path: '/v1/agent-policies', reply: 'json', idempotent: false, items: null },
  listAgentTasks: { method: 'GET', path: '/v1/agents/tasks', reply: 'json', idempotent: false, items: 'runs' },
  listAnalyses: { method: 'GET', path: '/v1/analyze', reply: 'json', idempotent: false, items: 'runs' },
  listCallers: { method: 'GET', path: '/v1/records/callers', reply: 'json', idempotent: false, items: 'records' },
  listCheckpoints: { method: 'GET', path: '/v1/govern/checkpoints', reply: 'json', idempotent: false, items: 'checkpoints' },
  listClaims: { method: 'GET', path: '/v1/records/claims', reply: 'json', idempotent: false, items: 'records' },
  listConnectors: { method: 'GET', path: '/v1/connectors', reply: 'json', idempotent: false, items: null },
  listCounters: { method: 'GET', path: '/v1/records/counters', reply: 'json', idempotent: false, items: 'records' },
  listCredentials: { method: 'GET', path: '/v1/credentials', reply: 'json', idempotent: false, items: null },
  listDocuments: { method: 'GET', path: '/v1/documents', reply: 'json', idempotent: false, items: 'documents' },
  listEgress: { method: 'GET', path: '/v1/govern/egress', reply: 'json', idempotent: false, items: null },
  listHospitals: { method: 'GET', path: '/v1/records/hospitals', reply: 'json', idempotent: false, items: 'records' },
  listKeys: { method: 'GET', path: '/v1/admin/keys', reply: 'json', idempotent: false, items: null },
  listLedger: { method: 'GET', path: '/v1/govern/ledger', reply: 'json', idempotent: false, items: 'entries' },
  listMembers: { method: 'GET', path: '/v1/records/members', reply: 'json', idempotent: false, items: 'records' },
  listMessages: { method: 'GET', path: '/v1/records/messages', reply: 'json', idempotent: false, items: 'records' },
  listModels: { method: 'GET', path: '/v1/models', reply: 'json', idempotent: false, items: null },
  listOperatorQuestions: { method: 'GET', path: '/v1/operators/runs/{run_id}/questions', reply: 'json', idempotent: false, items: null },
  listOperatorRuns: { method: 'GET', path: '/v1/operators/runs', reply: 'json', idempotent: false, items: 'runs' },
  listPayouts: { method: 'GET', path: '/v1/records/payouts', reply: 'json', idempotent: false, items: 'records' },
  listPeople: { method: 'GET', path: '/v1/people', reply: 'json', idempotent: false, items: null },
  listPolicies: { method: 'GET', path: '/v1/records/policies', reply: 'json', idempotent: false, items: 'records' },
  listProducts: { method: 'GET', path: '/v1/records/products', reply: 'json', idempotent: false, items: 'records' },
  listReviewPolicies: { method: 'GET', path: '/v1/reviews/policy/versions', reply: 'json', idempotent: false, items: 'versions' },
  listReviews: { method: 'GET', path: '/v1/reviews', reply: 'json', idempotent: false, items: 'reviews' },
  listRuleSets: { method: 'GET', path: '/v1/rule-sets', reply: 'json', idempotent: false, items: null },
  listRuns: { method: 'GET', path: '/v1/workforce/runs', reply: 'json', idempotent: false, items: 'runs' },
  listSandboxPackages: { method: 'GET', path: '/v1/sandboxes/packages', reply: 'json', idempotent: false, items: null },
  listSandboxes: { method: 'GET', path: '/v1/sandboxes', reply: 'json', idempotent: false, items: 'sandboxes' },
  listSessions: { method: 'GET', path: '/v1/sessions', reply: 'json', idempotent: false, items: null },
  listSwitches: { method: 'GET', path: '/v1/govern/switches', reply: 'json', idempotent: false, items: 'suspended' },
  listSystems: { method: 'GET', path: '/v1/govern/systems', reply: 'json', idempotent: false, items: null },
  listTeamVerticals: { method: 'GET', path: '/v1/verticals', reply: 'json', idempotent: false, items: null },
  listTickets: { method: 'GET', path: '/v1/records/tickets', reply: 'json', idempotent: false, items: 'records' },
  listVerticals: { method: 'GET', path: '/v1/workforce/verticals', reply: 'json', idempotent: false, items: null },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', reply: 'json', idempotent: false, items: 'deliveries' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', reply: 'json', idempotent: false, items: null },
  listWitnesses: { method: 'GET', path: '/v1/govern/witnesses', reply: 'json', idempotent: false, items: null },
  makeCheckpoint: { method: 'POST', path: '/v1/govern/checkpoints', reply: 'json', idempotent: false, items: null },
  makeOperatorVideo: { method: 'POST', path: '/v1/operators/runs/{run_id}/video', reply: 'json', idempotent: false, items: null },
  openSandbox: { method: 'POST', path: '/v1/sandboxes', reply: 'json', idempotent: true, items: null },
  proposeAgentPolicy: { method: 'POST', path: '/v1/agent-policies/{id}/versions/{version}/propose', reply: 'json', idempotent: true, items: null },
  proposeRuleSet: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/propose', reply: 'json', idempotent: true, items: null },
  proposeTeamVertical: { method: 'POST', path: '/v1/verticals/{id}/versions/{version}/propose', reply: 'json', idempotent: true, items: null },
  putAgentPolicyDraft: { method: 'PUT', path: '/v1/agent-policies/{id}/versions/{version}', reply: 'json', idempotent: false, items: null },
  putConnector: { method: 'PUT', path: '/v1/connectors/{name}', reply: 'json', idempotent: false, items: null },
  putCredential: { method: 'PUT', path: '/v1/credentials/{name}', reply: 'json', idempotent: false, items: null },
  putRuleSetDraft: { method: 'PUT', path: '/v1/rule-sets/{id}/versions/{version}', reply: 'json', idempotent: false, items: null },
  putTeamVerticalDraft: { method: 'PUT', path: '/v1/verticals/{id}/versions/{version}', reply: 'json', idempotent: false, items: null },
  reactivatePerson: { method: 'POST', path: '/v1/people/{id}/reactivate', reply: 'json', idempotent: true, items: null },
  readAccount: { method: 'GET', path: '/v1/records/accounts/{key}', reply: 'json', idempotent: false, items: null },
  readCaller: { method: 'GET', path: '/v1/records/callers/{key}', reply: 'json', idempotent: false, items: null },
  readClaim: { method: 'GET', path: '/v1/records/claims/{id}', reply: 'json', idempotent: false, items: null },
  readClaimResponse: { method: 'GET', path: '/v1/workforce/runs/{id}/claim-response', reply: 'json', idempotent: false, items: null },
  readCounter: { method: 'GET', path: '/v1/records/counters/{key}', reply: 'json', idempotent: false, items: null },
  readHospital: { method: 'GET', path: '/v1/records/hospitals/{key}', reply: 'json', idempotent: false, items: null },
  readMember: { method: 'GET', path: '/v1/records/members/{key}', reply: 'json', idempotent: false, items: null },
  readMessage: { method: 'GET', path: '/v1/records/messages/{id}', reply: 'json', idempotent: false, items: null },
  readOwnRecord: { method: 'GET', path: '/v1/collections/{collection}/{key}', reply: 'json', idempotent: false, items: null },
  readPayout: { method: 'GET', path: '/v1/records/payouts/{id}', reply: 'json', idempotent: false, items: null },
  readPolicy: { method: 'GET', path: '/v1/records/policies/{key}', reply: 'json', idempotent: false, items: null },
  readProduct: { method: 'GET', path: '/v1/records/products/{key}', reply: 'json', idempotent: false, items: null },
  readTicket: { method: 'GET', path: '/v1/records/tickets/{id}', reply: 'json', idempotent: false, items: null },
  readiness: { method: 'GET', path: '/readyz', reply: 'json', idempotent: false, items: null },
  recordAct: { method: 'POST', path: '/v1/govern/record', reply: 'json', idempotent: true, items: null },
  redeliverWebhook: { method: 'POST', path: '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', reply: 'json', idempotent: true, items: null },
  releaseReview: { method: 'POST', path: '/v1/reviews/{id}/release', reply: 'json', idempotent: true, items: null },
  reportPayout: { method: 'POST', path: '/v1/records/payouts/{id}/status', reply: 'json', idempotent: true, items: null },
  reviseRun: { method: 'POST', path: '/v1/workforce/runs/{id}/revisions', reply: 'json', idempotent: true, items: null },
  revokeKey: { method: 'DELETE', path: '/v1/admin/keys/{id}', reply: 'json', idempotent: false, items: null },
  rollBackAgentPolicy: { method: 'POST', path: '/v1/agent-policies/{id}/versions/{version}/roll-back', reply: 'json', idempotent: true, items: null },
  rollBackRuleSet: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/roll-back', reply: 'json', idempotent: true, items: null },
  rollBackTeamVertical: { method: 'POST', path: '/v1/verticals/{id}/versions/{version}/roll-back', reply: 'json', idempotent: true, items: null },
  rotateKey: { method: 'POST', path: '/v1/admin/keys/{id}/rotate', reply: 'json', idempotent: false, items: null },
  rotateWebhook: { method: 'POST', path: '/v1/webhooks/{id}/rotate', reply: 'json', idempotent: true, items: null },
  runAgentTask: { method: 'POST', path: '/v1/agents/tasks', reply: 'json', idempotent: true, items: null },
  runCode: { method: 'POST', path: '/v1/run', reply: 'json', idempotent: true, items: null },
  runInSandbox: { method: 'POST', path: '/v1/sandboxes/{id}/run', reply: 'json', idempotent: true, items: null },
  runLive: { method: 'POST', path: '/v1/workforce/run', reply: 'events', idempotent: true, items: null },
  scanText: { method: 'POST', path: '/v1/govern/scan', reply: 'json', idempotent: false, items: null },
  setReviewPolicy: { method: 'PUT', path: '/v1/reviews/policy', reply: 'json', idempotent: false, items: null },
  setRuleSetBounds: { method: 'PUT', path: '/v1/rule-sets/{id}/bounds', reply: 'json', idempotent: false, items: null },
  setSwitch: { method: 'POST', path: '/v1/govern/switches', reply: 'json', idempotent: true, items: null },
  startBacktest: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/backtests', reply: 'json', idempotent: true, items: null },
  startOperatorRun: { method: 'POST', path: '/v1/operators/run', reply: 'json', idempotent: true, items: null },
  startRun: { method: 'POST', path: '/v1/workforce/verticals/{id}/runs', reply: 'json', idempotent: true, items: null },
  startShadow: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/shadow', reply: 'json', idempotent: true, items: null },
  stopShadow: { method: 'POST', path: '/v1/rule-sets/{id}/versions/{version}/shadow/stop', reply: 'json', idempotent: true, items: null },
  testConnector: { method: 'POST', path: '/v1/connectors/{name}/test', reply: 'json', idempotent: false, items: null },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', reply: 'json', idempotent: true, items: null },
  verifyLedger: { method: 'GET', path: '/v1/govern/verify', reply: 'json', idempotent: false, items: null },
  verifyReceipt: { method: 'POST', path: '/v1/govern/receipts/verify', reply: 'json', idempotent: false, items: null },
  watchOperatorRun: { method: 'POST', path: '/v1/operators/runs/{run_id}/view', reply: 'json', idempotent: false, items: null },
  writeAccount: { method: 'PUT', path: '/v1/records/accounts/{key}', reply: 'json', idempotent: false, items: null },
  writeCaller: { method: 'PUT', path: '/v1/records/callers/{key}', reply: 'json', idempotent: false, items: null },
  writeCounter: { method: 'PUT', path: '/v1/records/counters/{key}', reply: 'json', idempotent: false, items: null },
  writeHospital: { method: 'PUT', path: '/v1/records/hospitals/{key}', reply: 'json', idempotent: false, items: null },
  writeMember: { method: 'PUT', path: '/v1/records/members/{key}', reply: 'json', idempotent: false, items: null },
  writeOwnRecord: { method: 'PUT', path: '/v1/collections/{collection}/{key}', reply: 'json', idempotent: false, items: null },
  writePolicy: { method: 'PUT', path: '/v1/records/policies/{key}', reply: 'json', idempotent: false, items: null },
  writeProduct: { method: 'PUT', path: '/v1/records/products/{key}', reply: 'json', idempotent: false, items: null },
};

/** Every code of a problem, with its status. */
export const problemStatus = {
  'malformed-request': 400,
  'malformed-body': 400,
  'unauthenticated': 401,
  'sender-refused': 401,
  'scope-missing': 403,
  'csrf-refused': 403,
  'model-not-allowed': 403,
  'second-person-needed': 403,
  'role-missing': 403,
  'another-person-needed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'idempotency-in-flight': 409,
  'run-not-ended': 409,
  'answered-otherwise': 409,
  'sandbox-ended': 409,
  'not-suspended': 409,
  'already-rotated': 409,
  'connector-taken': 409,
  'record-in-use': 409,
  'payout-not-queued': 409,
  'review-claimed': 409,
  'review-closed': 409,
  'review-impossible': 409,
  'amount-changed': 409,
  'rule-set-state': 409,
  'bounds-not-met': 409,
  'not-sent-back': 409,
  'person-exists': 409,
  'webhook-disabled': 409,
  'webhook-limit': 409,
  'page-not-maskable': 409,
  'document-erased': 410,
  'run-ended': 410,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'expectation-failed': 417,
  'invalid-request': 422,
  'import-refused': 422,
  'idempotency-key-reused': 422,
  'suspended': 423,
  'rate-limited': 429,
  'headers-too-large': 431,
  'internal': 500,
  'no-model-provider': 501,
  'no-identity-provider': 501,
  'ledger-broken': 500,
  'model-failed': 502,
  'sandboxes-busy': 503,
  'run-interrupted': 503,
  'work-timeout': 504,
  'dependency-away': 503,
} as const;
