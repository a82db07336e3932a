import type { Socket } from 'node:net';

const allowed = new WeakSet<Socket>();

/**
 * Exempts the request on a socket from the server's time limit for a whole request. Its reader must have limits of its own.
 */
export const allowSlowBody = (socket: Socket): void => void allowed.add(socket);

export const endSlowBody = (socket: Socket): void => void allowed.delete(socket);

export const isSlowBodyAllowed = (socket: Socket): boolean => allowed.has(socket);
