/** Packages of the lock file of which the image keeps only data (images/sandbox/Dockerfile). */
const NOT_KEPT: ReadonlySet<string> = new Set(['rapidocr']);

/** Returns the packages of a lock file as pip reads it. */
export const packagesIn = (lock: string): { name: string; version: string }[] =>
  [...lock.matchAll(/^([a-z0-9][a-z0-9._-]*)==(\S+)/gmu)]
    .map(([, name = '', version = '']) => ({ name, version }))
    .filter(({ name }) => !NOT_KEPT.has(name));
