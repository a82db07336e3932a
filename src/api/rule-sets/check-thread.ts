import { parentPort, workerData } from 'node:worker_threads';
import { ruleSetHash } from '../../governance/rule-sets/canonical.ts';
import { checkVersion } from '../../governance/rule-sets/verticals/check-version.ts';
import { isCompiled } from '../../governance/rule-sets/compile.ts';
import type { CheckAnswer } from './check-job.ts';

const checked = checkVersion(JSON.parse(workerData as string));
const answer: CheckAnswer = isCompiled(checked)
  ? { faults: [], sha256: ruleSetHash(checked.set), tests: checked.set.tests.length }
  : { faults: checked, sha256: null, tests: null };
parentPort!.postMessage(answer, []);
