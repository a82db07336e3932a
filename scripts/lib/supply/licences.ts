import parse, { type Info } from 'spdx-expression-parse';
import { type Component, purlOf } from './component.ts';

/**
 * Licences that a release may contain: those that ask for no more than their text and notices, and MPL-2.0 and LGPL, which reach no
 * further than their own files and libraries. Nothing here is under the GPL except programs of their own in images, as Debian has
 * them.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-CMU',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

const holds = (info: Info): boolean => {
  if ('conjunction' in info)
    return info.conjunction === 'and'
      ? holds(info.left) && holds(info.right)
      : holds(info.left) || holds(info.right);
  const name = info.plus === true ? `${info.license}-or-later` : info.license;
  // An exception only takes away conditions.
  return ALLOWED.has(name);
};

/** Tells whether an SPDX expression can be met by licences of the list alone. */
export const isAllowed = (expression: string): boolean => {
  try {
    return holds(parse(expression));
  } catch {
    return false;
  }
};

/**
 * Returns a line for each component whose licence is unknown or not on the list. Images are not checked: they are not part of a
 * release, and have lists of their own.
 */
export const licenceProblems = (components: readonly Component[]): readonly string[] =>
  components
    .filter(({ ecosystem }) => ecosystem !== 'oci')
    .flatMap((one) => {
      if (one.licence === undefined) return [`${purlOf(one)} (${one.part}): the licence is not known`];
      return isAllowed(one.licence)
        ? []
        : [`${purlOf(one)} (${one.part}): ${one.licence} is not on the list`];
    });
