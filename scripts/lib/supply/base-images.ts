import type { Component } from './component.ts';

/** An image of others: its name, and its tag or digest. */
const imageOf = (reference: string, part: string): Component => {
  const [named = '', digest] = reference.split('@', 2);
  const colon = named.indexOf(':', named.lastIndexOf('/'));
  const name = colon === -1 ? named : named.slice(0, colon);
  const hashes = digest === undefined ? [] : [{ alg: 'SHA-256' as const, content: digest.slice(7) }];
  const version = digest ?? (colon === -1 ? 'latest' : named.slice(colon + 1));
  return { ecosystem: 'oci', name, version, hashes, licence: undefined, part };
};

/** Reads the images of others in a compose file: `${POSTGRES_IMAGE:-postgres:18}`, and each setting's name. */
export const readComposeImages = (text: string): readonly Component[] => {
  const found = new Map<string, Component>();
  for (const [, setting = '', reference = ''] of text.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g))
    if (setting !== 'SERVICE_IMAGE') found.set(setting, imageOf(reference, setting));
  return [...found.values()];
};

/** Reads the base image of a Dockerfile. @param part its folder */
export const readBaseImage = (text: string, part: string): readonly Component[] => {
  const [, reference] = /^ARG BASE=(\S+)/m.exec(text) ?? [];
  return reference === undefined ? [] : [imageOf(reference, part)];
};
