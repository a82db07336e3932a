import type { Operation } from '../operation.ts';
import { eraseCase, exportLedger } from './audit.ts';
import { codecLogin, codecLoginPage, decodePayloads } from './codec.ts';
import { runCode } from './code.ts';
import { getServicesDocument, getWorkforceDocument, listVerticals } from './discovery.ts';
import { extractDocument } from './documents.ts';
import { getLedger, scanText, verifyLedger } from './govern.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { followRun, runLive } from './live.ts';
import { getConsistency, getLatestCheckpoint, getLogKeys, getProof, makeCheckpoint } from './proofs.ts';
import { cancelRun, getRun, getRunLedger, listRuns, startRun } from './runs.ts';
import { health, metrics, readiness } from './service.ts';

/** Every endpoint of the API, in the order of the documents. */
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
  getServicesDocument,
  scanText,
  extractDocument,
  runCode,
  getLedger,
  verifyLedger,
  exportLedger,
  eraseCase,
  getProof,
  makeCheckpoint,
  getLatestCheckpoint,
  getConsistency,
  getLogKeys,
  issueKey,
  listKeys,
  rotateKey,
  revokeKey,
  decodePayloads,
  codecLoginPage,
  codecLogin,
  health,
  readiness,
  metrics,
];
