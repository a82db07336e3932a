import { randomBytes } from 'node:crypto';
import type { Db } from '../../src/store/db/client.ts';

/** Creates one record of each kind. @returns its key or id, by kind */
export const createRecords = async (
  db: Db,
  teamId: string,
  runId: string,
): Promise<Readonly<Record<string, string>>> => {
  const own = { team_id: teamId, run_id: runId };
  const [claimKey, number] = [randomBytes(32), 'APART-1'];
  await db
    .insertInto('policies')
    .values({
      team_id: teamId,
      number,
      status: 'active',
      cover_from: '2026-01-01',
      cover_to: '2026-12-31',
      since: '2026-01-01',
      sum_insured_paise: 100,
    })
    .execute();
  await db
    .insertInto('hospitals')
    .values({ team_id: teamId, name_key: 'apart', name: 'Apart', in_network: true })
    .execute();
  await db
    .insertInto('accounts')
    .values({
      team_id: teamId,
      number,
      pan_key: claimKey,
      email_key: claimKey,
      email_masked: 'x',
      digest_key: null,
      status: 'active',
    })
    .execute();
  await db
    .insertInto('products')
    .values({ team_id: teamId, code: number, title: 'Apart', rule_set: 'standard-health' })
    .execute();
  await db
    .insertInto('members')
    .values({
      team_id: teamId,
      number,
      policy: number,
      pan_key: claimKey,
      pan_masked: 'x',
      aadhaar_key: null,
      aadhaar_masked: null,
      digest_key: 'k1',
      birth: null,
      joined: '2026-01-01',
    })
    .execute();
  const counter = `${number}~2026-01-01~cataract`;
  await db
    .insertInto('counters')
    .values({
      team_id: teamId,
      policy: number,
      year_from: '2026-01-01',
      benefit: 'cataract',
      key: counter,
      used_paise: 100,
    })
    .execute();
  const caller = await db
    .insertInto('callers')
    .values({
      team_id: teamId,
      phone_key: claimKey,
      digest_key: null,
      phone_masked: 'x',
      policy: number,
      address: 'x',
      address_run_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const outcome = { reasons: '[]', digest_key: null };
  const claim = await db
    .insertInto('claims')
    .values({
      ...own,
      ...outcome,
      claim_key: claimKey,
      claim_id: 'x',
      policy: number,
      pan_masked: null,
      aadhaar_masked: null,
      diagnosis: null,
      admission: null,
      discharge: null,
      amount_paise: 100,
      accident: false,
      pan_key: null,
      aadhaar_key: null,
      event_key: claimKey,
      decision: 'approve',
      risk_score: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payout = await db
    .insertInto('payouts')
    .values({
      ...own,
      claim_key: claimKey,
      policy: number,
      amount_paise: 100,
      status: 'queued',
      hold_reason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ticket = await db
    .insertInto('tickets')
    .values({
      ...own,
      ...outcome,
      vertical: 'it',
      ticket_key: claimKey,
      ticket_id: 'x',
      category: 'x',
      severity: null,
      subject: null,
      status: 'closed',
      decision: 'resolved',
      trail: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = await db
    .insertInto('messages')
    .values({ ...own, kind: 'device_alert', to_masked: 'x', body: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    policies: number,
    hospitals: 'apart',
    accounts: number,
    callers: caller.id,
    products: number,
    members: number,
    counters: counter,
    claims: claim.id,
    payouts: payout.id,
    tickets: ticket.id,
    messages: message.id,
  };
};
