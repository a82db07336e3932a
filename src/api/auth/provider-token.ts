import { type Claims, isOverage, nameIn, rolesIn, teamsIn } from '../../identity/claims.ts';
import { NotIdentifiedError, ProviderAwayError } from '../../identity/provider.ts';
import type { IdentitySettings } from '../../identity/settings.ts';
import { callerOfPerson, personActor } from '../../people/caller.ts';
import { recordPersonAct } from '../../people/rows.ts';
import { admit, type Identity, type SignInRefusal, strangerActor, teamNamed } from '../../people/sign-in.ts';
import { recognised } from '../../people/known-person.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
import { dependencyAway, ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';

type People = Pick<Services, 'db' | 'ledger' | 'identity' | 'strangers' | 'log'>;

/** Returns whether a bearer token has the form of a JSON Web Token rather than of an API key. */
export const isTokenShaped = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

/** Reads from a token's claims who the person is. */
export const identityOf = (claims: Claims, settings: IdentitySettings): Identity => ({
  issuer: String(claims['iss']),
  subject: String(claims['sub']),
  name: nameIn(claims),
  roles: rolesIn(claims, settings),
  overage: isOverage(claims, settings),
  issuedAt: new Date(Number(claims['iat']) * 1_000),
});

/** Returns the teams that the claims name, or the team that everybody belongs to. */
export const teamNamesOf = (claims: Claims, settings: IdentitySettings): readonly string[] =>
  teamsIn(claims, settings) ?? [settings.OIDC_TEAM];

/**
 * Returns the person that an access token of the identity provider belongs to.
 * @returns undefined if the token does not prove who the person is
 * @throws ProblemError 403 if the person may not use this service, 503 if the provider's keys cannot be read
 */
export const callerOfToken = async (services: People, token: string): Promise<Caller | undefined> => {
  const { identity } = services;
  if (identity === undefined || !identity.provider.acceptsTokens) return undefined;
  const claims = await claimsOf(services, token);
  if (claims === undefined) return undefined;
  const who = identityOf(claims, identity.settings);
  const team = await teamNamed(services.db, teamNamesOf(claims, identity.settings));
  if (typeof team === 'string') {
    await recordTeamless(services, { who, token, why: team });
    throw new ProblemError('scope-missing', { detail: REFUSALS[team] });
  }
  const person = await recognised(services.db, team.teamId, who);
  if (person !== undefined) return callerOfPerson(person);
  const outcome = await services.db.transaction().execute(async (tx) => {
    const admission = await admit(tx, services.ledger, team.teamId, who);
    if (admission.kind === 'refused') {
      await recordRefusedToken(services, tx, { teamId: team.teamId, who, token, ...admission });
    }
    return admission;
  });
  if (outcome.kind === 'admitted') return callerOfPerson(outcome.person);
  throw new ProblemError('scope-missing', { detail: REFUSALS[outcome.why] });
};

const REFUSALS: Readonly<Record<SignInRefusal, string>> = {
  no_role: 'You have no role here. Ask the administrator for one.',
  group_overage: 'You are in too many groups for the token to name them. Ask the administrator for a role.',
  deactivated: 'You were deactivated here.',
  unknown_team: 'Your token names no team of this service.',
  several_teams: 'Your token names several teams of this service.',
  replayed: 'This sign-in was already completed.',
};

const claimsOf = async ({ identity, log }: People, token: string): Promise<Claims | undefined> => {
  try {
    return await identity?.provider.claimsOfToken(token);
  } catch (error) {
    if (error instanceof NotIdentifiedError) {
      log.info({ error_code: error.message }, 'access token refused');
      return undefined;
    }
    if (error instanceof ProviderAwayError) {
      log.warn({ error, error_code: error.message }, 'identity provider unavailable');
      throw dependencyAway('The identity provider');
    }
    throw error;
  }
};

/** Records the refusal of a token without a team in the chain of the default team. */
const recordTeamless = async (
  services: People,
  refusal: { readonly who: Identity; readonly token: string; readonly why: SignInRefusal },
): Promise<void> => {
  const fallback = await services.strangers.team();
  if (fallback === undefined) return;
  await services.db
    .transaction()
    .execute(async (tx) =>
      recordRefusedToken(services, tx, { ...fallback, ...refusal, personId: undefined }),
    );
};

/** Records the refusal of a token once, however often the client sends it. */
const recordRefusedToken = async (
  { ledger }: People,
  tx: Parameters<typeof recordPersonAct>[1],
  {
    teamId,
    who,
    token,
    why,
    personId,
  }: {
    readonly teamId: string;
    readonly who: Identity;
    readonly token: string;
    readonly why: SignInRefusal;
    readonly personId: string | undefined;
  },
): Promise<void> =>
  recordPersonAct(ledger, tx, {
    teamId,
    personId,
    action: 'person.sign_in_refused',
    detail: { reason: why, with: 'token' },
    actor: personId === undefined ? strangerActor(who) : personActor({ id: personId, name: who.name }),
    once: token,
  });
