import type { Intent } from './intent.ts';

/** Number of days in which resets of an account count. */
export const RESET_WINDOW_DAYS = 30;

/**
 * Result of comparing a member with the account. `not_compared`: there is no account to compare with. `not_given`: the case does
 * not have the member.
 */
export type Match = 'match' | 'differs' | 'not_given' | 'not_compared';

export interface Assessment {
  readonly intent: Intent;
  readonly panWellFormed: boolean;
  readonly pan: Match;
  readonly email: Match;
  readonly accountGiven: boolean;
  /** State of the account on file; null if there is none. */
  readonly account: 'active' | 'locked' | 'fraud_hold' | 'closed' | null;
  readonly recentResets: number;
  /** Names of members that were given but cannot be read. */
  readonly unreadable: readonly string[];
  /** Names of members that are numbers which may have been rounded. */
  readonly rounded: readonly string[];
}
