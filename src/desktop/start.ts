import { join } from 'node:path';
import type Docker from 'dockerode';
import { removeContainer } from '../sandbox/container.ts';
import { Commands } from './commands.ts';
import { desktopSpec, type DesktopRequest } from './container-spec.ts';
import { DesktopUnavailableError } from './errors.ts';
import { RfbClient } from './rfb/client.ts';
import { DesktopSockets } from './sockets.ts';

const BOOT_WITHIN_MS = 60_000;

/** A running desktop and its connections. Its first picture has already arrived. */
export interface RunningDesktop {
  readonly sandboxId: string;
  readonly containerId: string;
  readonly sockets: DesktopSockets;
  readonly commands: Commands;
  readonly client: RfbClient;
}

/**
 * Starts a desktop and connects to it.
 * @throws DesktopUnavailableError if the container engine refuses or the desktop does not start; everything is cleaned up in that
 * case
 */
export const startDesktop = async (
  docker: Docker,
  wish: Omit<DesktopRequest, 'sockets'> & { readonly socketsRoot: string },
): Promise<RunningDesktop> => {
  const { socketsRoot, ...rest } = wish;
  let containerId: string | undefined;
  let sockets: DesktopSockets | undefined;
  try {
    sockets = await DesktopSockets.listen(join(socketsRoot, wish.sandboxId));
    const container = await docker.createContainer(desktopSpec({ ...rest, sockets: sockets.folder }));
    containerId = container.id;
    const joined = await connectTo(sockets, async () => startAndWatch(container), BOOT_WITHIN_MS);
    return { sandboxId: wish.sandboxId, containerId, sockets, ...joined };
  } catch (error) {
    if (containerId !== undefined) await removeContainer(docker, containerId).catch(() => undefined);
    await sockets?.close();
    throw new DesktopUnavailableError('a desktop could not be started', { cause: error });
  }
};

/** Starts a container and rejects when it ends, because waiting for it to connect would then be pointless. */
const startAndWatch = async (container: Docker.Container): Promise<never> => {
  await container.start();
  await container.wait();
  throw new Error('the desktop exited right after its start');
};

/** Joins a running desktop that is waiting for a host because its previous process is gone. */
export const joinDesktop = async (
  folder: string,
  ids: { readonly sandboxId: string; readonly containerId: string },
  withinMs: number,
): Promise<RunningDesktop> => {
  const sockets = await DesktopSockets.listen(folder);
  try {
    return { ...ids, sockets, ...(await connectTo(sockets, undefined, withinMs)) };
  } catch (error) {
    await sockets.close(true);
    throw error;
  }
};

const connectTo = async (
  sockets: DesktopSockets,
  begin: (() => Promise<never>) | undefined,
  withinMs: number,
): Promise<Pick<RunningDesktop, 'commands' | 'client'>> => {
  const { promise: begun, reject } = Promise.withResolvers<never>();
  const start = (): void => {
    begin?.().catch(reject);
  };
  const commands = new Commands(await Promise.race([sockets.next('ctl', start, { withinMs }), begun]));
  await commands.line();
  return { commands, client: await RfbClient.connect(await dialRfb(sockets, commands)) };
};

/** Opens a new connection to the desktop's screen. */
export const dialRfb = async (sockets: DesktopSockets, commands: Commands) =>
  sockets.next('rfb', () => void commands.run('dial').catch(() => undefined));
