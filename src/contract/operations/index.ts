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
import { finishSignIn, getMe, openWebUi, showLink, signIn, signOut, useLink } from './auth.ts';
import { eraseCase, exportLedger } from './audit.ts';
import { codecLogin, codecLoginPage, decodePayloads } from './codec.ts';
import { runCode } from './code.ts';
import { describeService, getServicesDocument, getWorkforceDocument, listVerticals } from './discovery.ts';
import { extractDocument } from './documents.ts';
import { getLedger, scanText, verifyLedger } from './govern.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { followRun, runLive } from './live.ts';
import { getConsistency, getLatestCheckpoint, getLogKeys, getProof, makeCheckpoint } from './proofs.ts';
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
  endSession,
  getPerson,
  listPeople,
  listSessions,
  reactivatePerson,
} from './people.ts';
import { controlOperatorRun, viewPage, watchOperatorRun } from './live-view.ts';
import { recordOperations } from './records.ts';
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
import { cancelRun, getRun, getRunLedger, listRuns, startRun } from './runs.ts';
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
  listRuns,
  getRun,
  getRunLedger,
  cancelRun,
  runLive,
  followRun,
  describeService,
  getServicesDocument,
  scanText,
  extractDocument,
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
  issueKey,
  listKeys,
  rotateKey,
  revokeKey,
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
  health,
  readiness,
  metrics,
];
