import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RuleSet } from '../../contract/rule-set.ts';
import type { AgentPolicy } from '../../contract/agent-policy.ts';
import type { TeamVertical } from '../../contract/team-vertical.ts';

/** A document that exists in versions. */
export type VersionedDocument = RuleSet | TeamVertical | AgentPolicy;

/** Returns a document in canonical JSON (RFC 8785), so that equal documents have equal bytes. */
export const canonicalRuleSet = (document: VersionedDocument): string => canonicalize(document)!;

/** Returns the SHA-256 of a document's canonical JSON in lower-case hex. */
export const ruleSetHash = (document: VersionedDocument): string =>
  hash('sha256', canonicalRuleSet(document), 'hex');
