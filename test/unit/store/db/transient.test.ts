import { expect, it } from 'vitest';
import { isTransient } from '../../../../src/store/db/transient.ts';

const withCode = (code: string): Error => Object.assign(new Error('made up'), { code });

it.each([
  ['53100', 'a full disk'],
  ['53200', 'out of memory or shared memory'],
  ['53300', 'too many connections'],
  ['53400', 'a configuration limit'],
  ['58030', 'an input or output error'],
  ['57P01', 'an administrator stopping the server'],
  ['57P02', 'a crash of another backend'],
  ['57P03', 'a starting server'],
  ['57P05', 'an idle session that was ended'],
  ['57014', 'a statement timeout'],
  ['55P03', 'an unavailable lock'],
  ['55006', 'an object in use'],
  ['25006', 'a read-only server'],
  ['25P03', 'an idle transaction timeout'],
  ['25P04', 'a transaction timeout'],
  ['40001', 'a serialization failure'],
  ['40P01', 'a deadlock'],
  ['40S23', 'an effect that gave way to a suspension'],
  ['40003', 'a commit with unknown outcome'],
  ['08006', 'a broken connection'],
  ['ENOSPC', 'a full local disk'],
  ['EMFILE', 'too many open files'],
  ['EHOSTUNREACH', 'an unreachable host'],
])('%s (%s) is transient', (code) => {
  expect(isTransient(withCode(code))).toBe(true);
  expect(isTransient(new Error('outer', { cause: withCode(code) }))).toBe(true);
  expect(isTransient(new AggregateError([withCode(code)]))).toBe(true);
});

it.each([
  'Query read timeout',
  'Connection terminated: the database no longer responds',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
])('a driver error is transient: %s', (message) => {
  expect(isTransient(new Error(message))).toBe(true);
});

it.each(['23505', '23503', '22P02', '42501', '42P01', 'P0001', '0A000', '25P02'])(
  '%s is not transient',
  (code) => {
    expect(isTransient(withCode(code))).toBe(false);
  },
);
