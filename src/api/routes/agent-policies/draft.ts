import { checkAgentPolicyDraft, putAgentPolicyDraft } from '../../../contract/operations/agent-policies.ts';
import { ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { checkDraft, putDraft } from '../rule-sets/write-draft.ts';

export const checkAgentPolicyDraftRoute = route(checkAgentPolicyDraft, async ({ body }, services) =>
  checkDraft(services, body.document, 'policy'),
);

/** Maximum number of policies of a team, because each decision's row names all policies in force. */
const MAX_POLICIES = 20;

export const putAgentPolicyDraftRoute = route(putAgentPolicyDraft, async (call, services) =>
  putDraft(call, services, 'policy', async (tx) => {
    const names = await ownRuleSets(tx, call.caller.teamId, 'policy');
    if (names.length >= MAX_POLICIES && !names.includes(call.params.id))
      throw new ProblemError('rule-set-state', { detail: `A team has at most ${MAX_POLICIES} policies.` });
  }),
);
