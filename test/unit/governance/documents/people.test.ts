import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../helpers/extraction.ts';

const peopleOf = (text: string, type: 'auto' | 'pan' | 'aadhaar' = 'pan') => {
  const { details, redacted } = extractFrom(text, type);
  return {
    name: details.name?.value,
    relative: details.relative_name?.value,
    birth: details.date_of_birth?.value,
    redacted,
  };
};

const OLD = [
  'INCOME TAX DEPARTMENT   GOVT. OF INDIA',
  'KAVYA NAIR',
  'GOPALAN NAIR',
  '14/08/1991',
  'Permanent Account Number',
  'BQRPS4471K',
  'Signature',
];

describe('A PAN card', () => {
  it('a card without labels names the holder, then the father, then the date of birth', () => {
    for (const type of ['pan', 'auto'] as const) {
      const found = peopleOf(OLD.join('\n'), type);
      expect(found).toMatchObject({ name: 'KAVYA NAIR', relative: 'GOPALAN NAIR', birth: '1991-08-14' });
      expect(found.redacted).not.toMatch(/KAVYA|GOPALAN|NAIR|1991/);
    }
  });

  it('a card with one unreadable name yields no names, but the readable name is still masked', () => {
    const found = peopleOf(OLD.filter((line) => line !== 'KAVYA NAIR').join('\n'));
    expect([found.name, found.relative]).toEqual([undefined, undefined]);
    expect(found.redacted).not.toContain('GOPALAN');
  });

  it('a card with garbled labels is read by its layout', () => {
    const found = peopleOf(
      'INCOME TAX DEPARTMENT GOVT. OF INDIA\nPermanem Account Number Card\nBQTPM4821K\nTR / Name\nRAJESH KUMAR MEHTA\n' +
        'Fea / Fatners Name\nSURESH CHAND MEHTA\nDate of Birth\n14/08/1983',
    );
    expect(found).toMatchObject({
      name: 'RAJESH KUMAR MEHTA',
      relative: 'SURESH CHAND MEHTA',
      birth: '1983-08-14',
    });
  });
});

describe('A relative', () => {
  it.each(['S/O', 'W/O:', 'D/O', 'C/O :', 's/o.', 'Wife of', 'W/0:'])(
    'a relative is recognised after %s',
    (relation) => {
      const found = peopleOf(
        `Name: Sunita Devi\n${relation} Ramesh Prasad, H No 14\nDOB: 05/03/1979\n4821 9037 5622`,
        'aadhaar',
      );
      expect(found).toMatchObject({ name: 'Sunita Devi', relative: 'Ramesh Prasad' });
      expect(found.redacted).not.toMatch(/Ramesh|Prasad/);
    },
  );

  it('a hospital after C/O is not a relative', () => {
    expect(peopleOf('C/O Lakeside Hospital', 'auto').relative).toBeUndefined();
  });

  it("a relative is recognised when one letter of father's is misread", () => {
    expect(peopleOf('Name: Asha Rao\nFatner’s Name: Mohan Rao', 'auto')).toMatchObject({
      name: 'Asha Rao',
      relative: 'Mohan Rao',
    });
  });
});

describe('Masking repeats of a value', () => {
  it('a name is masked wherever it recurs, in any case or spacing and with or without its title', () => {
    const { redacted } = peopleOf(
      'Patient Name: Mr. Dinesh Patil\nDear DINESH  PATIL,\nsigned: Dinesh\nPatil',
      'auto',
    );
    expect(redacted).not.toMatch(/dinesh/i);
  });

  it('an account number or date of birth is masked wherever it recurs without its label', () => {
    const { redacted } = peopleOf(
      'DOB: 05/03/1979\nA/c No: 50200048213377\npaid to 5020 0048 2133 77 on 50200048213377, 05/03/1979',
      'auto',
    );
    expect(redacted).not.toMatch(/5020|1979/);
  });
});
