export { verticalRun } from './vertical-run.ts';
export { codeRun } from './code-run.ts';
export { extraction } from './extraction.ts';
export { liveRun } from './live-run.ts';
export { ledgerCheckpoints, teamCheckpoint } from './ledger-checkpoints.ts';
