/**
 * An extraction's four checks, for values in plain form: capitals and digits without separators. A Python version
 * (src/runs/document/sandbox/checks.py) runs in the sandbox; generated tests keep the two versions consistent.
 */
import { aadhaarDigits } from '../identifiers/aadhaar.ts';
import { gstinCheckCharacter, gstinShape } from '../identifiers/gstin.ts';
import { isIfsc } from '../identifiers/ifsc.ts';
import { isPan } from '../identifiers/pan.ts';

export const CHECKED_TYPES = ['pan', 'aadhaar', 'gstin', 'ifsc'] as const;
export type CheckedType = (typeof CHECKED_TYPES)[number];

/** Each check's name in the answer. */
export const CHECK_NAMES = {
  pan: 'pan_format',
  aadhaar: 'aadhaar_checksum',
  gstin: 'gstin_checksum',
  ifsc: 'ifsc_format',
} as const satisfies Readonly<Record<CheckedType, string>>;

export type CheckName = (typeof CHECK_NAMES)[CheckedType];

/** A value to check. Its verdict is returned at the same index in the list. */
export interface Check {
  readonly type: CheckedType;
  readonly value: string;
}

const PLAIN = /^[A-Z0-9]+$/;

const HOLDS: Readonly<Record<CheckedType, (value: string) => boolean>> = {
  pan: isPan,
  aadhaar: aadhaarDigits,
  gstin: (value) => gstinShape(value) && gstinCheckCharacter(value) === value[14],
  ifsc: isIfsc,
};

/** Returns whether a value passes the check for its type. Only values in plain form can pass. */
export const checkHolds = ({ type, value }: Check): boolean => PLAIN.test(value) && HOLDS[type](value);
