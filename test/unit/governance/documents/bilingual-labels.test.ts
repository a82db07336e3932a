import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../helpers/extraction.ts';

const found = (text: string) => {
  const { details, redacted } = extractFrom(text, 'auto');
  return { name: details.name?.value, relative: details.relative_name?.value, redacted };
};

describe('A label that a form prints in Hindi and in English', () => {
  it.each([
    'बीमित व्यक्ति का नाम Name: Meera Sample',
    'बीमित व्यक्ति का नाम   Name : Meera Sample',
    'नाम Insured Person: Meera Sample',
    "रोगी का नाम Patient's Name: Meera Sample",
    'नाम Name of the Insured: Meera Sample',
    'नाम Name Meera Sample',
    'नाम / Name: Meera Sample',
    'नाम\nName: Meera Sample',
    'Name नाम: Meera Sample',
  ])('its English half is no name: %j', (text) => {
    const { name, redacted } = found(`${text}\nस्थायी खाता संख्या PAN: ABCPK1234L`);
    expect(name).toBe('Meera Sample');
    expect(redacted).not.toMatch(/Meera|Sample/);
    expect(redacted).toContain(text.slice(0, text.indexOf('Meera')));
  });

  it('a relative and a hospital are recognised by either half', () => {
    expect(found("पिता का नाम Father's Name: Gopal Sample")).toMatchObject({
      name: undefined,
      relative: 'Gopal Sample',
    });
    expect(found('नाम Father: Gopal Sample')).toMatchObject({ name: undefined, relative: 'Gopal Sample' });
    expect(found('अस्पताल का नाम Hospital: Lakeside, Pune')).toMatchObject({ name: undefined });
    expect(found('अस्पताल का नाम Lakeside Clinic')).toMatchObject({ name: undefined });
  });

  it('a name after the Hindi half alone, and before the next label, is still a name', () => {
    for (const text of [
      'नाम Ramesh Kumar',
      'नाम Ramesh Kumar DOB: 01/02/1990',
      'नाम: Ramesh Kumar',
      'नाम\nRamesh Kumar\nAge: 34',
    ])
      expect(found(text)).toMatchObject({ name: 'Ramesh Kumar' });
  });

  it('a label below or beside an empty one is not a name', () => {
    for (const text of ['Name\nRelationship: Self', 'Name  Relationship: Self', 'नाम Occupation: Teacher'])
      expect(found(text)).toMatchObject({ name: undefined });
    expect(found('Name\nRamesh Kumar').name).toBe('Ramesh Kumar');
  });
});
