import { type Client, isProblem } from '../../../clients/typescript/src/index.ts';
import { ProvisionError } from '../../provision/problem.ts';
import type { EvalCase } from './cases.ts';

/** A version of a rule set, whether in force or not. */
export interface RulesVersion {
  readonly id: string;
  readonly version: number;
}

/** A version that can be tried. */
export interface TriableVersion extends RulesVersion {
  /** The version to compare with; undefined for the one in force. An eval ignores its decisions. */
  readonly against: number | undefined;
}

/** Reads `kyc-rules@3`. */
export const rulesVersionIn = (text: string, what = 'rule set'): RulesVersion => {
  const [, id, version] = /^([^@]+)@(\d{1,9})$/.exec(text) ?? [];
  if (id === undefined || version === undefined)
    throw new ProvisionError(`${text} is not a version of a ${what}.`, 'Write it as kyc-rules@3.');
  return { id, version: Number(version) };
};

export const nameOf = ({ id, version }: RulesVersion): string => `${id}@${version}`;

/**
 * Returns a version that can be tried on the runs of the cases. Runs before the eval, which may take hours.
 * @throws ProvisionError if there is no such version, it has faults, or it does not decide all cases
 */
export const triableVersion = async (
  client: Client,
  rules: RulesVersion,
  cases: readonly EvalCase[],
): Promise<TriableVersion> => {
  const { set, found } = await readVersion(client, rules);
  if (found.owner === 'service')
    throw new ProvisionError(
      `${nameOf(rules)} comes with the service; only versions of your team can be tried.`,
      'Write it as a version of your own.',
    );
  // This call needs the same scope as a backtest, so a key without it is refused now.
  const { faults } = await client.call('checkRuleSetDraft', { body: { document: { ...found.document } } });
  if (found.state === 'draft' && faults.length > 0)
    throw new ProvisionError(
      `${nameOf(rules)} has faults.`,
      `Correct: ${faults.map(({ at, fault }) => `${at}: ${fault}`).join('; ')}`,
    );
  const vertical = set.decides ?? (found.document.terms === undefined ? undefined : 'kyc');
  const others = cases.filter((each) => each.vertical !== vertical);
  if (others.length > 0)
    throw new ProvisionError(
      `${nameOf(rules)} decides ${vertical === undefined ? 'no runs' : `only runs of ${vertical}`}, and not ${others.length} of the cases, such as ${others[0]!.id}.`,
      'The rule set has to be the one that decides the vertical of every case.',
    );
  if (set.in_force !== null) return { ...rules, against: undefined };
  const other = set.versions.find(({ state }) => state === 'active' || state === 'retired');
  if (other === undefined)
    throw new ProvisionError(`No version of ${rules.id} has ever decided a run.`, 'Activate one first.');
  return { ...rules, against: other.version };
};

const readVersion = async (client: Client, { id, version }: RulesVersion) => {
  try {
    const [set, found] = await Promise.all([
      client.call('getRuleSet', { params: { id } }),
      client.call('getRuleSetVersion', { params: { id, version } }),
    ]);
    return { set, found };
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
    throw new ProvisionError(`There is no ${id}@${version}.`, `GET /v1/rule-sets/${id} lists its versions.`);
  }
};
