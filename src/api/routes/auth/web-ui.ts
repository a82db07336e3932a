import { openWebUi, signIn } from '../../../contract/operations/auth.ts';
import { route } from '../../services/route.ts';
import { page } from '../../sign-in/pages.ts';
import { personIn } from '../../sign-in/signed-in.ts';
import { ENTRANCE } from '../../web-ui/server.ts';
import { issueTicket, mayOpenWebUi } from '../../web-ui/ticket.ts';

export const openWebUiRoute = route(openWebUi, async (call, services) => {
  const { settings, identity, rings, log } = services;
  if (settings.webUiUrl === null) {
    return page({ status: 404, title: 'No Web UI', text: "This API does not serve Temporal's Web UI." });
  }
  const caller = await personIn(services, call.header('Cookie'));
  if (caller === undefined && identity !== undefined) {
    const address = `${signIn.path}?return_to=${encodeURIComponent(openWebUi.path)}`;
    return page({
      status: 303,
      title: 'Sign in',
      text: 'Sign in first.',
      next: { href: address, label: 'Sign in' },
      headers: { Location: address },
    });
  }
  const sessionId = caller?.person?.sessionId;
  if (caller === undefined || sessionId === undefined || !mayOpenWebUi(caller)) {
    return page({
      status: 403,
      title: 'You may not open the Web UI',
      text:
        caller === undefined
          ? 'Sign in first, with a link from: pramaan people link'
          : 'Only auditors and administrators may open it.',
    });
  }
  log.info({ request_id: call.requestId, team_id: caller.teamId, person_id: caller.id }, 'Web UI opened');
  const goTo = `${settings.webUiUrl}${ENTRANCE}?ticket=${issueTicket({ rings }, sessionId)}`;
  return page({
    status: 200,
    title: 'Temporal',
    text: 'The Web UI opens.',
    goTo,
    next: { href: goTo, label: 'Open' },
  });
});
