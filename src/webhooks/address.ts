import { refusalOfUrl } from '../outbound/address.ts';

/**
 * Returns why events may not be sent to an address; undefined if they may.
 * @param pinned hosts whose addresses the administrator configured
 */
export const refusalOf = (address: string, pinned: ReadonlySet<string>): string | undefined =>
  refusalOfUrl(address, (host) => pinned.has(host));
