import type { Component } from './component.ts';

/** Reads a requirements file with hashes. @param part the folder that it belongs to */
export const readPythonLock = (text: string, part: string): readonly Component[] => {
  const joined = text.replaceAll(/\\\n/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const [, name, version] = /^([A-Za-z0-9._-]+)==(\S+)/.exec(line) ?? [];
    if (name === undefined || version === undefined) return [];
    const hashes = [...line.matchAll(/--hash=sha256:([0-9a-f]{64})/g)].map(([, content = '']) => ({
      alg: 'SHA-256' as const,
      content,
    }));
    return [{ ecosystem: 'pypi' as const, name, version, hashes, licence: undefined, part }];
  });
};
