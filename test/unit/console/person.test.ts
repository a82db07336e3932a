import { expect, it } from 'vitest';
import { createHolder } from '../../../console/src/api/person.ts';

const person = (id: string, team = 'team_1') => ({ actor: { id }, team: { id: team } });

it('a tab continues only with its first person, in one team', () => {
  const mayGoOn = createHolder();
  expect(mayGoOn(person('person_1'))).toBe(true);
  expect(mayGoOn(person('person_1'))).toBe(true);
  expect(mayGoOn(person('person_2'))).toBe(false);
  expect(mayGoOn(person('person_1', 'team_2'))).toBe(false);
  expect(mayGoOn(person('person_2'))).toBe(false);
  expect(createHolder()(person('person_2'))).toBe(true);
});
