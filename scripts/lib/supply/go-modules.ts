import type { Component } from './component.ts';

/** Reads the modules that a go.mod requires, directly or not. @param part the folder that it belongs to */
export const readGoModules = (text: string, part: string): readonly Component[] =>
  [...text.matchAll(/^(?:require )?\s*([\w.-]+\.[\w.-]+\/?\S*) (v\S+)/gm)].map(
    ([, name = '', version = '']) => ({
      ecosystem: 'golang' as const,
      name,
      version,
      hashes: [],
      licence: undefined,
      part,
    }),
  );
