import type { InboundShape } from '../../../contract/inbound.ts';
import { inboundSchemes } from '../../../contract/inbound.ts';
import { fhirClaim, nhcx } from './fhir-claim.ts';
import { alertmanager, pagerDuty } from './incidents.ts';
import type { Shape } from './shape.ts';
import { exotel, freshdesk, zendesk } from './tickets.ts';

/** A shape's properties. A custom one has no vertical, event id and mapping of its own. */
export type KnownShape = Pick<Shape, 'types' | 'schemes'> & Partial<Shape>;

const custom: KnownShape = { types: ['application/json'], schemes: inboundSchemes };

export const shapes: Readonly<Record<InboundShape, KnownShape>> = {
  'fhir.claim': fhirClaim,
  nhcx,
  'pagerduty.v3': pagerDuty,
  'alertmanager.v4': alertmanager,
  'zendesk.event': zendesk,
  freshdesk,
  'exotel.status': exotel,
  custom,
};
