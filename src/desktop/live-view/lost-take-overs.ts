import { byService, type Ledger } from '../../ledger/index.ts';
import { type TakeOver, handBackRow } from './ledger-rows.ts';
import type { ViewRequest } from './view-request.ts';

/** Records the end of a run's take-overs if the run's worker died while a person was in control. */
export const endLostTakeOvers = async (
  ledger: Pick<Ledger, 'append' | 'read'>,
  ask: Pick<ViewRequest, 'run' | 'team'>,
): Promise<void> => {
  const rows = await ledger.read(ask.team, ask.run);
  const named = (action: string): readonly TakeOver[] =>
    rows.filter((row) => row.action === action).map(({ detail }) => detail as unknown as TakeOver);
  const ended = new Set(named('operator.handback').map(({ view, take }) => `${view} ${take}`));
  for (const one of named('operator.takeover')) {
    if (ended.has(`${one.view} ${one.take}`)) continue;
    await ledger.append(handBackRow(ask, one, 'lost', byService('live-view')));
  }
};
