import { readClaimResponse } from '../../../contract/operations/inbound.ts';
import { formatRupees } from '../../../governance/amounts.ts';
import { readClaimContext } from '../../../governance/fhir/claim-context.ts';
import { claimResponse } from '../../../governance/fhir/claim-response.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { contextOfRun } from '../../../store/connectors/inbound-events.ts';
import { payoutOfRun } from '../../../store/records/payouts.ts';
import { ProblemError } from '../../http/problem.ts';
import { safeRun } from '../../runs/run-body.ts';
import { route } from '../../services/route.ts';

/** Shows the decision about a claim in the form that a hospital's system reads. */
export const readClaimResponseRoute = route(readClaimResponse, async ({ params, caller }, services) => {
  const { db } = services;
  const ofTeam = { teamId: caller.teamId, runId: params.id };
  const found = await readRun(db, ofTeam);
  if (found === undefined || found.vertical !== 'kyc' || found.status === 'running')
    throw new ProblemError('not-found');
  const run = await safeRun(services, caller.teamId, found);
  const [payout, context] = await Promise.all([payoutOfRun(db, ofTeam), contextOfRun(db, ofTeam)]);
  const response = claimResponse(
    {
      runId: run.id,
      status: run.status as 'succeeded' | 'error',
      decision: run.decision,
      reasons: run.reasons,
      caseId: run.case_id,
      amount: run.amount,
      review: run.review,
      decidedAt: run.review?.decided_at ?? run.finished_at ?? run.created_at,
      payout: payout && { ...payout, rupees: formatRupees(payout.paise) },
    },
    readClaimContext(context),
  );
  return { status: 200, type: 'application/fhir+json', body: JSON.stringify(response) };
});
