/** A message of a run. */
export interface MessageInput {
  readonly team_id: string;
  readonly run_id: string;
  readonly kind: 'device_alert' | 'text_message';
}

/** Input of the workflow `messageDelivery`, which names it because a run may have several. Histories contain it in this form. */
export interface MessageWorkflowInput extends MessageInput {
  readonly workflow_id: string;
}

/** Result of an attempt to deliver a message. */
export interface MessageProgress {
  readonly is_queued: boolean;
  /** Milliseconds after which trying again may help; 0 if unknown. */
  readonly retry_in_ms: number;
}

export const workflowIdOf = ({ run_id, kind }: MessageInput): string => `message-${run_id}-${kind}`;
