import type { RuleSet } from '../../../contract/rule-set.ts';
import { refusingRounded } from './exact.ts';
import { finding, ruleSet } from './rows.ts';

/** it-rules@2 as data. The symptom is read by src/governance/rules/it; this decides by the cause that was found. */
export const IT_2: RuleSet = ruleSet({
  id: 'it-rules',
  version: 2,
  title: 'Production incident diagnosis and fix',
  basis: 'run_day',
  inputs: {
    unreadable: 'list<string>',
    host_ok: 'bool',
    host_given: 'bool',
    symptom_given: 'bool',
    severity: 'string',
    cause: 'string',
    confidence: 'int',
    contradicted: 'bool',
    reading: 'string',
    tried_before: 'bool',
    fix_touches: 'string',
    recovered: { type: 'bool', default: true },
  },
  params: { least_confidence: 60 },
  tables: {
    unreadable: [
      finding(
        'members',
        ['size(unreadable) > 0'],
        'IT-UNREADABLE',
        "'given but cannot be read: ' + join(unreadable, ', ')",
      ),
    ],
    incident: [
      finding('bad_host', ['!host_ok', 'host_given'], 'IT-HOST', "'the given host is not a host name'"),
      finding('no_host', ['!host_ok', '!host_given'], 'IT-HOST', "'no host was given'"),
      finding('no_symptom', ['!symptom_given'], 'IT-SYMPTOM', "'no symptom was given'"),
      finding(
        'no_cause',
        ['symptom_given', "cause == ''"],
        'IT-UNKNOWN',
        "'the symptom matches no known root cause'",
      ),
    ],
    fix: [
      finding(
        'weak',
        ["cause != ''", 'confidence < least_confidence'],
        'IT-CONFIDENCE',
        "'the signs for ' + cause + ' are weak (0.' + string(confidence) + ')'",
      ),
      finding(
        'within_limit',
        ["cause != ''", 'contradicted'],
        'IT-READING',
        "'the stated value for ' + reading + ' is within its limit'",
      ),
      finding(
        'recurs',
        ["cause != ''", 'tried_before'],
        'IT-RECURS',
        "'the usual fix was tried before and did not last'",
      ),
      finding(
        'no_fix',
        ["cause != ''", "fix_touches == 'no_fix'"],
        'IT-NOFIX',
        "'no fix for ' + cause + ' is safe to apply without a person'",
      ),
      finding(
        'first_severity',
        ["cause != ''", "severity == 'P1'", "fix_touches in ['settings', 'data']"],
        'IT-P1',
        "'on a P1 incident only a person may change ' + fix_touches",
      ),
    ],
    outcome: [finding('verify', ['!recovered'], 'IT-VERIFY', "'the fix did not lead to recovery'")],
  },
  tests: [
    {
      name: 'An incident without a host or a symptom is handed to a person',
      given: {
        unreadable: [],
        host_ok: false,
        host_given: false,
        symptom_given: false,
        severity: 'P3',
        cause: '',
      },
      expect: { codes: ['IT-HOST', 'IT-SYMPTOM'] },
    },
  ],
});

/** it-rules@3: like it-rules@2, but without numbers that may have been rounded. */
export const IT: RuleSet = refusingRounded(IT_2, 'IT-UNREADABLE');
