import { parsePinnedHost, type PinnedHost } from '../governance/pinned-hosts.ts';
import { KeyRing, type NamedKey } from '../store/crypto/key-ring.ts';
import { CONNECTOR_PURPOSE } from '../store/connectors/connectors.ts';
import type { Db } from '../store/db/client.ts';
import { Connectors } from './look-up.ts';
import { Mapper } from './mapping/mapper.ts';

/** Returns the hosts of CONNECTOR_PINNED. */
export const pinnedHosts = (entries: readonly string[]): readonly PinnedHost[] =>
  entries.flatMap((entry) => parsePinnedHost(entry) ?? []);

/** Creates a process's connectors from its settings. */
export const createConnectors = (
  db: Db,
  settings: {
    readonly ENCRYPTION_KEYS: readonly NamedKey[];
    readonly CONNECTOR_PINNED: readonly string[];
  },
): Connectors =>
  new Connectors({
    db,
    ring: new KeyRing(settings.ENCRYPTION_KEYS, CONNECTOR_PURPOSE),
    mapper: new Mapper(),
    surroundings: { pinned: pinnedHosts(settings.CONNECTOR_PINNED) },
  });
