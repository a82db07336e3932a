import type { Component } from './component.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly name?: string;
}

/** Returns the name of the package in a folder of node_modules. */
const nameAt = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

const hashesOf = (integrity = ''): Component['hashes'] =>
  integrity
    .split(' ')
    .map((one) => one.split('-', 2))
    .filter(([name]) => name === 'sha512')
    .map(([, base64 = '']) => ({
      alg: 'SHA-512' as const,
      content: Buffer.from(base64, 'base64').toString('hex'),
    }));

/**
 * Reads the packages of `package-lock.json`. The same version in several folders counts once, and for the service if one of them
 * does.
 */
export const readNpmLock = (text: string): readonly Component[] => {
  const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, LockedPackage>> };
  const found = new Map<string, Component>();
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '') continue;
    const { version = '', integrity, license, dev = false, name = nameAt(path) } = locked;
    const key = `${name}@${version}`;
    const part = dev ? 'development' : 'service';
    if (found.get(key)?.part === 'service') continue;
    found.set(key, { ecosystem: 'npm', name, version, hashes: hashesOf(integrity), licence: license, part });
  }
  return [...found.values()];
};
