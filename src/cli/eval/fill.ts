import { randomBytes, randomInt } from 'node:crypto';
import { isAadhaar } from '../../governance/identifiers/aadhaar.ts';

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + randomInt(26))).join('');

/** Returns a made-up PAN of a person. */
const madeUpPan = (): string => `${letters(3)}P${letters(1)}${randomInt(1000, 10_000)}${letters(1)}`;

/** Returns made-up digits that pass the checks of an Aadhaar number. */
const madeUpAadhaar = (): string => {
  for (;;) {
    const digits = `${randomInt(2, 10)}${String(randomInt(10 ** 10)).padStart(10, '0')}${randomInt(10)}`;
    if (isAadhaar(digits)) return digits;
  }
};

/** The values of one run's placeholders. */
export type Fillings = Readonly<Record<'run' | 'pan' | 'aadhaar', string>>;

/** Makes up the values of a run. They differ from run to run, so that no run finds another run's records. */
export const newFillings = (): Fillings => ({
  run: randomBytes(4).toString('hex').toUpperCase(),
  pan: madeUpPan(),
  aadhaar: madeUpAadhaar(),
});

/** Replaces `{run}`, `{pan}` and `{aadhaar}` in all texts and names of a value. */
export const fill = <T>(value: T, fillings: Fillings): T => filled(value, fillings) as T;

const filled = (value: unknown, fillings: Fillings): unknown => {
  if (typeof value === 'string')
    return value.replaceAll(/\{(run|pan|aadhaar)\}/g, (_, name: keyof Fillings) => fillings[name]);
  if (Array.isArray(value)) return value.map((each) => filled(each, fillings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [filled(name, fillings), filled(each, fillings)]),
  );
};
