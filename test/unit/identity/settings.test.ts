import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../../src/config.ts';

const NEEDED = {
  DATABASE_URL: 'postgres://localhost/x',
  TEMPORAL_ADDRESS: 'localhost:7233',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
};

const config = (settings: Readonly<Record<string, string>>) => loadConfig({ ...NEEDED, ...settings });

describe('Settings of the identity provider', () => {
  it.each(['http://127.0.0.1:8080/realms/x', 'http://localhost:8080', 'https://login.example.in/v2.0'])(
    'the issuer may be %s',
    (issuer) => {
      expect(config({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' }).OIDC_ISSUER).toBe(issuer);
    },
  );

  it.each([
    [
      'an unencrypted issuer on the network',
      { OIDC_ISSUER: 'http://login.example.in', OIDC_CLIENT_ID: 'x' },
      'OIDC_ISSUER',
    ],
    [
      'a host that only begins like loopback',
      { OIDC_ISSUER: 'http://127.0.0.1.example.in', OIDC_CLIENT_ID: 'x' },
      'OIDC_ISSUER',
    ],
    ['an issuer without a client', { OIDC_ISSUER: 'https://login.example.in' }, 'OIDC_CLIENT_ID'],
    ['a client without an issuer', { OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER'],
    ['a role that does not exist', { OIDC_ROLE_MAP: '{"g1":["owner"]}' }, 'OIDC_ROLE_MAP'],
    ['a map that is not JSON', { OIDC_ROLE_MAP: 'g1=admin' }, 'OIDC_ROLE_MAP'],
    [
      'a secret given twice',
      { OIDC_CLIENT_SECRET: 'a', OIDC_CLIENT_SECRET_FILE: '/b' },
      'OIDC_CLIENT_SECRET_FILE',
    ],
  ])('%s is refused by name', (_case, settings, name) => {
    expect(() => config(settings)).toThrow(ConfigError);
    expect(() => config(settings)).toThrow(new RegExp(`  ${name}: `));
  });

  it('a role map gives each value its roles', () => {
    const { OIDC_ROLE_MAP } = config({ OIDC_ROLE_MAP: '{"claims":["reviewer","viewer"]}' });
    expect(OIDC_ROLE_MAP).toEqual({ claims: ['reviewer', 'viewer'] });
  });
});
