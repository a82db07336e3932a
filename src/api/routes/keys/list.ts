import { listKeys } from '../../../contract/operations/keys.ts';
import { listKeys as read } from '../../../store/keys/store.ts';
import { route } from '../../services/route.ts';
import { showKey } from './show.ts';

export const listKeysRoute = route(listKeys, async ({ caller }, { db }) => ({
  status: 200,
  body: { keys: (await read(db, caller.teamId)).map(showKey) },
}));
