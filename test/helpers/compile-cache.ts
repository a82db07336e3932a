import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment that shares compiled code between the many processes that tests start: compiling takes half of each start. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'pramaan-compile-cache') };
