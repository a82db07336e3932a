import { describeSystem, exportSystems, listSystems } from '../../../contract/operations/systems.ts';
import { recordable } from '../../../governance/recordable.ts';
import { actorOf } from '../../../ledger/index.ts';
import { newLedgerRef } from '../../../ids.ts';
import { storeSystem } from '../../../store/systems/systems.ts';
import { ProblemError } from '../../http/problem.ts';
import { csvOf } from '../../safety/csv.ts';
import { describedSystem, inventoryOf } from '../../safety/inventory.ts';
import { route } from '../../services/route.ts';

const COLUMNS = [
  'id',
  'kind',
  'name',
  'version',
  'provider',
  'owner',
  'risk_tier',
  'validator',
  'approved_on',
  'next_review',
] as const;

const MAX_NAME = 200;

export const listSystemsRoute = route(listSystems, async ({ caller }, services) => ({
  status: 200,
  body: { systems: [...(await inventoryOf(services, caller.teamId))] },
}));

export const exportSystemsRoute = route(exportSystems, async ({ caller }, services) => ({
  status: 200,
  type: 'text/csv',
  headers: { 'Content-Disposition': `attachment; filename="${caller.teamId}-systems.csv"` },
  body: csvOf(COLUMNS, await inventoryOf(services, caller.teamId)),
}));

/** Masks identifiers in a name that somebody gave. */
const nameIn = (text: string | null): string | null => (text === null ? null : recordable(text, MAX_NAME));

/** Stores what is said of a system together with its row. */
export const describeSystemRoute = route(
  describeSystem,
  async ({ params, body, caller, requestId }, services) => {
    const { db, ledger } = services;
    const { teamId } = caller;
    const system = (await inventoryOf(services, teamId)).find(({ id }) => id === params.id);
    if (system === undefined) throw new ProblemError('not-found');
    const said = { ...body, owner: nameIn(body.owner), validator: nameIn(body.validator) };
    const ledgerRef = newLedgerRef('system');
    const stored = await db.transaction().execute(async (tx) => {
      const done = await storeSystem(tx, { teamId, id: system.id }, said);
      await ledger.appendIn(tx, {
        teamId,
        ledgerRef,
        step: 1,
        action: 'system.described',
        governance: 'recorded',
        summary: `The inventory of ${system.id} was changed.`,
        detail: { system: system.id, version: system.version, ...said },
        actor: actorOf(caller, requestId),
      });
      return done;
    });
    return { status: 200, body: describedSystem(system, stored) };
  },
);
