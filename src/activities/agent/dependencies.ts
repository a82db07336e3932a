import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Db } from '../../store/db/client.ts';
import type { EventSink } from '../../events/sink.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Agents } from '../../model/agents.ts';
import type { Models } from '../../model/providers/models.ts';
import type { AgentSpans } from '../../observability/agent-spans.ts';
import type { SuspensionWatch } from '../../store/switches/watch.ts';

/** Dependencies of the agent loop activities. */
export interface AgentDependencies {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly vaultRing: KeyRing;
  readonly suspensions: SuspensionWatch;
  readonly events: EventSink;
  /** Undefined on a worker without a provider key. */
  readonly models: Models | undefined;
  readonly agents: Agents;
  readonly spans: AgentSpans;
  /** How long a run that waits for a person keeps its sandbox, in milliseconds. */
  readonly sandboxHoldMs: number;
}
