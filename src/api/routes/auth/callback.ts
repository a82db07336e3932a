import { finishSignIn } from '../../../contract/operations/auth.ts';
import type { Claims } from '../../../identity/claims.ts';
import { NotIdentifiedError, ProviderAwayError } from '../../../identity/provider.ts';
import { personActor } from '../../../people/caller.ts';
import { recordPersonAct } from '../../../people/rows.ts';
import {
  admit,
  completeOnce,
  recordReplay,
  type SignInRefusal,
  strangerActor,
  teamNamed,
} from '../../../people/sign-in.ts';
import { setSessionCookie } from '../../auth/cookies.ts';
import { identityOf, teamNamesOf } from '../../auth/provider-token.ts';
import { dependencyAway } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { page, safePath } from '../../sign-in/pages.ts';
import { forgetPending, type PendingSignIn, readPending } from '../../sign-in/pending.ts';
import { endEarlierSession, openProviderSession, personIn } from '../../sign-in/signed-in.ts';
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
  const claims = await claimsOf(services, call.search, pending);
  const forget = forgetPending(state);
  if (claims === undefined) {
    await services.db.transaction().execute(async (tx) => recordReplay(tx, services.ledger, state));
    return page({
      status: 401,
      title: 'Not signed in',
      text: 'The identity provider did not confirm who you are.',
      next: again,
      headers: { 'Set-Cookie': forget },
    });
  }
  const earlier = await personIn(services, cookies);
  const outcome = await services.db.transaction().execute(async (tx) => {
    const who = identityOf(claims, identity.settings);
    const team = await teamNamed(tx, teamNamesOf(claims, identity.settings));
    const admission =
      typeof team === 'string'
        ? ({ kind: 'refused', why: team, personId: undefined } as const)
        : await admit(tx, services.ledger, team.teamId, who);
    if (admission.kind === 'admitted' && (await completeOnce(tx, state, admission.person))) {
      await endEarlierSession(tx, services, earlier);
      return {
        token: await openProviderSession(tx, services, admission.person, call.header('User-Agent')),
      };
    }
    const why = admission.kind === 'refused' ? admission.why : 'replayed';
    const personId = admission.kind === 'refused' ? admission.personId : admission.person.id;
    const fallback = await teamNamed(tx, [identity.settings.OIDC_TEAM]);
    const chain = typeof team === 'string' ? fallback : team;
    if (typeof chain !== 'string') {
      await recordPersonAct(services.ledger, tx, {
        teamId: chain.teamId,
        personId,
        action: 'person.sign_in_refused',
        detail: { reason: why },
        actor: personId === undefined ? strangerActor(who) : personActor({ id: personId, name: who.name }),
      });
    }
    return { why };
  });
  if (outcome.token === undefined) {
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
    headers: { 'Set-Cookie': setSessionCookie(outcome.token) },
  });
});

/** The browser did not begin this sign-in, has already finished it, or took too long. */
const notPending = async (services: Services, cookies: string, state: string): Promise<Reply> => {
  await services.db.transaction().execute(async (tx) => recordReplay(tx, services.ledger, state));
  const signedIn = (await personIn(services, cookies)) !== undefined;
  return page({
    status: 400,
    title: signedIn ? 'You are already signed in' : 'This sign-in is over',
    text: signedIn
      ? 'This sign-in was completed before.'
      : 'It was completed before, took longer than ten minutes, or began in another browser.',
    next: signedIn ? { href: safePath(undefined), label: 'Continue' } : again,
  });
};

const claimsOf = async (
  { identity, log }: Services,
  search: string,
  pending: PendingSignIn,
): Promise<Claims | undefined> => {
  try {
    return await identity?.provider.claimsOf(search, pending);
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
