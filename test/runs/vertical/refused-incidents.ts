/** Changes to an incident that can be fixed, and the codes with which it then goes to a person. */
export const REFUSED_INCIDENTS: readonly (readonly [object, readonly string[]])[] = [
  [{ symptom: 'the printer on floor two smells odd' }, ['IT-UNKNOWN']],
  [{ symptom: undefined }, ['IT-SYMPTOM']],
  [{ host: undefined }, ['IT-HOST']],
  [{ host: 'web-03; rm -rf /' }, ['IT-HOST']],
  [{ host: '2345 6789 1238' }, ['IT-HOST']],
  [{ symptom: 'certificate has expired', severity: 'SEV1' }, ['IT-P1']],
  [{ symptom: 'certificate has expired', severity: 'P0' }, ['IT-P1']],
  [{ symptom: 'certificate has expired', severity: 'P1 - Critical' }, ['IT-P1']],
  [{ severity: 'purple' }, ['IT-UNREADABLE']],
  [{ severity: { level: 1 } }, ['IT-UNREADABLE']],
  [{ symptom: 'disk is not full' }, ['IT-UNKNOWN']],
  [{ symptom: 'replica lag of 900 seconds' }, ['IT-NOFIX']],
  [{ symptom: 'disk full alert, but /var is at 40% used' }, ['IT-READING']],
  [{ symptom: 'disk full again after the cleanup' }, ['IT-RECURS']],
  [{ symptom: 'some dns thing' }, ['IT-CONFIDENCE']],
];
