import type { RuleSet } from '../../../contract/rule-set.ts';
import { IT } from './it.ts';
import { KYC } from './kyc.ts';
import { STANDARD_HEALTH } from './standard-health.ts';
import { SUPPORT } from './support.ts';
import { VOICE } from './voice.ts';

/**
 * The rule sets that come with the service. A changed document gets a higher version, and the former one stays in the list, because runs
 * under way have pinned it.
 */
export const BUILT_IN: readonly RuleSet[] = [STANDARD_HEALTH, KYC, IT, SUPPORT, VOICE];
