import { checkTeamVerticalDraft, putTeamVerticalDraft } from '../../../contract/operations/team-verticals.ts';
import { route } from '../../services/route.ts';
import { checkDraft, putDraft } from '../rule-sets/write-draft.ts';

export const checkTeamVerticalDraftRoute = route(checkTeamVerticalDraft, async ({ body }, services) =>
  checkDraft(services, body.document, 'vertical'),
);

export const putTeamVerticalDraftRoute = route(putTeamVerticalDraft, async (call, services) =>
  putDraft(call, services, 'vertical'),
);
