import type { DecideAct } from '../../clients/typescript/src/index.ts';
import { readObject } from './given.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { endInTime, withClient } from './service-client.ts';

export interface DecideOptions {
  readonly resource: string;
  readonly session?: string;
  readonly input?: string;
  readonly wait?: boolean;
}

/** Asks whether an agent may act; exits with 1 unless it may. */
export const decideAct = async (
  access: ApiAccess,
  agent: string,
  action: string,
  { resource, session, input, wait }: DecideOptions,
): Promise<Outcome> => {
  const body: DecideAct = {
    agent,
    action,
    resource,
    input: input === undefined ? {} : await readObject(input),
    ...(session !== undefined && { session }),
  };
  return withClient(access, async ({ acts }) =>
    endInTime(
      (async () => {
        const decided = wait === true ? await acts.untilDecided(body) : await acts.decide(body);
        const { decision, detail, review_id } = decided;
        const text = `${decision}: ${detail}${review_id === null ? '' : ` (${review_id})`}`;
        const code = decision === 'allow' ? EXIT.ok : EXIT.foundWrong;
        return { code, json: { ...decided }, text };
      })(),
    ),
  );
};
