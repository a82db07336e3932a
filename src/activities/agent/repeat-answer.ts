import type { AgentDependencies } from './dependencies.ts';
import { answerCall, findAnswer, readCall } from './tool-call.ts';
import type { CallInput } from './types.ts';

const NOTE = 'This is the same call as before. It was not made again; its result was:\n';

/** Answers a repeated call with the earlier call's stored result. */
export const repeatAnswer = async (
  deps: AgentDependencies,
  input: { readonly call: CallInput; readonly of: { readonly turn: number; readonly index: number } },
): Promise<void> => {
  const { call, of } = input;
  const made = await readCall(deps, call);
  const before = await findAnswer(deps.db, deps, { ...call, ...of });
  if (before === undefined) throw new Error(`call ${of.turn}/${of.index} has no stored result`);
  const parts = [{ type: 'text', text: NOTE } as const, ...before.parts];
  await deps.db.transaction().execute(async (tx) =>
    answerCall(tx, deps, {
      call,
      made,
      answer: { parts, is_error: before.is_error },
      outcome: { next_step: call.step },
    }),
  );
};
