import type { z } from 'zod';
import {
  getReviewPolicy,
  listReviewPolicies,
  setReviewPolicy,
} from '../../../contract/operations/reviews.ts';
import type { reviewPolicySchema } from '../../../contract/review-policy.ts';
import { actorOf, type JsonObject, settingChanged } from '../../../ledger/index.ts';
import { policiesBelow, policyOf, setPolicy, type StoredPolicy } from '../../../store/reviews/policies.ts';
import { readNumberCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';

const show = ({ policy, version, setBy, setAt }: StoredPolicy): z.input<typeof reviewPolicySchema> => ({
  ...policy,
  version,
  set_by: setBy,
  set_at: setAt?.toISOString() ?? null,
});

export const getReviewPolicyRoute = route(getReviewPolicy, async ({ caller }, { db }) => ({
  status: 200,
  body: show(await policyOf(db, caller.teamId)),
}));

/** Lists versions. Its cursor is the number of the last one. */
export const listReviewPoliciesRoute = route(listReviewPolicies, async ({ query, caller }, { db, rings }) => {
  const { teamId } = caller;
  const { limit } = query;
  const below = query.cursor === undefined ? undefined : readNumberCursor(rings.cursor, teamId, query.cursor);
  const found = await policiesBelow(db, teamId, { below, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    status: 200,
    body: {
      versions: page.map(show),
      next_cursor: last
        ? writeCursor(rings.cursor, teamId, { createdAt: last.setAt, id: String(last.version) })
        : null,
    },
  };
});

export const setReviewPolicyRoute = route(
  setReviewPolicy,
  async ({ body, caller, requestId }, { db, ledger }) => {
    const { teamId, actor } = caller;
    const stored = await db.transaction().execute(async (tx) => {
      const set = await setPolicy(tx, { teamId, policy: body, actor });
      const act = { teamId, actor: actorOf(caller, requestId) };
      await ledger.appendIn(
        tx,
        settingChanged(act, 'reviews', { ...(body as JsonObject), version: set.version }),
      );
      return set;
    });
    return { status: 200, body: show(stored) };
  },
);
