import { modelsSchema } from '../models.ts';
import { operation } from '../operation.ts';

export const listModels = operation({
  id: 'listModels',
  method: 'get',
  path: '/v1/models',
  document: 'services',
  tag: 'Models',
  summary: 'List the models that your team may use',
  description: 'Requests that a model works on name one of them in `model`. Empty without a model provider.',
  access: 'runs:read',
  replies: { 200: { description: 'The models, the default one first', schema: modelsSchema } },
});
