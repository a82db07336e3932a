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
