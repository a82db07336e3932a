import { describe, expect, it } from 'vitest';
import { icdCategories, unfitDiagnoses } from '../../../../src/governance/rules/kyc/icd.ts';

const of = (...conditions: readonly string[]) => icdCategories({ conditions });
const unknown = { sex: undefined, age: undefined };

describe('ICD-10 codes in a claim', () => {
  it('are read with and without the dot, in any place, each category once', () => {
    expect(of('A97.0 dengue', 'Dengue (A970); A97')).toEqual(['a97']);
    expect(of('Type 2 diabetes E11.9; I10')).toEqual(['e11', 'i10']);
    expect(of('vitamin B12 deficiency', 'influenza H1N1', 'dengue')).toEqual([]);
  });

  it('that are reserved for one sex or an age do not fit a patient of another', () => {
    expect(unfitDiagnoses(['c61'], { sex: 'female', age: 60 })).toEqual(['a disease of men']);
    expect(unfitDiagnoses(['c61'], { sex: 'male', age: 60 })).toEqual([]);
    expect(unfitDiagnoses(['o80'], { sex: 'male', age: 30 })).toEqual(['a disease of women or a pregnancy']);
    expect(unfitDiagnoses(['o80'], { sex: 'female', age: 70 })).toEqual(['a pregnancy']);
    expect(unfitDiagnoses(['p07'], { sex: undefined, age: 34 })).toEqual(['a disease of the newborn']);
    expect(unfitDiagnoses(['p07'], { sex: 'male', age: 0 })).toEqual([]);
  });

  it('fit a patient about whom nothing is known', () => {
    expect(unfitDiagnoses(['c61', 'o80', 'p07'], unknown)).toEqual([]);
  });
});
