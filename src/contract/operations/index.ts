import type { Operation } from '../operation.ts';
import {
  cancelAgentTask,
  followAgentTask,
  getAgentTask,
  getAgentTaskFile,
  listAgentTasks,
  runAgentTask,
} from './agents.ts';
import {
  analyze,
  cancelAnalysis,
  followAnalysis,
  getAnalysis,
  getAnalysisFile,
  listAnalyses,
} from './analysis.ts';
import { finishSignIn, getMe, openWebUi, signIn, signOut } from './auth.ts';
import { showLink, useLink } from './sign-in-links.ts';
import { eraseCase, exportLedger } from './audit.ts';
import { codecLogin, codecLoginPage, decodePayloads } from './codec.ts';
import { runCode } from './code.ts';
import {
  describeService,
  getServicesDocument,
  getWorkforceDocument,
  listVerticals,
  showReference,
} from './discovery.ts';
import { extractDocument } from './documents.ts';
import {
  createDocument,
  deleteDocument,
  getDocument,
  getDocumentPage,
  listDocuments,
} from './stored-documents.ts';
import { getLedger, scanText, verifyLedger } from './govern.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { followRun, runLive } from './live.ts';
import { callMcp, describeMcp, describeResource } from './mcp.ts';
import {
  getConsistency,
  getLatestCheckpoint,
  getLogKeys,
  getProof,
  makeCheckpoint,
  verifyReceipt,
} from './proofs.ts';
import { listModels } from './models.ts';
import {
  approveOperatorAction,
  cancelOperatorRun,
  getOperatorRun,
  getOperatorScreenshot,
  listOperatorRuns,
  startOperatorRun,
} from './operators.ts';
import {
  addPerson,
  changeRoles,
  deactivatePerson,
  getPerson,
  listPeople,
  reactivatePerson,
} from './people.ts';
import { endSession, listSessions } from './people-sessions.ts';
import { controlOperatorRun, viewPage, watchOperatorRun } from './live-view.ts';
import { recordOperations } from './records.ts';
import {
  checkRuleSetDraft,
  diffRuleSetVersions,
  getRuleSet,
  getRuleSetHistory,
  getRuleSetVersion,
  listRuleSets,
  putRuleSetDraft,
} from './rule-sets.ts';
import { getBacktest, startBacktest } from './backtests.ts';
import { getRuleSetBounds, setRuleSetBounds } from './rule-set-bounds.ts';
import { getShadow, startShadow, stopShadow } from './shadows.ts';
import { activateRuleSet, approveRuleSet, proposeRuleSet, rollBackRuleSet } from './rule-set-moves.ts';
import {
  claimReview,
  commentReview,
  decideReview,
  getReview,
  getReviewPolicy,
  getReviewStats,
  listReviews,
  releaseReview,
  setReviewPolicy,
} from './reviews.ts';
import { listSwitches, setSwitch } from './safety.ts';
import { cancelRun, getRun, getRunDocuments, getRunLedger, listRuns, reviseRun, startRun } from './runs.ts';
import { deleteConnector, getConnector, listConnectors, putConnector, testConnector } from './connectors.ts';
import { readClaimResponse, receiveCall, receiveEvent } from './inbound.ts';
import { describeSystem, exportSystems, listSystems } from './systems.ts';
import { health, metrics, readiness } from './service.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  getWebhookKeys,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhook,
  testWebhook,
} from './webhooks.ts';

/** Every API endpoint, in the order in which the documents list them. */
export const operations: readonly Operation[] = [
  listVerticals,
  getWorkforceDocument,
  startRun,
  reviseRun,
  listRuns,
  getRunDocuments,
  getRun,
  getRunLedger,
  cancelRun,
  readClaimResponse,
  runLive,
  followRun,
  describeService,
  showReference,
  getServicesDocument,
  scanText,
  extractDocument,
  createDocument,
  listDocuments,
  getDocument,
  getDocumentPage,
  deleteDocument,
  startOperatorRun,
  listOperatorRuns,
  getOperatorRun,
  getOperatorScreenshot,
  cancelOperatorRun,
  approveOperatorAction,
  runCode,
  listModels,
  runAgentTask,
  listAgentTasks,
  getAgentTask,
  followAgentTask,
  getAgentTaskFile,
  cancelAgentTask,
  analyze,
  listAnalyses,
  getAnalysis,
  followAnalysis,
  getAnalysisFile,
  cancelAnalysis,
  ...recordOperations,
  listReviews,
  getReviewStats,
  getReviewPolicy,
  setReviewPolicy,
  getReview,
  claimReview,
  releaseReview,
  decideReview,
  commentReview,
  getLedger,
  verifyLedger,
  exportLedger,
  eraseCase,
  setSwitch,
  listSwitches,
  listSystems,
  exportSystems,
  describeSystem,
  getProof,
  makeCheckpoint,
  getLatestCheckpoint,
  getConsistency,
  getLogKeys,
  verifyReceipt,
  issueKey,
  listKeys,
  rotateKey,
  revokeKey,
  putConnector,
  listConnectors,
  getConnector,
  deleteConnector,
  testConnector,
  receiveEvent,
  receiveCall,
  signIn,
  finishSignIn,
  showLink,
  useLink,
  signOut,
  openWebUi,
  getMe,
  listPeople,
  addPerson,
  getPerson,
  changeRoles,
  deactivatePerson,
  reactivatePerson,
  listSessions,
  endSession,
  listRuleSets,
  checkRuleSetDraft,
  getRuleSet,
  getRuleSetVersion,
  putRuleSetDraft,
  proposeRuleSet,
  approveRuleSet,
  activateRuleSet,
  rollBackRuleSet,
  diffRuleSetVersions,
  getRuleSetHistory,
  startBacktest,
  getBacktest,
  startShadow,
  getShadow,
  stopShadow,
  getRuleSetBounds,
  setRuleSetBounds,
  createWebhook,
  listWebhooks,
  getWebhook,
  getWebhookKeys,
  deleteWebhook,
  rotateWebhook,
  enableWebhook,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  decodePayloads,
  codecLoginPage,
  codecLogin,
  viewPage,
  watchOperatorRun,
  controlOperatorRun,
  callMcp,
  describeMcp,
  describeResource,
  health,
  readiness,
  metrics,
];
