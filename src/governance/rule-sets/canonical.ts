import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RuleSet } from '../../contract/rule-set.ts';

/** Returns a rule set in canonical JSON (RFC 8785), so that equal rule sets have equal bytes. */
export const canonicalRuleSet = (set: RuleSet): string => canonicalize(set)!;

/** Returns the SHA-256 of a rule set's canonical JSON in lower-case hex. */
export const ruleSetHash = (set: RuleSet): string => hash('sha256', canonicalRuleSet(set), 'hex');
