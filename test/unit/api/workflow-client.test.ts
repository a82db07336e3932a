import { Client, Connection } from '@temporalio/client';
import { expect, it } from 'vitest';
import { createWorkflowClient, TemporalAwayError } from '../../../src/api/services/workflow-client.ts';

it('a request for a checkpoint is given up like any other request while Temporal is away', async () => {
  // Nothing listens there. The connection stays open, because closing it fails the call that was given up.
  const connection = Connection.lazy({ address: '127.0.0.1:1' });
  const workflows = createWorkflowClient(new Client({ connection }), 'queue');
  await expect(workflows.signCheckpoint('team_a', 'req_1')).rejects.toThrow();
  // The second request does not wait at all, because Temporal did not answer a moment ago.
  await expect(workflows.signCheckpoint('team_a', 'req_2')).rejects.toThrow(TemporalAwayError);
});
