import { z } from 'zod';
import { roleSchema } from '../contract/roles.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether a URL is encrypted, or stays on this machine. */
export const isPrivate = (url: URL): boolean => url.protocol === 'https:' || LOOPBACK.test(url.hostname);

const roleMap = z.string().transform((text, context) => {
  try {
    return z.record(z.string().min(1), z.array(roleSchema)).parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'expected JSON such as {"claims-reviewers":["reviewer"],"it-admins":["admin","auditor"]}',
    });
    return z.NEVER;
  }
});

/** The settings of the sign-in at an identity provider. */
export const identityShape = {
  /** Address of the OpenID Connect provider. If not set, people sign in with links from the command line. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine((url) => isPrivate(new URL(url)), 'expected an https URL; http is for loopback only')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  /** Left out for a public client, which only PKCE protects. */
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_CLIENT_SECRET_FILE: z.string().optional(),
  /** Scopes to request. */
  OIDC_SCOPES: z.string().default('openid profile'),
  /** Where tokens say what a person belongs to: a claim's name, or a path such as `realm_access.roles`. */
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles'),
  /** Roles for each value of that claim. If not set, values that equal the name of a role give that role. */
  OIDC_ROLE_MAP: roleMap.optional(),
  /** Where tokens name the person's team, in the same form. If not set, everybody belongs to OIDC_TEAM. */
  OIDC_TEAM_CLAIM: z.string().min(1).optional(),
  OIDC_TEAM: z.string().min(1).default('default'),
  /** How often the provider is asked about signed-in people, in seconds; 0 asks only at the sign-in. */
  OIDC_RECHECK_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  /** Audience of access tokens for this API. If not set, the API accepts no tokens of the provider. */
  OIDC_AUDIENCE: z.string().min(1).optional(),
} as const;

const settings = z.object(identityShape);

export type IdentitySettings = Readonly<z.output<typeof settings>>;

/** Reports settings that do not fit together. */
export const refineIdentity = (
  { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_SECRET_FILE }: IdentitySettings,
  context: z.RefinementCtx,
): void => {
  const report = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (OIDC_ISSUER !== undefined && OIDC_CLIENT_ID === undefined) {
    report('OIDC_CLIENT_ID', 'expected the id of this client at OIDC_ISSUER');
  }
  if (OIDC_ISSUER === undefined && OIDC_CLIENT_ID !== undefined) {
    report('OIDC_ISSUER', 'expected the address of the provider that OIDC_CLIENT_ID belongs to');
  }
  if (OIDC_CLIENT_SECRET !== undefined && OIDC_CLIENT_SECRET_FILE !== undefined) {
    report('OIDC_CLIENT_SECRET_FILE', 'expected only one of OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE');
  }
};
