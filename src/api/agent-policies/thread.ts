import { parentPort } from 'node:worker_threads';
import { compileRules } from '../../governance/agent-policies/compile.ts';
import { evaluate, prepareRules, type PreparedRules } from '../../governance/agent-policies/evaluate.ts';
import { READY } from '../../process/bounded-thread.ts';
import type { DecideJob, Verdict } from './job.ts';

const prepared = new Map<string, PreparedRules>();

const rulesOf = ({ name, policies }: DecideJob): PreparedRules => {
  const known = prepared.get(name);
  if (known !== undefined) return known;
  const rules = prepareRules(
    name,
    policies.map(({ id, cedar }) => {
      const compiled = compileRules(cedar);
      if ('faults' in compiled) throw new Error('stored rules have faults');
      return { id, rules: compiled.rules };
    }),
  );
  prepared.set(name, rules);
  return rules;
};

const FAILED: Verdict = { decision: 'deny', reason: 'policy_failed', policies: [] };

/** Decides each act. What cannot be decided is denied. */
const decide = (job: DecideJob): readonly Verdict[] => {
  try {
    const rules = rulesOf(job);
    return job.acts.map((act) => {
      try {
        return evaluate(rules, act);
      } catch {
        return FAILED;
      }
    });
  } catch {
    return job.acts.map(() => FAILED);
  }
};

const parent = parentPort!;
parent.on('message', ({ n, job }: { readonly n: number; readonly job: DecideJob }) => {
  parent.postMessage({ n, result: decide(job) }, []);
});
parent.postMessage(READY, []);
