import { expect, it } from 'vitest';
import { isTransient } from '../../../../src/store/db/transient.ts';

const withCode = (code: string): Error => Object.assign(new Error('made up'), { code });

it.each([
  ['53100', 'a full disk'],
  ['53200', 'no memory, or no shared memory'],
  ['53300', 'too many connections'],
  ['53400', 'a limit of the configuration'],
  ['58030', 'an input or output error'],
  ['57P01', 'an administrator who stops the server'],
  ['57P02', 'a crash of another backend'],
  ['57P03', 'a server that starts'],
  ['57P05', 'an idle session that was ended'],
  ['57014', 'a statement that took too long'],
  ['55P03', 'a lock that was not to be had'],
  ['55006', 'an object in use'],
  ['25006', 'a server that is read-only'],
  ['25P03', 'a transaction that idled'],
  ['25P04', 'a transaction that took too long'],
  ['40001', 'a lost race'],
  ['40P01', 'a deadlock'],
  ['40003', 'a commit of unknown outcome'],
  ['08006', 'a broken connection'],
  ['ENOSPC', 'a full disk of this machine'],
  ['EMFILE', 'too many open files'],
  ['EHOSTUNREACH', 'a host that is not reached'],
])('%s (%s) passes by itself', (code) => {
  expect(isTransient(withCode(code))).toBe(true);
  expect(isTransient(new Error('outer', { cause: withCode(code) }))).toBe(true);
  expect(isTransient(new AggregateError([withCode(code)]))).toBe(true);
});

it.each([
  'Query read timeout',
  'Connection terminated: the database no longer answers',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
])('an error of the driver passes by itself: %s', (message) => {
  expect(isTransient(new Error(message))).toBe(true);
});

it.each(['23505', '23503', '22P02', '42501', '42P01', 'P0001', '0A000', '25P02'])('%s does not', (code) => {
  expect(isTransient(withCode(code))).toBe(false);
});
