import { operation } from '../operation.ts';
import { openapiDocumentSchema, referenceQuery, serviceDescriptionSchema } from '../service.ts';
import { verticalListSchema } from '../vertical.ts';

const tag = 'Discovery';

export const describeService = operation({
  id: 'describeService',
  method: 'get',
  path: '/',
  document: 'services',
  tag,
  summary: 'Describe the service and link to its contract',
  access: 'public',
  replies: {
    200: { description: 'A description with links', schema: serviceDescriptionSchema },
    303: { description: 'The console, for browsers', type: 'text/html', headers: ['Location'] },
  },
});

export const showReference = operation({
  id: 'showReference',
  method: 'get',
  path: '/docs',
  document: 'services',
  tag,
  summary: "Show the API reference, in which a reader's key can try each operation",
  access: 'public',
  query: referenceQuery,
  replies: { 200: { description: 'A page', type: 'text/html' } },
});

export const listVerticals = operation({
  id: 'listVerticals',
  method: 'get',
  path: '/v1/workforce/verticals',
  document: 'workforce',
  tag,
  summary: 'List the verticals',
  access: 'public',
  replies: {
    200: {
      description: 'The verticals, each with its steps, case members and sample case',
      schema: verticalListSchema,
    },
  },
});

export const getWorkforceDocument = operation({
  id: 'getWorkforceDocument',
  method: 'get',
  path: '/v1/workforce/openapi.json',
  document: 'workforce',
  tag,
  summary: 'This document',
  access: 'public',
  replies: { 200: { description: 'OpenAPI 3.1', schema: openapiDocumentSchema } },
});

export const getServicesDocument = operation({
  id: 'getServicesDocument',
  method: 'get',
  path: '/v1/openapi.json',
  document: 'services',
  tag,
  summary: 'This document',
  access: 'public',
  replies: { 200: { description: 'OpenAPI 3.1', schema: openapiDocumentSchema } },
});
