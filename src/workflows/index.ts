export { verticalRun } from './vertical-run.ts';
