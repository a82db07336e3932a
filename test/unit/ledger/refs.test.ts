import { expect, it } from 'vitest';
import { newId, newLedgerRef, NO_WORKFLOW_REF, WORKFLOW_REF } from '../../../src/ids.ts';

it.each(['run', 'doc', 'task', 'analyze', 'page'] as const)(
  'a ledger_ref of the kind %s belongs to a workflow, which the audit looks for',
  (kind) => {
    expect([WORKFLOW_REF, NO_WORKFLOW_REF].map((pattern) => pattern.test(newLedgerRef(kind)))).toEqual([
      true,
      false,
    ]);
  },
);

it.each([
  'scan',
  'erase',
  'check',
  'read',
  'refuse',
  'setting',
  'export',
  'codec',
  'import',
  'record',
] as const)(
  'a ledger_ref of the kind %s belongs to no workflow, so the audit raises no alarm about it',
  (kind) => {
    expect([WORKFLOW_REF, NO_WORKFLOW_REF].map((pattern) => pattern.test(newLedgerRef(kind)))).toEqual([
      false,
      true,
    ]);
  },
);

it.each(['key', 'person', 'switch', 'wh', 'rev', 'rules', 'shadow'] as const)(
  'rows about a %s are found by its id, and the audit raises no alarm about them',
  (kind) => {
    expect(NO_WORKFLOW_REF.test(newId(kind))).toBe(true);
  },
);
