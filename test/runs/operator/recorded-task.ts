/** A real small model's task on a desktop (test/real-model), and the actions in its recorded trace. */
export const OPERATOR_TASK = {
  task: 'Type CLM-42 into the field Claim number, then click Send. Finish when the page says thank you.',
  url: 'http://claims.test/claim.html',
  max_steps: 20,
} as const;
