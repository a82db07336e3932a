import { Client, Connection } from '@temporalio/client';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkflowClient, TemporalAwayError } from '../../../src/api/workflow-client.ts';

it('a request for a checkpoint is given up like any other request while Temporal is away', async () => {
  // Nothing listens there.
  const connection = Connection.lazy({ address: '127.0.0.1:1', connectTimeout: '60s' });
  onTestFinished(async () => connection.close());
  const workflows = createWorkflowClient(new Client({ connection }), 'queue');
  await expect(workflows.signCheckpoint('team_a', 'req_1')).rejects.toThrow();
  // The second request does not wait at all, because Temporal did not answer a moment ago.
  await expect(workflows.signCheckpoint('team_a', 'req_2')).rejects.toThrow(TemporalAwayError);
});
