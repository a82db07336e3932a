import type { z } from 'zod';
import { getReviewPolicy, setReviewPolicy } from '../../../contract/operations/reviews.ts';
import type { reviewPolicySchema } from '../../../contract/review-policy.ts';
import { actorOf, type JsonObject, settingChanged } from '../../../ledger/index.ts';
import { policyOf, setPolicy, type StoredPolicy } from '../../../store/reviews/policies.ts';
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
