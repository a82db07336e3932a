import { createClient } from '../../clients/typescript/src/index.ts';

const CASE = {
  id: 'CLM-2026-0042',
  applicant: 'Meera Sample',
  pan: 'ABCPK1234L',
  aadhaar: '2345 6789 1238',
  policy: 'HI-1010',
  amount: '48500',
};

/** The examples of docs/api.md by the TypeScript client: the heading above each, and the response. */
export const guideByClient = async (
  url: string,
  key: string,
  adminKey: string,
): Promise<readonly { readonly heading: string; readonly value: unknown }[]> => {
  const client = createClient({ url, key });
  const found: { heading: string; value: unknown }[] = [];
  const show = (heading: string, value: unknown): void => void found.push({ heading, value });
  show('Submit a case', await client.runs.start('kyc', CASE, { idempotencyKey: 'typescript-2026-0042' }));
  const run = await client.runs.startAndWait('kyc');
  show('Poll it', run);
  show('Read its ledger', await client.runs.ledger(run.id));
  show('Prove it', await client.call('makeCheckpoint', {}));
  show(
    'List runs',
    await client.call('listRuns', { query: { vertical: 'kyc', status: 'succeeded', limit: 1 } }),
  );
  show('Cancel a run', await client.runs.cancel(run.id));
  const events = [];
  const live = client.runs.live({ vertical: 'kyc', case: CASE }, { idempotencyKey: 'typescript-live' });
  for await (const { event } of live) events.push(event);
  show('Run a case live', events);
  show('Choose a model', await client.call('listModels', {}));
  const log = new Blob(['kernel: write failed: No space left on device'], { type: 'text/plain' });
  const document = await client.documents.upload(log);
  const incident = {
    id: 'INC-7',
    host: 'app-db-01',
    symptom: 'Writes fail',
    documents: [{ file_id: document.id }],
  };
  show('Documents of a case', await client.runs.start('it', incident));
  const invoice = 'TAX INVOICE\nGSTIN 24ADECL4057G1ZI\nPAN ADECL4057G\nTotal Rs. 1,23,456.78';
  show(
    'Extract a document',
    await client.call('extractDocument', { body: { type: 'invoice', text: invoice } }),
  );
  const { id } = await client.call('openSandbox', { body: { env: { CURRENCY: 'INR' } } });
  const inSandbox = async (body: { code: string; files?: { name: string; content: string }[] }) =>
    client.call('runInSandbox', { params: { id }, body });
  const files = [{ name: 'sales.txt', content: '40\n2\n' }];
  await inSandbox({ code: "total = sum(int(line) for line in open('sales.txt'))", files });
  show('Keep a sandbox open', await inSandbox({ code: "import os\nos.environ['CURRENCY'], total" }));
  await client.call('deleteSandbox', { params: { id } });
  const task = { task: 'How many lines does the file have?', data: 'one\ntwo\n', filename: 'notes.txt' };
  show('Give an agent a task', await client.work.task(task));
  const data = 'branch,sales\nPune,"1,20,000 Cr"\nSurat,"80,000"\n';
  show('Analyze a dataset', await client.work.analyze({ question: 'Which branch sold most?', data }));
  const submitted = await client.runs.startAndWait('kyc', {
    ...CASE,
    id: 'CLM-2026-0100',
    pan: 'not a PAN',
    policy: 'HI-1011',
  });
  const admin = createClient({ url, key: adminKey });
  const reason = 'Please send a copy of the PAN card.';
  show(
    'Decide a review',
    await admin.call('decideReview', {
      params: { id: submitted.review!.id },
      body: { option: 'send_back', reason },
    }),
  );
  show('Read the latest checkpoint', await client.call('getLatestCheckpoint', {}));
  show('See what the witnesses took', await client.call('listWitnesses', {}));
  const act = { scope: 'operators', action: 'suspend', reason: 'A site has changed its forms.' } as const;
  show('Stop work', await admin.call('setSwitch', { body: act }));
  await admin.call('setSwitch', { body: { ...act, action: 'resume' } });
  show(
    'Say who answers for a system',
    await admin.call('describeSystem', {
      params: { id: 'vertical:kyc' },
      body: {
        owner: 'Claims desk',
        risk_tier: 'high',
        validator: null,
        approved_on: '2026-11-02',
        next_review: '2027-05-03',
      },
    }),
  );
  show('See which hosts may be reached', await client.call('listEgress', {}));
  show('Ask who is asking', await client.call('getMe', {}));
  show('Add a person', await admin.call('addPerson', { body: { name: 'Asha Sample', roles: ['reviewer'] } }));
  show('See who is signed in', await admin.call('listSessions', {}));
  const issued = { name: 'claims-portal', scopes: ['runs:write', 'runs:read'], expires_in_days: 90 } as const;
  show('Keys', await admin.call('issueKey', { body: { ...issued, scopes: [...issued.scopes] } }));
  return found;
};
