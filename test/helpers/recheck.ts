import { recheckSessions } from '../../src/api/sign-in/recheck.ts';
import { IdentityProvider } from '../../src/identity/provider.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { TestApi } from './api.ts';

/** Asks the identity provider about all signed-in people, as an API process does from time to time. */
export const recheckNow = async ({ url, config, database }: TestApi): Promise<void> => {
  const { OIDC_ISSUER = '' } = config;
  const provider = new IdentityProvider({ ...config, OIDC_ISSUER }, `${url}/v1/auth/callback`);
  const ledger = createLedger({ pool: database.pool });
  await recheckSessions(
    {
      db: database.db,
      ledger,
      identity: { settings: config, provider },
      rings: { signIn: new KeyRing(config.ENCRYPTION_KEYS, 'sign-in') },
      log: createLogger('silent', 'test'),
    },
    0,
  );
};
