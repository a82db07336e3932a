import { showLink, useLink } from '../../../contract/operations/sign-in-links.ts';
import { type LinkRefusal, useLink as redeem } from '../../../people/links.ts';
import { setSessionCookie } from '../../auth/cookies.ts';
import { isSameOrigin, provenanceOf } from '../../auth/same-origin.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { page, safePath } from '../../sign-in/pages.ts';
import { endEarlierSession, personIn } from '../../sign-in/signed-in.ts';

export const showLinkRoute = route(showLink, async ({ query: { token } }) =>
  page({
    status: 200,
    title: 'Sign in',
    text:
      token === undefined
        ? 'Open the whole link: its last part is missing.'
        : 'This link signs you in once, within ten minutes of its creation.',
    ...(token !== undefined && { form: { button: 'Sign in', fields: { token } } }),
  }),
);

const TEXTS: Readonly<Record<LinkRefusal | 'unknown', string>> = {
  used: 'This link was already used. Ask for another one: pramaan people link',
  late: 'This link is older than ten minutes. Ask for another one: pramaan people link',
  deactivated: 'You were deactivated. Ask the administrator of this service.',
  no_role: 'You have no role here. Ask the administrator of this service for one.',
  unknown: 'This link is not known.',
};

export const useLinkRoute = route(useLink, async (call, services) => {
  const { settings, unknownKeys, db, ledger } = services;
  // A page of another site could otherwise sign this browser in as somebody else.
  if (!isSameOrigin(provenanceOf(call.header), settings.publicBaseUrl))
    throw new ProblemError('csrf-refused');
  const attempt = unknownKeys.begin(call.address);
  const earlier = await personIn(services, call.header('Cookie'));
  const use = await db.transaction().execute(async (tx) => {
    const outcome = await redeem(tx, ledger, call.body.token, call.header('User-Agent'));
    if (outcome.kind === 'opened') await endEarlierSession(tx, services, earlier);
    return outcome;
  });
  if (use.kind === 'opened') {
    attempt.worked();
    const goTo = safePath(undefined);
    return page({
      status: 200,
      title: 'Signed in',
      text: 'You are signed in.',
      next: { href: goTo, label: 'Continue' },
      goTo,
      headers: { 'Set-Cookie': setSessionCookie(use.token) },
    });
  }
  if (use.kind === 'unknown') await services.strangers.refused('unknown_link');
  attempt.failed();
  const why = use.kind === 'refused' ? use.why : 'unknown';
  const status = why === 'deactivated' || why === 'no_role' ? 403 : 401;
  return page({ status, title: 'Not signed in', text: TEXTS[why] });
});
