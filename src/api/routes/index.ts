import type { Route } from '../services/route.ts';
import type { ApiSettings } from '../services/services.ts';
import { cancelAgentTaskRoute } from './agents/cancel.ts';
import { getAgentTaskFileRoute, getAnalysisFileRoute } from './agents/files.ts';
import { getAgentTaskRoute } from './agents/get.ts';
import { listAgentTasksRoute } from './agents/list.ts';
import { runAgentTaskRoute } from './agents/run.ts';
import { finishSignInRoute } from './auth/callback.ts';
import { showLinkRoute, useLinkRoute } from './auth/link.ts';
import { signInRoute } from './auth/sign-in.ts';
import { signOutRoute } from './auth/sign-out.ts';
import { openWebUiRoute } from './auth/web-ui.ts';
import { cancelAnalysisRoute } from './analyze/cancel.ts';
import { getAnalysisRoute } from './analyze/get.ts';
import { listAnalysesRoute } from './analyze/list.ts';
import { analyzeRoute } from './analyze/run.ts';
import { codecLoginPageRoute, codecLoginRoute } from './codec/login.ts';
import { decodePayloadsRoute } from './codec/decode.ts';
import { runCodeRoute } from './code/run.ts';
import { createDocumentRoutes } from './discovery/openapi.ts';
import { showReferenceRoute } from './discovery/reference.ts';
import { createRootRoute } from './discovery/root.ts';
import { listVerticalsRoute } from './discovery/verticals.ts';
import { extractDocumentRoute } from './documents/extract.ts';
import { getDocumentPageRoute } from './documents/page.ts';
import { deleteDocumentRoute, getDocumentRoute, listDocumentsRoute } from './documents/stored.ts';
import { createDocumentRoute } from './documents/upload.ts';
import { eraseCaseRoute } from './govern/erase.ts';
import { exportLedgerRoute } from './govern/export.ts';
import { listEgressRoute } from './govern/egress.ts';
import { listLedgerRoute } from './govern/list.ts';
import { getLedgerRoute } from './govern/ledger.ts';
import { scanTextRoute } from './govern/scan.ts';
import { verifyLedgerRoute } from './govern/verify.ts';
import { issueKeyRoute } from './keys/issue.ts';
import { listKeysRoute } from './keys/list.ts';
import { revokeKeyRoute } from './keys/revoke.ts';
import { rotateKeyRoute } from './keys/rotate.ts';
import { followAgentTaskRoute, followAnalysisRoute, followRunRoute } from './live/events.ts';
import { runLiveRoute } from './live/run.ts';
import { createMcpRoute } from './mcp/call.ts';
import { describeMcpRoute, describeResourceRoute } from './mcp/describe.ts';
import { listModelsRoute } from './models/list.ts';
import { getMeRoute } from './people/me.ts';
import {
  addPersonRoute,
  changeRolesRoute,
  deactivatePersonRoute,
  getPersonRoute,
  listPeopleRoute,
  reactivatePersonRoute,
} from './people/people.ts';
import { endSessionRoute, listSessionsRoute } from './people/sessions.ts';
import { getLatestCheckpointRoute, makeCheckpointRoute } from './proofs/checkpoint.ts';
import { listCheckpointsRoute, listWitnessesRoute } from './proofs/list.ts';
import { getConsistencyRoute } from './proofs/consistency.ts';
import { getLogKeysRoute } from './proofs/keys.ts';
import { getProofRoute } from './proofs/proof.ts';
import { verifyReceiptRoute } from './proofs/verify-receipt.ts';
import {
  getOperatorFileRoute,
  getOperatorRunRoute,
  getOperatorScreenshotRoute,
  listOperatorRunsRoute,
} from './operators/read.ts';
import { decideActRoute } from './agent-acts/decide.ts';
import { recordActRoute } from './agent-acts/record.ts';
import { checkAgentPolicyDraftRoute, putAgentPolicyDraftRoute } from './agent-policies/draft.ts';
import { dryRunAgentPolicyRoute } from './agent-policies/dry-run.ts';
import {
  activateAgentPolicyRoute,
  approveAgentPolicyRoute,
  proposeAgentPolicyRoute,
  rollBackAgentPolicyRoute,
} from './agent-policies/move.ts';
import {
  getAgentPolicyHistoryRoute,
  getAgentPolicyRoute,
  getAgentPolicyVersionRoute,
  listAgentPoliciesRoute,
} from './agent-policies/read.ts';
import { listOperatorQuestionsRoute } from './operators/questions.ts';
import {
  getOperatorVideoFileRoute,
  getOperatorVideoRoute,
  makeOperatorVideoRoute,
} from './operators/video.ts';
import { openSandboxRoute } from './sandboxes/open.ts';
import { deleteSandboxRoute } from './sandboxes/delete.ts';
import { listSandboxPackagesRoute } from './sandboxes/packages.ts';
import { getSandboxRoute, listSandboxesRoute } from './sandboxes/read.ts';
import { runInSandboxRoute } from './sandboxes/run.ts';
import { startOperatorRunRoute } from './operators/start.ts';
import { approveOperatorActionRoute, cancelOperatorRunRoute } from './operators/steer.ts';
import { controlOperatorRunRoute, watchOperatorRunRoute } from './live-view/address.ts';
import { viewPageRoute } from './live-view/page.ts';
import { deleteOwnRecordRoute, readOwnRecordRoute, writeOwnRecordRoute } from './own-records/index.ts';
import { recordRoutes } from './records/index.ts';
import { receiveCallRoute } from './inbound/receive-call.ts';
import { receiveEventRoute } from './inbound/receive.ts';
import { readClaimResponseRoute } from './runs/claim-response.ts';
import {
  claimReviewRoute,
  commentReviewRoute,
  decideReviewRoute,
  releaseReviewRoute,
} from './reviews/act.ts';
import { getBacktestRoute, startBacktestRoute } from './rule-sets/backtest.ts';
import { getRuleSetBoundsRoute, setRuleSetBoundsRoute } from './rule-sets/bounds.ts';
import { getShadowRoute, startShadowRoute, stopShadowRoute } from './rule-sets/shadow.ts';
import { checkRuleSetDraftRoute, putRuleSetDraftRoute } from './rule-sets/draft.ts';
import {
  activateRuleSetRoute,
  approveRuleSetRoute,
  proposeRuleSetRoute,
  rollBackRuleSetRoute,
} from './rule-sets/move.ts';
import {
  diffRuleSetVersionsRoute,
  getRuleSetHistoryRoute,
  getRuleSetRoute,
  getRuleSetVersionRoute,
  listRuleSetsRoute,
} from './rule-sets/read.ts';
import { checkTeamVerticalDraftRoute, putTeamVerticalDraftRoute } from './team-verticals/draft.ts';
import {
  activateTeamVerticalRoute,
  approveTeamVerticalRoute,
  proposeTeamVerticalRoute,
  rollBackTeamVerticalRoute,
} from './team-verticals/move.ts';
import {
  getTeamVerticalHistoryRoute,
  getTeamVerticalRoute,
  getTeamVerticalVersionRoute,
  listTeamVerticalsRoute,
} from './team-verticals/read.ts';
import { getReviewPolicyRoute, listReviewPoliciesRoute, setReviewPolicyRoute } from './reviews/policy.ts';
import { getReviewRoute, getReviewStatsRoute, listReviewsRoute } from './reviews/read.ts';
import { cancelRunRoute } from './runs/cancel.ts';
import { getRunDocumentsRoute, getRunRoute } from './runs/get.ts';
import { getRunLedgerRoute } from './runs/ledger.ts';
import { listRunsRoute } from './runs/list.ts';
import { reviseRunRoute } from './runs/revise.ts';
import { startRunRoute } from './runs/start.ts';
import {
  deleteCredentialRoute,
  getCredentialRoute,
  listCredentialsRoute,
  putCredentialRoute,
} from './credentials/credentials.ts';
import { deleteConnectorRoute, putConnectorRoute } from './connectors/change.ts';
import { getConnectorRoute, listConnectorsRoute } from './connectors/read.ts';
import { testConnectorRoute } from './connectors/test.ts';
import { describeSystemRoute, exportSystemsRoute, listSystemsRoute } from './safety/systems.ts';
import { listSwitchesRoute, setSwitchRoute } from './safety/switches.ts';
import { healthRoute } from './service/health.ts';
import { metricsRoute } from './service/metrics.ts';
import { readinessRoute } from './service/readiness.ts';
import { getUsageRoute } from './usage/read.ts';
import {
  deleteWebhookRoute,
  disableWebhookRoute,
  enableWebhookRoute,
  rotateWebhookRoute,
} from './webhooks/change.ts';
import { createWebhookRoute } from './webhooks/create.ts';
import { redeliverWebhookRoute, testWebhookRoute } from './webhooks/deliver.ts';
import {
  getWebhookKeysRoute,
  getWebhookRoute,
  listWebhookDeliveriesRoute,
  listWebhooksRoute,
} from './webhooks/read.ts';

/** Returns every route of the API. */
export const createRoutes = (settings: ApiSettings): readonly Route[] => [
  createRootRoute(settings),
  showReferenceRoute,
  ...createDocumentRoutes(settings),
  listVerticalsRoute,
  startRunRoute,
  reviseRunRoute,
  listRunsRoute,
  getRunRoute,
  getRunDocumentsRoute,
  getRunLedgerRoute,
  cancelRunRoute,
  readClaimResponseRoute,
  runLiveRoute,
  followRunRoute,
  scanTextRoute,
  decideActRoute,
  recordActRoute,
  listAgentPoliciesRoute,
  checkAgentPolicyDraftRoute,
  getAgentPolicyRoute,
  getAgentPolicyVersionRoute,
  putAgentPolicyDraftRoute,
  proposeAgentPolicyRoute,
  approveAgentPolicyRoute,
  activateAgentPolicyRoute,
  rollBackAgentPolicyRoute,
  getAgentPolicyHistoryRoute,
  dryRunAgentPolicyRoute,
  extractDocumentRoute,
  createDocumentRoute,
  listDocumentsRoute,
  getDocumentRoute,
  getDocumentPageRoute,
  deleteDocumentRoute,
  listModelsRoute,
  startOperatorRunRoute,
  listOperatorRunsRoute,
  getOperatorRunRoute,
  getOperatorFileRoute,
  getOperatorScreenshotRoute,
  listOperatorQuestionsRoute,
  makeOperatorVideoRoute,
  getOperatorVideoRoute,
  getOperatorVideoFileRoute,
  cancelOperatorRunRoute,
  approveOperatorActionRoute,
  runCodeRoute,
  openSandboxRoute,
  listSandboxesRoute,
  listSandboxPackagesRoute,
  getSandboxRoute,
  runInSandboxRoute,
  deleteSandboxRoute,
  runAgentTaskRoute,
  listAgentTasksRoute,
  getAgentTaskRoute,
  followAgentTaskRoute,
  getAgentTaskFileRoute,
  cancelAgentTaskRoute,
  analyzeRoute,
  listAnalysesRoute,
  getAnalysisRoute,
  followAnalysisRoute,
  getAnalysisFileRoute,
  cancelAnalysisRoute,
  ...recordRoutes,
  readOwnRecordRoute,
  writeOwnRecordRoute,
  deleteOwnRecordRoute,
  listReviewsRoute,
  getReviewStatsRoute,
  getReviewPolicyRoute,
  setReviewPolicyRoute,
  listReviewPoliciesRoute,
  getReviewRoute,
  claimReviewRoute,
  releaseReviewRoute,
  decideReviewRoute,
  commentReviewRoute,
  listLedgerRoute,
  getLedgerRoute,
  verifyLedgerRoute,
  exportLedgerRoute,
  eraseCaseRoute,
  setSwitchRoute,
  listSwitchesRoute,
  listSystemsRoute,
  exportSystemsRoute,
  describeSystemRoute,
  listEgressRoute,
  getUsageRoute,
  getProofRoute,
  makeCheckpointRoute,
  getLatestCheckpointRoute,
  listCheckpointsRoute,
  listWitnessesRoute,
  getConsistencyRoute,
  getLogKeysRoute,
  verifyReceiptRoute,
  issueKeyRoute,
  listKeysRoute,
  rotateKeyRoute,
  revokeKeyRoute,
  putCredentialRoute,
  listCredentialsRoute,
  getCredentialRoute,
  deleteCredentialRoute,
  putConnectorRoute,
  listConnectorsRoute,
  getConnectorRoute,
  deleteConnectorRoute,
  testConnectorRoute,
  receiveEventRoute,
  receiveCallRoute,
  signInRoute,
  finishSignInRoute,
  showLinkRoute,
  useLinkRoute,
  signOutRoute,
  openWebUiRoute,
  getMeRoute,
  listPeopleRoute,
  addPersonRoute,
  getPersonRoute,
  changeRolesRoute,
  deactivatePersonRoute,
  reactivatePersonRoute,
  listSessionsRoute,
  endSessionRoute,
  listRuleSetsRoute,
  checkRuleSetDraftRoute,
  getRuleSetRoute,
  getRuleSetVersionRoute,
  putRuleSetDraftRoute,
  proposeRuleSetRoute,
  approveRuleSetRoute,
  activateRuleSetRoute,
  rollBackRuleSetRoute,
  diffRuleSetVersionsRoute,
  getRuleSetHistoryRoute,
  listTeamVerticalsRoute,
  checkTeamVerticalDraftRoute,
  getTeamVerticalRoute,
  getTeamVerticalVersionRoute,
  putTeamVerticalDraftRoute,
  proposeTeamVerticalRoute,
  approveTeamVerticalRoute,
  activateTeamVerticalRoute,
  rollBackTeamVerticalRoute,
  getTeamVerticalHistoryRoute,
  startBacktestRoute,
  getBacktestRoute,
  startShadowRoute,
  getShadowRoute,
  stopShadowRoute,
  getRuleSetBoundsRoute,
  setRuleSetBoundsRoute,
  createWebhookRoute,
  listWebhooksRoute,
  getWebhookRoute,
  getWebhookKeysRoute,
  deleteWebhookRoute,
  rotateWebhookRoute,
  disableWebhookRoute,
  enableWebhookRoute,
  testWebhookRoute,
  listWebhookDeliveriesRoute,
  redeliverWebhookRoute,
  decodePayloadsRoute,
  codecLoginPageRoute,
  codecLoginRoute,
  viewPageRoute,
  watchOperatorRunRoute,
  controlOperatorRunRoute,
  createMcpRoute(),
  describeMcpRoute,
  describeResourceRoute,
  healthRoute,
  readinessRoute,
  metricsRoute,
];
