import { finishSignIn } from '../../../contract/operations/auth.ts';
import { type Identified, NotIdentifiedError, ProviderAwayError } from '../../../identity/provider.ts';
import { openSession } from '../../../people/sessions.ts';
import type { SignInRefusal } from '../../../people/sign-in.ts';
import { recordReplay } from '../../../people/sign-in-once.ts';
import { setSessionCookie } from '../../auth/cookies.ts';
import { dependencyAway } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { admitSignIn } from '../../sign-in/admission.ts';
import { sealRefreshToken } from '../../sign-in/recheck.ts';
import { page, safePath } from '../../sign-in/pages.ts';
import { forgetPending, type PendingSignIn, readPending } from '../../sign-in/pending.ts';
import { endEarlierSession, personIn } from '../../sign-in/signed-in.ts';
import { noProvider } from './sign-in.ts';

const again = { href: '/v1/auth/sign-in', label: 'Sign in again' };

/**
 * Finishes a sign-in. Stores the person, the session and their rows in one transaction; a second use of the same answer changes
 * nothing.
 */
export const finishSignInRoute = route(finishSignIn, async (call, services) => {
  const { identity, rings } = services;
  if (identity === undefined) return noProvider();
  const { state = '' } = call.query;
  const cookies = call.header('Cookie');
  const pending = readPending(rings.signIn, cookies, state);
  if (pending === undefined) return notPending(services, cookies, state);
  const attempt = services.unknownKeys.begin(call.address);
  // Each answer costs a request to the provider, so an address that sends invented ones is slowed down.
  if (!attempt.allowed) attempt.failed();
  const identified = await identify(services, call.search, pending);
  const forget = forgetPending(state);
  if (identified === undefined) {
    await services.db.transaction().execute(async (tx) => recordReplay(tx, services.ledger, state));
    return page({
      status: 401,
      title: 'Not signed in',
      text: 'The identity provider did not confirm who you are.',
      next: again,
      headers: { 'Set-Cookie': forget },
    });
  }
  attempt.worked();
  const earlier = await personIn(services, cookies);
  const outcome = await services.db.transaction().execute(async (tx) => {
    const admitted = await admitSignIn(tx, services, identity.settings, identified.claims, state);
    if (typeof admitted === 'string') return { why: admitted };
    await endEarlierSession(tx, services, earlier);
    const client = call.header('User-Agent');
    const seal = sealRefreshToken(rings.signIn, identified.refreshToken);
    return openSession(tx, services.ledger, admitted, { how: 'provider', client, seal });
  });
  if ('why' in outcome) {
    services.log.info({ request_id: call.requestId, outcome: outcome.why }, 'sign-in refused');
    return refused(outcome.why, forget);
  }
  const goTo = safePath(pending.returnTo);
  return page({
    status: 200,
    title: 'Signed in',
    text: 'You are signed in.',
    next: { href: goTo, label: 'Continue' },
    goTo,
    headers: { 'Set-Cookie': [setSessionCookie(outcome.token), forget] },
  });
});

/** The browser did not begin this sign-in, has already finished it, or took too long. */
const notPending = async (services: Services, cookies: string, state: string): Promise<Reply> => {
  const signedIn = (await personIn(services, cookies)) !== undefined;
  // Somebody who is signed in has only gone back to this page.
  if (!signedIn) {
    await services.db.transaction().execute(async (tx) => recordReplay(tx, services.ledger, state));
  }
  return page({
    status: 400,
    title: signedIn ? 'You are already signed in' : 'This sign-in is over',
    text: signedIn
      ? 'This sign-in was completed before.'
      : 'It was completed before, took longer than ten minutes, or began in another browser.',
    next: signedIn ? { href: safePath(undefined), label: 'Continue' } : again,
  });
};

const identify = async (
  { identity, log }: Services,
  search: string,
  pending: PendingSignIn,
): Promise<Identified | undefined> => {
  try {
    return await identity?.provider.identify(search, pending);
  } catch (error) {
    if (error instanceof NotIdentifiedError) {
      log.info({ error_code: error.message }, 'the identity provider identified nobody');
      return undefined;
    }
    if (!(error instanceof ProviderAwayError)) throw error;
    log.warn({ error, error_code: error.message }, 'identity provider unavailable');
    throw dependencyAway('The identity provider');
  }
};

const TEXTS: Readonly<Record<SignInRefusal, string>> = {
  no_role: 'You have no role here. Ask the administrator of this service for one.',
  group_overage:
    'You are in more groups than your identity provider can name, so your roles are not known. Ask the administrator of this service for a role.',
  deactivated: 'You were deactivated. Ask the administrator of this service.',
  unknown_team: 'Your identity provider names no team of this service for you.',
  several_teams: 'Your identity provider names several teams of this service for you.',
  replayed: 'This sign-in was completed before.',
};

const refused = (why: SignInRefusal, forget: string): Reply =>
  page({
    status: 403,
    title: 'You may not sign in here',
    text: TEXTS[why],
    headers: { 'Set-Cookie': forget },
  });
