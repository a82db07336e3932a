import { health } from '../../../contract/operations/service.ts';
import { route } from '../../services/route.ts';

export const healthRoute = route(health, async () => ({ status: 200, body: { status: 'ok' } }));
