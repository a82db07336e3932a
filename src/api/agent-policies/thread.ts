import { parentPort } from 'node:worker_threads';
import { compileRules } from '../../governance/agent-policies/compile.ts';
import { evaluate, prepareRules, type PreparedRules } from '../../governance/agent-policies/evaluate.ts';
import { READY } from '../../process/bounded-thread.ts';
import { FAILED, type Decided, type DecideJob } from './job.ts';

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

/** Decides each act. An act that cannot be decided is denied. */
const decide = (job: DecideJob): Decided => {
  try {
    const rules = rulesOf(job);
    const begun = performance.now();
    const verdicts = job.acts.map((act) => {
      try {
        return evaluate(rules, act);
      } catch {
        return FAILED;
      }
    });
    return { verdicts, tookMs: performance.now() - begun };
  } catch {
    return { verdicts: job.acts.map(() => FAILED), tookMs: 0 };
  }
};

const parent = parentPort!;
parent.on('message', ({ n, job }: { readonly n: number; readonly job: DecideJob }) => {
  parent.postMessage({ n, result: decide(job) }, []);
});
// The first act takes several times as long as later ones, so a made-up one runs before anybody waits.
const session = { allowed: [], denied: [], reported: [], approved: [] };
decide({
  name: 'first',
  policies: [{ id: 'first', cedar: 'permit(principal, action, resource);' }],
  acts: [{ agent: 'first', action: 'first', resource: 'first', input: {}, session }],
});
parent.postMessage(READY, []);
