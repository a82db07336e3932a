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
