/** A live run's governed tools. `run_python` is not one of them, because it changes nothing outside its sandbox. */
export const liveTools = [
  'read_case',
  'verify_identity',
  'look_up_records',
  'score_risk',
  'run_diagnostics',
  'state_finding',
  'call_outside',
  'apply_fix',
  'verify_recovery',
  'decide',
  'write_record',
] as const;

export type LiveTool = (typeof liveTools)[number];
