/** The reason why a person has to decide a case. `detail` describes the finding and never names a person. */
export interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** Risk points under a published rule set (docs/rules.md): the total, its band, and the points for each feature. */
export interface RiskScore {
  readonly score: number;
  readonly band: 'low' | 'medium' | 'high';
  readonly rules: string;
  readonly features: Readonly<Record<string, number>>;
}

/**
 * Returns a rule set's finding for members that were given but cannot be read, so that they do not count as missing. Names the
 * members, never their values.
 */
export const unreadableReasons = (code: string, names: readonly string[]): readonly Reason[] =>
  names.length === 0 ? [] : [{ code, detail: `given but cannot be read: ${names.join(', ')}` }];

/**
 * Maximum number of a code's findings that are written out, because a bill may have the same fault in each of
 * its lines.
 */
const WRITTEN_OUT = 3;

/**
 * Adds findings to others, one for each code. Several findings with the same code become one finding with
 * several details.
 */
export const mergeReasons = (first: readonly Reason[], more: readonly Reason[]): readonly Reason[] =>
  [...Map.groupBy([...first, ...more], ({ code }) => code)].map(([code, found]) => {
    const details = [...new Set(found.map(({ detail }) => detail))];
    const rest = details.length - WRITTEN_OUT;
    return {
      code,
      detail: `${details.slice(0, WRITTEN_OUT).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    };
  });
