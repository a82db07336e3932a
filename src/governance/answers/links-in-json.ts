import type { EgressPolicy } from '../egress.ts';
import type { Reason } from '../rules/reason.ts';
import { disableLinks } from './links.ts';

/**
 * What went into a tool or came out of it, with links disabled as in {@link disableLinks}. JSON stays JSON: its texts are
 * changed one by one, since what disables a link in Markdown is no escape in JSON.
 */
export const disableLinksInJson = (text: string, policy: EgressPolicy): string => {
  const { text: plain, disabled } = disableLinks(text, policy);
  // A text of JSON can hide a link in its escapes.
  const isSafe = disabled.length === 0 && !text.includes('\\');
  if (isSafe || !/^\s*[[{"]/.test(text)) return plain;
  try {
    const value = JSON.parse(text) as unknown;
    const changed = withoutLinks(value, policy);
    return changed === value ? text : JSON.stringify(changed);
  } catch {
    // No JSON, or nested deeper than anything that is worth reading.
    return plain;
  }
};

/** @returns the value itself where it has no link to disable */
const withoutLinks = (value: unknown, policy: EgressPolicy): unknown => {
  if (typeof value === 'string') return disableLinks(value, policy).text;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([name, inner]) => [disableLinks(name, policy).text, withoutLinks(inner, policy)] as const,
  );
  const same = Object.entries(value).every(
    ([name, inner], at) => members[at]![0] === name && members[at]![1] === inner,
  );
  if (same) return value;
  return Array.isArray(value) ? members.map(([, inner]) => inner) : Object.fromEntries(members);
};

/** Reasons of a run; a model that hands a case to a person words its own. */
export const withSafeReasons = <T extends { readonly reasons: readonly Reason[] }>(
  run: T,
  policy: EgressPolicy,
): T & { reasons: Reason[] } => ({
  ...run,
  reasons: run.reasons.map((reason) => ({ ...reason, detail: disableLinks(reason.detail, policy).text })),
});
