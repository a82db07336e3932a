import type { EgressPolicy } from '../egress.ts';
import type { Reason } from '../rules/reason.ts';
import { disableLinks } from './links.ts';

/**
 * Disables links in a tool's input or output, as {@link disableLinks} does. Changes JSON strings one by one, so that the JSON
 * stays valid: the backslash that disables a Markdown link is not a valid JSON escape.
 */
export const disableLinksInJson = (text: string, policy: EgressPolicy): string => {
  const { text: plain, disabled } = disableLinks(text, policy);
  // A link can hide in JSON escapes.
  const isSafe = disabled.length === 0 && !text.includes('\\');
  if (isSafe || !/^\s*[[{"]/.test(text)) return plain;
  try {
    const value = JSON.parse(text) as unknown;
    const changed = withoutLinks(value, policy);
    return changed === value ? text : JSON.stringify(changed);
  } catch {
    // Not JSON, or nested too deeply to be worth reading.
    return plain;
  }
};

/** @returns the value itself if it does not contain any link to disable */
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

/** Disables links in a run's reasons, because a model words the reason when it hands a case to a person. */
export const withSafeReasons = <T extends { readonly reasons: readonly Reason[] }>(
  run: T,
  policy: EgressPolicy,
): T & { reasons: Reason[] } => ({
  ...run,
  reasons: run.reasons.map((reason) => ({ ...reason, detail: disableLinks(reason.detail, policy).text })),
});
