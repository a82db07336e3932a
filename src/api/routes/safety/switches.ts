import { listSwitches, setSwitch } from '../../../contract/operations/safety.ts';
import { isKnownScope } from '../../../governance/suspension/scopes.ts';
import { recordable } from '../../../governance/recordable.ts';
import { actorOf } from '../../../ledger/index.ts';
import { actOnSwitch, openSwitchReview, type WantedEnd } from '../../../runs/reviews/switch.ts';
import { resume, suspend } from '../../../runs/suspension/set-switch.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import { ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { announced } from '../../../store/switches/announce.ts';
import { listSwitches as readPage, suspendedNow } from '../../../store/switches/switches.ts';
import { isScopeOfAct } from '../../agent-policies/known-acts.ts';
import { ProblemError } from '../../http/problem.ts';
import { wakeRuns } from '../../safety/wake-runs.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

const MAX_REASON = 500;

/** Sets the switch and its row in one transaction, which needs the database only. */
export const setSwitchRoute = route(setSwitch, async (call, services) => {
  const { teamId, actor } = call.caller;
  const isKnown =
    isKnownScope(call.body.scope, await ownRuleSets(services.db, teamId, 'vertical')) ||
    (await isScopeOfAct(services.db, teamId, call.body.scope));
  if (!isKnown) throw invalid('/scope', 'expected the id of a vertical or the name of a tool');
  const { scope, action } = call.body;
  const until = untilIn(call);
  const reason = recordable(call.body.reason, MAX_REASON);
  const by = actorOf(call.caller, call.requestId);
  const wanted = { teamId, scope, reason, actor, by };
  const accept = async (tx: Parameters<typeof suspend>[0]): Promise<StoredAnswer> => {
    const { ledger } = services;
    const set =
      action === 'suspend'
        ? await actOnSwitch(tx, ledger, wanted, async () => suspend(tx, ledger, { ...wanted, until }))
        : await actOnSwitch(tx, ledger, wanted, async () => resume(tx, ledger, wanted));
    if (typeof set === 'string') throw new ProblemError(set);
    return { status: 201, body: set };
  };
  const act = async () => accepted(setSwitch, call, services, accept);
  const set = async () => (action === 'suspend' ? announced(services.db, { teamId, scope }, act) : act());
  const { answer, replayed } = await set().catch(async (error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'second-person-needed') throw error;
    const problem = await askSomebodyElse(services, { ...wanted, until });
    // The suspension has ended in the meantime, so nobody has to agree to a new one.
    if (problem.code === 'not-suspended' && action === 'suspend') return set();
    throw problem;
  });
  if (action === 'resume' && !replayed) void wakeRuns(services, teamId);
  return { ...answer, headers: replayedHeader(replayed) };
});

/**
 * Opens the review in which somebody else can agree to end the suspension.
 * @returns the problem for a caller who may not end it alone
 */
const askSomebodyElse = async ({ db, ledger }: Services, wanted: WantedEnd): Promise<ProblemError> => {
  const reviewId = await db.transaction().execute(async (tx) => openSwitchReview(tx, ledger, wanted));
  return reviewId === undefined
    ? new ProblemError('not-suspended')
    : new ProblemError('second-person-needed', {
        detail: `Whoever suspended this scope cannot end or shorten that alone. Somebody else with the role \`safety\` can do it, or agree in the review ${reviewId}.`,
      });
};

const untilIn = ({ body }: Call<typeof setSwitch>): Date | null => {
  if (body.until === undefined) return null;
  const until = new Date(body.until);
  if (until.getTime() <= Date.now()) throw invalid('/until', 'expected a time in the future');
  return until;
};

const invalid = (pointer: string, message: string): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', pointer, message }] });

export const listSwitchesRoute = route(listSwitches, async ({ query, caller }, { db, rings }) => {
  const { teamId } = caller;
  const after = query.cursor === undefined ? undefined : readCursor(rings.cursor, teamId, query.cursor);
  const { switches, end } = await readPage(db, { teamId, limit: query.limit, after });
  return {
    status: 200,
    body: {
      suspended: await suspendedNow(db, teamId),
      switches,
      next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null,
    },
  };
});
