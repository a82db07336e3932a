import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role } from '../contract/roles.ts';
import { initialsOf } from '../governance/initials.ts';
import type { Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { personActor } from './caller.ts';
import type { PersonRecord } from './people.ts';
import { setRoles } from './person-changes.ts';
import { hashToken } from './token.ts';
import { known, renewed, added } from './known-person.ts';

export type Tx = Transaction<Database>;

/** Somebody whom the identity provider has identified. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Whether the provider left out the roles because there are too many. */
  readonly overage: boolean;
  /** When the provider said so. */
  readonly issuedAt: Date;
}

export type SignInRefusal =
  'no_role' | 'group_overage' | 'deactivated' | 'unknown_team' | 'several_teams' | 'replayed';

export type Admission =
  | { readonly kind: 'admitted'; readonly person: PersonRecord }
  | { readonly kind: 'refused'; readonly why: SignInRefusal; readonly personId: string | undefined };

/**
 * Returns the team whose name or id is among these.
 * @returns the reason if there is none, or if there are several
 */
export const teamNamed = async (
  db: Kysely<Database>,
  names: readonly string[],
): Promise<{ readonly teamId: string } | 'unknown_team' | 'several_teams'> => {
  const teams = await db
    .selectFrom('teams')
    .select('id')
    .where((where) =>
      where.or([
        where('name', '=', sql<string>`any(${names}::text[])`),
        where('id', '=', sql<string>`any(${names}::text[])`),
      ]),
    )
    .limit(2)
    .execute();
  const [team, another] = teams;
  if (team === undefined) return 'unknown_team';
  return another === undefined ? { teamId: team.id } : 'several_teams';
};

/**
 * Finds or adds the person that the provider identified, and takes over the roles from the provider unless they were given here.
 * An older token than the last one changes nothing. In other teams of this service, the person loses the provider's roles.
 */
export const admit = async (
  tx: Tx,
  ledger: Ledger,
  teamId: string,
  identity: Identity,
): Promise<Admission> => {
  await loseOtherTeams(tx, ledger, teamId, identity);
  const person = await known(tx, teamId, identity);
  if (person?.deactivated_at != null) return { kind: 'refused', why: 'deactivated', personId: person.id };
  const current = person && (await renewed(tx, ledger, person, identity));
  if ((current?.roles ?? identity.roles).length === 0) {
    const why = identity.overage ? 'group_overage' : 'no_role';
    return { kind: 'refused', why, personId: person?.id };
  }
  return { kind: 'admitted', person: current ?? (await added(tx, ledger, teamId, identity)) };
};

/** The provider has moved the person to another team. Roles that were given here stay, because the provider never gave them. */
const loseOtherTeams = async (
  tx: Tx,
  ledger: Ledger,
  teamId: string,
  { issuer, subject, issuedAt }: Identity,
): Promise<void> => {
  const others = (await tx
    .selectFrom('people')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('team_id', '!=', teamId)
    .where('roles_from', '=', 'provider')
    .where(sql<boolean>`cardinality(roles) > 0`)
    .where((where) => where.or([where('roles_at', 'is', null), where('roles_at', '<=', issuedAt)]))
    .forUpdate()
    .execute()) as PersonRecord[];
  for (const other of others) {
    const change = { roles: [], rolesFrom: 'provider', rolesAt: issuedAt } as const;
    await setRoles(tx, ledger, other, change, personActor(other));
  }
};

/** Returns somebody who is not a person of any team, as the actor of the row that records the refusal. */
export const strangerActor = ({
  issuer,
  subject,
  name,
}: Pick<Identity, 'issuer' | 'subject' | 'name'>): RowActor => ({
  kind: 'person',
  id: `subject_${hashToken(`${issuer}\n${subject}`).toString('hex').slice(0, 32)}`,
  name: initialsOf(name),
});
