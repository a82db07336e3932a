import { verticalId } from '../../contract/common.ts';
import { verticals } from '../../governance/verticals/index.ts';
import type { JsonObject } from './schemas.ts';
import type { Missing } from './tool.ts';

/** Returns what each vertical does and the members of its cases, for a model that chooses one. */
export const describeCases = (): string =>
  Object.values(verticals)
    .map(
      ({ id, title, members }) =>
        `Members of a \`${id}\` case (${title}): ${members.map(({ name }) => name).join(', ')}.`,
    )
    .join(' ');

/**
 * Returns the members of the vertical's built-in case that the given one lacks. A call without a case runs
 * the built-in one and lacks nothing.
 */
export const missingCaseMembers = ({ vertical, case: given }: JsonObject): Missing | undefined => {
  const known = verticalId.safeParse(vertical);
  if (!known.success || typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { members, title } = verticals[known.data];
  const missing = members.filter(({ name, sample }) => sample !== undefined && !Object.hasOwn(given, name));
  if (missing.length === 0) return undefined;
  return {
    message: `The case lacks members that "${title}" decides by. Leave blank what you do not know.`,
    properties: Object.fromEntries(missing.map(({ name, description }) => [name, { description }])),
    withGiven: ({ case: value, ...rest }, added) => ({
      ...rest,
      case: { ...(value as JsonObject), ...added },
    }),
  };
};
