import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectContainerEngine } from '../sandbox/connect.ts';
import { answers, startDaemon } from './docker-daemon.ts';
import { daemonPid, endDaemon, releaseMounts } from './end-docker-daemon.ts';
import { hostOf, type DaemonFolders } from './daemon-folders.ts';
import { endShims } from './docker-orphans.ts';
import { usersOf, type Users } from './docker-users.ts';
import { withFolderLock } from '../process/lock.ts';
import { explain } from './problem.ts';
import { silent, type Progress, type Report } from '../process/progress.ts';

const WATCH_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 1_000;

const ensureRunning = async (folders: DaemonFolders): Promise<void> => {
  if (await answers(hostOf(folders))) return;
  try {
    await startDaemon(folders);
  } catch {
    // A daemon that has just ended may keep its files busy for a moment longer.
    await sleep(AGAIN_AFTER_MS);
    await startDaemon(folders);
  }
};

/** Removes all containers. On our own container engine, all of them are sandboxes. */
const removeContainers = async (host: string): Promise<void> => {
  const docker = connectContainerEngine(host, 30_000);
  const containers = await docker.listContainers({ all: true });
  await Promise.allSettled(
    containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true, v: true })),
  );
};

/**
 * Starts our own container engine on this machine, or joins one that another service has started. Restarts the engine if it dies
 * while in use.
 * @returns a function that stops using the engine; the last user stops the engine itself
 */
export const shareContainerEngine = async (
  folders: DaemonFolders,
  progress: Progress,
  report: Report,
): Promise<() => Promise<void>> => {
  await mkdir(folders.run, { recursive: true, mode: 0o711 });
  const users = usersOf(join(folders.run, 'users'));
  await withFolderLock(folders.run, report, async () => {
    await ensureRunning(folders);
    await users.join();
  });
  const watch = watchOver(folders, progress);
  const lastResort = (): void => endIfLast(folders, users);
  process.once('exit', lastResort);
  return async () => {
    process.off('exit', lastResort);
    await watch.end();
    await withFolderLock(folders.run, silent, async () => {
      users.leave();
      if (users.others()) return;
      await removeContainers(hostOf(folders)).catch(() => undefined);
      await endDaemon(folders);
      await endShims(folders.run);
      await releaseMounts(folders);
    });
  };
};

/**
 * Stops the daemon if this process ends without having stopped using it, for example because of an exception, unless another
 * service uses it.
 */
const endIfLast = (folders: DaemonFolders, users: Users): void => {
  users.leave();
  const pid = daemonPid(folders);
  if (pid !== undefined && !users.others()) process.kill(pid, 'SIGTERM');
};

const watchOver = (folders: DaemonFolders, progress: Progress): { end(): Promise<void> } => {
  let revival: Promise<void> | undefined;
  const revive = async (): Promise<void> => {
    progress.say('  ! The container engine died and is being restarted.');
    await withFolderLock(folders.run, silent, () => ensureRunning(folders));
    progress.say('  ✓ The container engine is back.');
  };
  const timer = setInterval(() => {
    if (revival !== undefined || daemonPid(folders) !== undefined) return;
    revival = revive()
      .catch((error: unknown) => progress.say(`  ! ${explain(error)}`))
      .finally(() => (revival = undefined));
  }, WATCH_EVERY_MS);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await revival;
    },
  };
};
