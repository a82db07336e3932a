import { Client, Connection } from '@temporalio/client';
import { expect, it } from 'vitest';
import { createWorkflowClient, TemporalAwayError } from '../../../src/api/services/workflow-client.ts';

it('a checkpoint request is abandoned like any other request while Temporal is unavailable', async () => {
  // Nothing listens at this address. The connection is kept open, because closing it would fail the abandoned call.
  const connection = Connection.lazy({ address: '127.0.0.1:1' });
  const workflows = createWorkflowClient(new Client({ connection }), 'queue');
  await expect(workflows.signCheckpoint('team_a', 'req_1')).rejects.toThrow();
  // The second request does not wait at all, because Temporal did not respond a moment ago.
  await expect(workflows.signCheckpoint('team_a', 'req_2')).rejects.toThrow(TemporalAwayError);
});
