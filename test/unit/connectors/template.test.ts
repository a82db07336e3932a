import { describe, expect, it } from 'vitest';
import { fillJson, fillUrl } from '../../../src/connectors/common/template.ts';

describe('fillUrl', () => {
  it.each([
    ['HI/10', 'https://core.example.in/p/HI%2F10'],
    ['a b&c=d#e?', 'https://core.example.in/p/a%20b%26c%3Dd%23e%3F'],
    ['../../admin', 'https://core.example.in/p/..%2F..%2Fadmin'],
    ['@evil.example', 'https://core.example.in/p/%40evil.example'],
    ['{key}', 'https://core.example.in/p/%7Bkey%7D'],
  ])('the key %s stays one path segment', (key, url) => {
    expect(fillUrl('https://core.example.in/p/{key}', { key })).toBe(url);
    expect(new URL(url).origin).toBe('https://core.example.in');
  });

  it.each(['.', '..', '\ud800'])('a key %j that no address can carry is no record', (key) => {
    expect(fillUrl('https://core.example.in/p/{key}', { key })).toBeUndefined();
  });
});

describe('fillJson', () => {
  it('values stay strings inside the structure of the template', () => {
    const template = { query: { no: '{key}', list: ['x{key}', 1, null, true] } };
    expect(fillJson(template, { key: '", "admin": true, "' })).toEqual({
      query: { no: '", "admin": true, "', list: ['x", "admin": true, "', 1, null, true] },
    });
  });
});
