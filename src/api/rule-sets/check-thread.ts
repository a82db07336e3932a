import { parentPort, workerData } from 'node:worker_threads';
import { ruleSetHash, type VersionedDocument } from '../../governance/rule-sets/canonical.ts';
import { isCompiled, type RuleSetFault } from '../../governance/rule-sets/compile.ts';
import { checkVersion } from '../../governance/rule-sets/verticals/check-version.ts';
import { checkAgentPolicy } from '../../governance/agent-policies/check.ts';
import { checkTeamVertical } from '../../governance/team-verticals/check.ts';
import { isCompiledVertical } from '../../governance/team-verticals/compile.ts';
import type { CheckAnswer, CheckJob } from './check-job.ts';

const job = JSON.parse(workerData as string) as CheckJob;

const checked = (): VersionedDocument | readonly RuleSetFault[] => {
  if (job.kind === 'vertical') {
    const vertical = checkTeamVertical(job.document);
    return isCompiledVertical(vertical) ? vertical.document : vertical;
  }
  if (job.kind === 'policy') return checkAgentPolicy(job.document);
  const set = checkVersion(job.document);
  return isCompiled(set) ? set.set : set;
};

const document = checked();
const answer: CheckAnswer =
  'tests' in document
    ? { faults: [], sha256: ruleSetHash(document), tests: document.tests.length }
    : { faults: document, sha256: null, tests: null };
parentPort!.postMessage(answer, []);
