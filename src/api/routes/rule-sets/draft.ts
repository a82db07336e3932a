import { checkRuleSetDraft, putRuleSetDraft } from '../../../contract/operations/rule-sets.ts';
import { route } from '../../services/route.ts';
import { checkDraft, putDraft } from './write-draft.ts';

export const checkRuleSetDraftRoute = route(checkRuleSetDraft, async ({ body }, services) =>
  checkDraft(services, body.document),
);

export const putRuleSetDraftRoute = route(putRuleSetDraft, async (call, services) =>
  putDraft(call, services),
);
