import { listVerticals } from '../../../contract/operations/discovery.ts';
import type { Vertical } from '../../../governance/verticals/definition.ts';
import { verticals } from '../../../governance/verticals/index.ts';
import { route } from '../../services/route.ts';

const show = (vertical: Vertical): object => ({
  id: vertical.id,
  title: vertical.title,
  description: vertical.description,
  preview: vertical.preview,
  steps: vertical.steps.map(({ n, action, effect, governance }) => ({ n, action, effect, governance })),
  members: vertical.members,
  sample_case: vertical.sample,
  decisions: vertical.decisions,
  rules: vertical.rules,
});

const body = { verticals: Object.values(verticals).map(show) };

export const listVerticalsRoute = route(listVerticals, async () => ({ status: 200, body }));
