import {
  deleteCredential,
  getCredential,
  listCredentials,
  putCredential,
} from '../../../contract/operations/credentials.ts';
import type { CredentialBody } from '../../../contract/credential.ts';
import { isBoundHost } from '../../../governance/operators/bound-hosts.ts';
import { actorOf } from '../../../ledger/index.ts';
import {
  type CredentialRow,
  deleteCredential as remove,
  findCredential,
  listCredentials as list,
  MAX_CREDENTIALS,
  putCredential as store,
} from '../../../store/credentials/credentials.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

const show = ({ created_at, updated_at, hosts, fields, ...row }: CredentialRow): CredentialBody => ({
  ...row,
  hosts: [...hosts],
  fields: [...fields],
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** The row of an act on a credential. It names hosts and fields, and never a value. */
const actRow = (
  { caller, requestId }: { readonly caller: Caller; readonly requestId: string },
  action: 'credential.changed' | 'credential.deleted',
  { id, name, version, hosts, fields, totp }: CredentialRow,
) => ({
  teamId: caller.teamId,
  ledgerRef: id,
  step: action === 'credential.changed' ? version : version + 1,
  action,
  governance: 'recorded',
  summary:
    action === 'credential.changed'
      ? `A credential was created or replaced: ${name}`
      : `A credential was deleted: ${name}`,
  detail: { credential: name, version, hosts: [...hosts], fields: [...fields], totp },
  idemKey: `${id}/${action}/${version}`,
  actor: actorOf(caller, requestId),
});

export const putCredentialRoute = route(putCredential, async (call, { db, ledger, rings }) => {
  const { params, body, caller } = call;
  const errors = body.hosts.flatMap((entry, at) =>
    isBoundHost(entry)
      ? []
      : [
          {
            in: 'body' as const,
            pointer: `/hosts/${at}`,
            message: 'expected a host name such as portal.example.in, or *.example.in',
          },
        ],
  );
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
  const { row, isNew } = await db.transaction().execute(async (tx) => {
    const stored = await store(tx, rings.credentials, { teamId: caller.teamId, ...params, ...body });
    if (stored === undefined) throw tooMany();
    await ledger.appendIn(tx, actRow(call, 'credential.changed', stored.row));
    return stored;
  });
  return { status: isNew ? 201 : 200, body: show(row) };
});

const tooMany = (): ProblemError =>
  new ProblemError('invalid-request', {
    errors: [{ in: 'body', pointer: '', message: `a team has at most ${MAX_CREDENTIALS} credentials` }],
  });

export const listCredentialsRoute = route(listCredentials, async ({ caller }, { db }) => ({
  status: 200,
  body: { credentials: (await list(db, caller.teamId)).map(show) },
}));

export const getCredentialRoute = route(getCredential, async ({ params, caller }, { db }) => {
  const row = await findCredential(db, { teamId: caller.teamId, name: params.name });
  if (row === undefined) throw new ProblemError('not-found');
  return { status: 200, body: show(row) };
});

export const deleteCredentialRoute = route(deleteCredential, async (call, { db, ledger }) => {
  const { params, caller } = call;
  const row = await db.transaction().execute(async (tx) => {
    const deleted = await remove(tx, { teamId: caller.teamId, name: params.name });
    if (deleted === undefined) throw new ProblemError('not-found');
    await ledger.appendIn(tx, actRow(call, 'credential.deleted', deleted));
    return deleted;
  });
  return { status: 200, body: show(row) };
});
