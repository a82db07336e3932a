import type { Transaction } from 'kysely';
import type { Claims } from '../../identity/claims.ts';
import type { IdentitySettings } from '../../identity/settings.ts';
import { personActor } from '../../people/caller.ts';
import type { PersonRecord } from '../../people/people.ts';
import { recordPersonAct } from '../../people/rows.ts';
import { admit, type Identity, type SignInRefusal, strangerActor, teamNamed } from '../../people/sign-in.ts';
import { completeOnce } from '../../people/sign-in-once.ts';
import type { Database } from '../../store/db/schema.ts';
import { identityOf, teamNamesOf } from '../auth/provider-token.ts';
import type { Services } from '../services/services.ts';

type Tx = Transaction<Database>;

/**
 * Decides whether the person that the provider identified may sign in, and records a refusal.
 * @param state of the sign-in, which works once
 */
export const admitSignIn = async (
  tx: Tx,
  { ledger, strangers }: Pick<Services, 'ledger' | 'strangers'>,
  settings: IdentitySettings,
  claims: Claims,
  state: string,
): Promise<PersonRecord | SignInRefusal> => {
  const who = identityOf(claims, settings);
  const team = await teamNamed(tx, teamNamesOf(claims, settings));
  if (typeof team === 'string') {
    const fallback = await strangers.team(tx);
    if (fallback !== undefined) await record(tx, ledger, { ...fallback, who, why: team });
    return team;
  }
  const admission = await admit(tx, ledger, team.teamId, who);
  if (admission.kind === 'refused') {
    await record(tx, ledger, { ...team, who, ...admission });
    return admission.why;
  }
  const { person } = admission;
  if (await completeOnce(tx, state, person)) return person;
  await record(tx, ledger, { ...team, who, why: 'replayed', personId: person.id });
  return 'replayed';
};

const record = async (
  tx: Tx,
  ledger: Services['ledger'],
  {
    teamId,
    who,
    why,
    personId,
  }: {
    readonly teamId: string;
    readonly who: Identity;
    readonly why: SignInRefusal;
    readonly personId?: string | undefined;
  },
): Promise<void> =>
  recordPersonAct(ledger, tx, {
    teamId,
    personId,
    action: 'person.sign_in_refused',
    detail: { reason: why },
    actor: personId === undefined ? strangerActor(who) : personActor({ id: personId, name: who.name }),
  });
