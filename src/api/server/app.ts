import Router from '@koa/router';
import Koa from 'koa';
import { dispatch } from './dispatch.ts';
import { accessLog } from '../middleware/access-log.ts';
import { assets } from '../middleware/assets.ts';
import { consolePages } from '../middleware/console.ts';
import { methodNotAllowed } from '../middleware/method-not-allowed.ts';
import { problems } from '../middleware/problems.ts';
import { requestId } from '../middleware/request-id.ts';
import { type OnAnswer, showAnswers } from '../middleware/answers.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { singleHeaders } from '../middleware/single-headers.ts';
import type { State } from '../middleware/state.ts';
import { trace } from '../middleware/trace.ts';
import { webUiCors } from '../middleware/web-ui-cors.ts';
import { answersWithReceipt } from '../runs/receipts.ts';
import { createRoutes } from '../routes/index.ts';
import type { Services } from '../services/services.ts';

/** Builds the API without listening or opening connections, so that tests can use it without a server. */
export const createApp = (services: Services, onAnswer?: OnAnswer): Koa<State> => {
  const app = new Koa<State>();
  const router = createRouter(services);
  // Koa reports an error when a client disconnects in the middle of a response, although nothing failed here.
  app.on('error', (error: unknown) => services.log.debug({ error }, 'response aborted before its end'));
  if (onAnswer !== undefined) app.use(showAnswers(onAnswer));
  app.use(requestId);
  app.use(trace(services));
  app.use(accessLog(services));
  app.use(securityHeaders(services.settings));
  app.use(problems(services));
  app.use(singleHeaders);
  app.use(webUiCors(services.settings));
  app.use(assets());
  app.use(consolePages());
  app.use(router.routes());
  app.use(methodNotAllowed(router));
  return app;
};

const createRouter = (services: Services): Router<State> => {
  const router = new Router<State>({ strict: true, sensitive: true });
  for (const route of createRoutes(services.settings).map(answersWithReceipt)) {
    const { method, path } = route.operation;
    router[method](path.replaceAll(/\{(\w+)\}/g, ':$1'), dispatch(route, services));
  }
  return router;
};
