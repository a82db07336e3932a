import type Docker from 'dockerode';
import type { Socket } from 'node:net';
import { Channel } from './channel.ts';
import { containerSpec } from './container-spec.ts';
import type { ContainerRequest } from './container-spec.ts';
import { SandboxUnavailableError } from './errors.ts';

const BOOT_WITHIN_MS = 60_000;

/** A container whose supervisor is waiting for a job. */
export interface Started {
  readonly sandboxId: string;
  readonly containerId: string;
  readonly channel: Channel;
}

const statusOf = (error: unknown): number | undefined =>
  (error as { statusCode?: number } | undefined)?.statusCode;

/**
 * Creates a container and waits until its supervisor is ready.
 * @throws SandboxUnavailableError if the container engine refuses or the supervisor does not start; everything is cleaned up in
 * that case
 */
export const startContainer = async (docker: Docker, wish: ContainerRequest): Promise<Started> => {
  let channel: Channel | undefined;
  let id: string | undefined;
  const timer = setTimeout(() => channel?.close(), BOOT_WITHIN_MS);
  try {
    const container = await docker.createContainer(containerSpec(wish));
    id = container.id;
    // Attach before the start, so that no output is lost.
    const stream = await container.attach({
      stream: true,
      stdin: true,
      stdout: true,
      stderr: true,
      hijack: true,
    });
    // Turn off the request timeout, because this connection stays idle until a job arrives.
    (stream as unknown as Socket).setTimeout(0);
    channel = new Channel(stream as unknown as Socket);
    const ready = channel.ready();
    ready.catch(() => undefined);
    await container.start();
    await ready;
    return { sandboxId: wish.sandboxId, containerId: id, channel };
  } catch (error) {
    const said = channel?.complaint.trim().split('\n').at(-1) ?? '';
    channel?.close();
    if (id !== undefined) await removeContainer(docker, id).catch(() => undefined);
    throw new SandboxUnavailableError(`a sandbox could not be started${said === '' ? '' : `: ${said}`}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
};

const REMOVED_WITHIN_MS = 15_000;

/**
 * Removes a container. Succeeds if it is already gone or being removed.
 * @throws the container engine's error if the container still exists and is not being removed
 */
export const removeContainer = async (docker: Docker, id: string): Promise<void> => {
  try {
    await docker.getContainer(id).remove({ force: true, v: true });
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) return;
    if (status !== 409) throw error;
    // The container is already being removed. This call returns once it is gone. It never returns if the container engine died
    // while removing it.
    await docker
      .getContainer(id)
      .wait({ condition: 'removed', abortSignal: AbortSignal.timeout(REMOVED_WITHIN_MS) })
      .catch((gone: unknown) => {
        if (statusOf(gone) !== 404) throw gone;
      });
  }
};

/**
 * Returns functions that pause and resume a container's processes. Pausing or resuming twice changes nothing.
 */
export const processesOf = (
  docker: Docker,
  id: string,
): { readonly pause: () => Promise<void>; readonly resume: () => Promise<void> } => {
  const container = docker.getContainer(id);
  const unlessIn = async (paused: boolean, call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
    } catch (error) {
      // The engine refuses to change a container that is already in this state.
      if ((await container.inspect()).State.Paused !== paused) throw error;
    }
  };
  return {
    pause: async () => unlessIn(true, async () => container.pause()),
    resume: async () => unlessIn(false, async () => container.unpause()),
  };
};
