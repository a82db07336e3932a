/** Folders of our own container engine. */

import { join } from 'path/posix';

export interface DaemonFolders {
  /**
   * Folder for sockets, pid files and the state of running containers. Its path must be short, because a socket's path has at
   * most 107 bytes.
   */
  readonly run: string;
  /** Folder for images. It is kept between starts, so that images are built only once. */
  readonly data: string;
}

export const hostOf = ({ run }: DaemonFolders): string => `unix://${join(run, 'docker.sock')}`;

/** Path of the file with the daemon's process id. */
export const pidFile = ({ run }: DaemonFolders): string => join(run, 'docker.pid');

/** Path of the daemon's configuration. */
export const configFile = ({ run }: DaemonFolders): string => join(run, 'daemon.json');

/** Path of the daemon's log. */
export const logFile = ({ run }: DaemonFolders): string => join(run, 'dockerd.log');
