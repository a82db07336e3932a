import { type Client, isProblem } from '../../../clients/typescript/src/index.ts';
import { ProvisionError } from '../../provision/problem.ts';
import type { EvalCase } from './cases.ts';
import { nameOf, type RulesVersion } from './rules-version.ts';

/**
 * Returns the number of a vertical's version that can be tried on the cases, before hours of runs.
 * @throws ProvisionError if there is no such version, it is a draft, or a case is of another vertical
 */
export const versionToTry = async (
  client: Client,
  of: RulesVersion,
  cases: readonly EvalCase[],
): Promise<number> => {
  const { state } = await readVersion(client, of);
  if (state === 'draft')
    throw new ProvisionError(`${nameOf(of)} is a draft, which may still change.`, 'Propose it first.');
  const other = cases.find(({ vertical }) => vertical !== of.id);
  if (other !== undefined)
    throw new ProvisionError(
      `The case ${other.id} is of ${other.vertical}, and ${nameOf(of)} cannot perform it.`,
      'Give the version of the vertical of every case.',
    );
  return of.version;
};

const readVersion = async (client: Client, { id, version }: RulesVersion) => {
  try {
    return await client.call('getTeamVerticalVersion', { params: { id, version } });
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
    throw new ProvisionError(`There is no ${id}@${version}.`, `GET /v1/verticals/${id} lists its versions.`);
  }
};
