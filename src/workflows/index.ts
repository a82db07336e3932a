export { verticalRun } from './vertical-run.ts';
export { codeRun } from './code-run.ts';
export { extraction } from './extraction.ts';
export { operatorRun } from './operator-run.ts';
export { liveRun } from './live-run.ts';
export { ledgerAudit, retention } from './ledger-audit.ts';
export { ledgerCheckpoints, teamCheckpoint } from './ledger-checkpoints.ts';
export { agentTask } from './agent-task.ts';
export { analysis } from './analysis.ts';
