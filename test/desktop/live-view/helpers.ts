import { WebSocket } from 'ws';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { announceHost } from '../../../src/store/hosts/hosts.ts';
import { createLedger, type Entry, type Ledger } from '../../../src/ledger/index.ts';
import { LINK_PURPOSE } from '../../../src/desktop/live-view/link.ts';
import { startWorkerLink, type WorkerLink } from '../../../src/desktop/live-view/worker-link.ts';
import { newId } from '../../../src/ids.ts';
import { startTestApi, type TestApi } from '../../helpers/api.ts';
import { createRfbScreen, type RfbScreen, watchedScreen } from '../../helpers/rfb-server.ts';
import { atEnd } from '../../helpers/at-end.ts';

export const MASTER_KEY = `k1:${Buffer.alloc(32, 11).toString('base64')}`;

export interface ViewLab {
  readonly api: TestApi;
  readonly screen: RfbScreen;
  readonly link: WorkerLink;
  readonly ledger: Ledger;
  /** Cuts every connection to the screen, as a worker's death would. */
  readonly dropViews: () => void;
  /** Creates a team with a run whose desktop is the screen. */
  readonly newRun: () => Promise<{
    readonly runId: string;
    readonly teamId: string;
    readonly key: string;
    readonly keyId: string;
    readonly desktop: ReturnType<typeof watchedScreen>;
    /** Ends the run, which then has no desktop. */
    readonly end: () => Promise<void>;
    readonly rows: () => Promise<readonly Entry[]>;
    /** Requests an address from the API. */
    readonly address: (right: 'view' | 'control') => Promise<string>;
  }>;
}

const HOST = 'host-a';

/** Starts an API and a worker's link, connected only by a database and a key, in front of a screen on a unix socket. */
export const startViewLab = async ({
  env,
  ...options
}: { readonly leaseMs?: number; readonly beatMs?: number; readonly env?: object } = {}): Promise<ViewLab> => {
  const api = await startTestApi({ ENCRYPTION_KEYS: MASTER_KEY, ...env });
  const screen = await createRfbScreen();
  const { db, pool } = api.database;
  const ledger = createLedger({ pool });
  const desktops = new Map<string, ReturnType<typeof watchedScreen>>();
  const link = await startWorkerLink({
    ring: new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 11) }], LINK_PURPOSE),
    host: '127.0.0.1',
    port: 0,
    desktops: { findByRun: (run) => desktops.get(run) },
    ledger,
    onError: () => undefined,
    ...options,
  });
  const state = { runtime: 'runc', state: 'ready', detail: '', containers: 1, ready: 0, waiting: 0 } as const;
  await announceHost(db, { host: HOST, ...state, view_address: link.address });
  atEnd(async () => {
    await link.close();
    await ledger.close();
    await screen.close();
  });
  return {
    api,
    screen,
    link,
    ledger,
    dropViews: screen.drop,
    newRun: async () => {
      const team = await api.newTeam();
      const runId = newId('op');
      await db
        .insertInto('operator_runs')
        .values({ id: runId, team_id: team.teamId, sandbox_id: newId('sbx'), input: '{}' })
        .execute();
      await pool.query(
        `INSERT INTO sandbox_leases (sandbox_id, host, owner, profile, state, team_id, run, ends_at, deadline)
         VALUES ($1, $2, 'act_1', 'desktop', 'claimed', $3, $4, now() + interval '1 hour', now() + interval '1 hour')`,
        [newId('sbx'), HOST, team.teamId, runId],
      );
      const desktop = watchedScreen(screen, team.teamId);
      desktops.set(runId, desktop);
      return {
        runId,
        ...team,
        desktop,
        end: async () => {
          desktops.delete(runId);
          desktop.end();
          await pool.query('DELETE FROM sandbox_leases WHERE run = $1', [runId]);
        },
        rows: async () => ledger.read(team.teamId, runId),
        address: async (right) => {
          const path = `/v1/operators/runs/${runId}/${right}`;
          const { body } = await api.send<{ stream_url: string }>('POST', path, { key: team.key });
          return body.stream_url;
        },
      };
    },
  };
};

/** A viewer without a browser, which does not have to follow the protocol. */
export interface RawViewer {
  readonly socket: WebSocket;
  readonly texts: readonly Record<string, unknown>[];
  /** Heartbeats, which can arrive at any time between other messages. */
  readonly beats: readonly Record<string, unknown>[];
  readonly bytes: () => Buffer;
  readonly closed: Promise<number>;
}

/** Opens one of the page's sockets and sends the given first message. */
export const openRaw = (api: Pick<TestApi, 'url'>, first: string | Buffer, path = 'socket'): RawViewer => {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v1/operators/view/${path}`);
  const texts: Record<string, unknown>[] = [];
  const beats: Record<string, unknown>[] = [];
  let bytes = Buffer.alloc(0);
  socket.on('open', () => socket.send(first));
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) bytes = Buffer.concat([bytes, data]);
    else {
      const text = JSON.parse(data.toString()) as Record<string, unknown>;
      (text['type'] === 'beat' ? beats : texts).push(text);
    }
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  return { socket, texts, beats, bytes: () => bytes, closed };
};

export const tokenOf = (address: string): string => new URL(address).hash.slice(1);
export const opening = (token: string): string => JSON.stringify({ token });
