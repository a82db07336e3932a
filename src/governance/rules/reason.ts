/** Why a case was not decided by the machine alone. `detail` says what was found and never names a person. */
export interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** Points of a published rule set (docs/rules.md): their sum, its band, and the points by feature. */
export interface RiskScore {
  readonly score: number;
  readonly band: 'low' | 'medium' | 'high';
  readonly rules: string;
  readonly features: Readonly<Record<string, number>>;
}

/**
 * Returns the finding of a rule set for members that were given but cannot be read, so that none of them counts as missing. Names
 * the members, never their values.
 */
export const unreadableReasons = (code: string, names: readonly string[]): readonly Reason[] =>
  names.length === 0 ? [] : [{ code, detail: `given but cannot be read: ${names.join(', ')}` }];
