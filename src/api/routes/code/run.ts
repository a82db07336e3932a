import { readOutcome, storeCode } from '../../../code-runs/code-runs.ts';
import { runCode } from '../../../contract/operations/code.ts';
import { sandboxesNow } from '../../../hosts/hosts.ts';
import type { Answer } from '../../../idempotency/once.ts';
import type { CodeRunFailure } from '../../../temporal/code-runs.ts';
import { accepted } from '../../idempotent.ts';
import { dependencyAway, Problem } from '../../problem.ts';
import { route } from '../../route.ts';
import type { Services } from '../../services.ts';

/**
 * Stores the code sealed, has its workflow run it, and answers with the outcome. With an Idempotency-Key a second
 * request waits for the same run and gets the same outcome.
 */
export const runCodeRoute = route(runCode, async (call, services) => {
  const { db, rings, settings, engine } = services;
  const { teamId } = call.caller;
  await expectSandboxes(services);
  const { answer, replayed } = await accepted(runCode, call, services, async (tx): Promise<Answer> => {
    const ref = await storeCode(tx, rings.caseVault, { teamId, code: call.body });
    return { status: 200, body: { ref } };
  });
  const { ref } = answer.body as { ref: string };
  const failure = await engine
    .runCode({
      team_id: teamId,
      ledger_ref: ref,
      timeout_ms: call.body.timeout_ms,
      wait_ms: settings.sandboxWaitMs,
    })
    .catch((error: unknown) => {
      services.log.warn({ ledger_ref: ref, error }, 'the engine could not run code now');
      throw dependencyAway('The engine');
    });
  if (failure !== undefined) throw PROBLEMS[failure]();
  const outcome = await readOutcome(db, rings.caseVault, { teamId, ref });
  return {
    status: 200,
    body: { language: call.body.language, ...outcome, ledger_ref: ref },
    headers: replayed ? { 'Idempotency-Replayed': 'true' } : {},
  };
});

/** Says at once, and with the reason, when nobody could run the code. */
const expectSandboxes = async ({ db }: Services): Promise<void> => {
  const { state, detail } = await sandboxesNow(db);
  if (state === 'off') {
    throw new Problem('dependency-away', {
      detail: `Code cannot be run here: ${detail}`,
      headers: { 'Retry-After': '30' },
    });
  }
};

const PROBLEMS: Readonly<Record<CodeRunFailure, () => Problem>> = {
  busy: () => new Problem('sandboxes-busy', { headers: { 'Retry-After': '5' } }),
  unavailable: () => dependencyAway('A sandbox'),
  interrupted: () => new Problem('run-interrupted', { headers: { 'Retry-After': '1' } }),
  refused: () =>
    new Problem('invalid-request', {
      errors: [{ in: 'body', pointer: '/files', message: 'expected plain names below /tmp' }],
    }),
  timed_out: () => new Problem('work-timeout'),
  internal: () => new Problem('internal'),
};
