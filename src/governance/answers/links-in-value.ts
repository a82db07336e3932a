import type { EgressPolicy } from '../egress.ts';
import { mapJson } from '../json-walk.ts';
import { disableLinks } from './links.ts';

/** A value without live links to hosts outside the policy. */
export interface SafeValue<T> {
  readonly value: T;
  /** Hosts whose links were disabled, as in {@link disableLinks}, without duplicates. */
  readonly disabled: readonly string[];
}

/** Disables links in all strings of a JSON value, member names included, as {@link disableLinks} does in text. */
export const disableLinksIn = <T>(value: T, policy: EgressPolicy): SafeValue<T> => {
  const hosts = new Set<string>();
  const safe = (text: string): string => {
    const { text: plain, disabled } = disableLinks(text, policy);
    for (const host of disabled) hosts.add(host);
    return plain;
  };
  const leaf = (one: unknown): unknown => (typeof one === 'string' ? safe(one) : one);
  return { value: mapJson(value, { leaf, name: safe }) as T, disabled: [...hosts] };
};
