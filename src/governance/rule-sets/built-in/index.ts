import type { RuleSet } from '../../../contract/rule-set.ts';
import { IT, IT_2 } from './it.ts';
import { KYC, KYC_2 } from './kyc.ts';
import { STANDARD_HEALTH } from './standard-health.ts';
import { SUPPORT, SUPPORT_2 } from './support.ts';
import { VOICE, VOICE_2 } from './voice.ts';

/** The rule sets that come with the service, in their newest versions. A changed document gets a higher version. */
export const BUILT_IN: readonly RuleSet[] = [STANDARD_HEALTH, KYC, IT, SUPPORT, VOICE];

/**
 * Versions of earlier releases, which runs in progress have pinned and by which finished runs are decided
 * again.
 */
export const FORMER: readonly RuleSet[] = [KYC_2, IT_2, SUPPORT_2, VOICE_2];
