import { reportsFraud } from './fraud.ts';

/** The customer's request. Only `access_reset` is within the policy of support-rules@3. */
export type Intent =
  | 'access_reset'
  | 'fraud_report'
  | 'change_of_details'
  | 'closure'
  | 'complaint'
  | 'money'
  | 'other'
  | 'none';

/** In order of priority. A report of fraud comes before all of these. */
const INTENTS: readonly (readonly [Intent, RegExp])[] = [
  [
    'change_of_details',
    /\b(?:change|update|replace|correct|new)\b[^.\n]{0,30}\b(?:e-?mail|phone|mobile|address|pan|nominee|bank (?:account|details))\b/,
  ],
  [
    'closure',
    /\b(?:close|delete|deactivate|terminate|cancel)\b[^.\n]{0,30}\b(?:account|policy|profile|membership)\b/,
  ],
  [
    'complaint',
    /\b(?:complain(?:t|ing)?|ombudsman|lawyer|legal (?:notice|action)|consumer court|grievance)\b/,
  ],
  [
    'money',
    /\b(?:refund|money back|charged|charge ?back|billing|invoice|payment|premium|transfer|withdraw(?:al)?|compensation|payout)\b/,
  ],
  [
    'access_reset',
    /\b(?:lock(?:ed)?(?: ?out)?|lockout|unlock|blocked|reset|forgot(?:ten)?|password|passcode|log[- ]?in|logging in|sign(?:ing)?[- ]?in|log[- ]?on|(?:can ?no?t|can't|unable to|regain|restore|lost) access|no access|2fa|mfa|two[- ]factor|authenticator|otp|one[- ]time)\b/,
  ],
];

/**
 * Returns the intent of an issue's text: 'none' if there is no text, 'other' if no intent is recognised. A ticket that reports
 * fraud counts as fraud, whatever else it asks for.
 */
export const intentOf = (issue: string): Intent => {
  const text = issue.normalize('NFC').toLowerCase().replaceAll(/[’‘`]/g, "'");
  if (text.trim() === '') return 'none';
  if (reportsFraud(text)) return 'fraud_report';
  return INTENTS.find(([, words]) => words.test(text))?.[0] ?? 'other';
};
