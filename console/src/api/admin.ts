import type {
  deleteConnector,
  listConnectors,
  putConnector,
  testConnector,
} from '../../../src/contract/operations/connectors.ts';
import type { listEgress } from '../../../src/contract/operations/egress.ts';
import type { getLedger, listLedger, scanText } from '../../../src/contract/operations/govern.ts';
import type { issueKey, listKeys, revokeKey, rotateKey } from '../../../src/contract/operations/keys.ts';
import type { listModels } from '../../../src/contract/operations/models.ts';
import type {
  addPerson,
  changeRoles,
  deactivatePerson,
  listPeople,
  reactivatePerson,
} from '../../../src/contract/operations/people.ts';
import type { endSession, listSessions } from '../../../src/contract/operations/people-sessions.ts';
import type {
  getLogKeys,
  listCheckpoints,
  listWitnesses,
  makeCheckpoint,
} from '../../../src/contract/operations/proofs.ts';
import type {
  getReviewPolicy,
  listReviewPolicies,
  setReviewPolicy,
} from '../../../src/contract/operations/reviews.ts';
import type {
  activateRuleSet,
  approveRuleSet,
  proposeRuleSet,
  rollBackRuleSet,
} from '../../../src/contract/operations/rule-set-moves.ts';
import type {
  checkRuleSetDraft,
  diffRuleSetVersions,
  getRuleSet,
  getRuleSetHistory,
  getRuleSetVersion,
  listRuleSets,
  putRuleSetDraft,
} from '../../../src/contract/operations/rule-sets.ts';
import type { startRun } from '../../../src/contract/operations/runs.ts';
import type { listSwitches, setSwitch } from '../../../src/contract/operations/safety.ts';
import type { readiness } from '../../../src/contract/operations/service.ts';
import type { describeSystem, listSystems } from '../../../src/contract/operations/systems.ts';
import type { getUsage } from '../../../src/contract/operations/usage.ts';
import type {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhook,
  testWebhook,
} from '../../../src/contract/operations/webhooks.ts';
import { operation } from './call.ts';

const ruleSetVersion = '/v1/rule-sets/{id}/versions/{version}' as const;

/** The operations of the pages for administrators, auditors and safety. */
export const admin = {
  listLedger: operation<typeof listLedger>('get', '/v1/govern/ledger'),
  getLedger: operation<typeof getLedger>('get', '/v1/govern/ledger/{ref}'),
  listCheckpoints: operation<typeof listCheckpoints>('get', '/v1/govern/checkpoints'),
  makeCheckpoint: operation<typeof makeCheckpoint>('post', '/v1/govern/checkpoints'),
  getLogKeys: operation<typeof getLogKeys>('get', '/v1/govern/keys'),
  listWitnesses: operation<typeof listWitnesses>('get', '/v1/govern/witnesses'),
  getUsage: operation<typeof getUsage>('get', '/v1/usage'),
  scanText: operation<typeof scanText>('post', '/v1/govern/scan'),
  startRun: operation<typeof startRun>('post', '/v1/workforce/verticals/{id}/runs'),

  listSwitches: operation<typeof listSwitches>('get', '/v1/govern/switches'),
  setSwitch: operation<typeof setSwitch>('post', '/v1/govern/switches'),
  listSystems: operation<typeof listSystems>('get', '/v1/govern/systems'),
  describeSystem: operation<typeof describeSystem>('put', '/v1/govern/systems/{id}'),
  listEgress: operation<typeof listEgress>('get', '/v1/govern/egress'),

  listRuleSets: operation<typeof listRuleSets>('get', '/v1/rule-sets'),
  getRuleSet: operation<typeof getRuleSet>('get', '/v1/rule-sets/{id}'),
  getRuleSetVersion: operation<typeof getRuleSetVersion>('get', ruleSetVersion),
  checkRuleSetDraft: operation<typeof checkRuleSetDraft>('post', '/v1/rule-sets/check'),
  putRuleSetDraft: operation<typeof putRuleSetDraft>('put', ruleSetVersion),
  diffRuleSetVersions: operation<typeof diffRuleSetVersions>('get', '/v1/rule-sets/{id}/diff'),
  getRuleSetHistory: operation<typeof getRuleSetHistory>('get', '/v1/rule-sets/{id}/history'),
  proposeRuleSet: operation<typeof proposeRuleSet>('post', `${ruleSetVersion}/propose`),
  approveRuleSet: operation<typeof approveRuleSet>('post', `${ruleSetVersion}/approve`),
  activateRuleSet: operation<typeof activateRuleSet>('post', `${ruleSetVersion}/activate`),
  rollBackRuleSet: operation<typeof rollBackRuleSet>('post', `${ruleSetVersion}/roll-back`),

  readiness: operation<typeof readiness>('get', '/readyz'),
  listModels: operation<typeof listModels>('get', '/v1/models'),
  getReviewPolicy: operation<typeof getReviewPolicy>('get', '/v1/reviews/policy'),
  listReviewPolicies: operation<typeof listReviewPolicies>('get', '/v1/reviews/policy/versions'),
  setReviewPolicy: operation<typeof setReviewPolicy>('put', '/v1/reviews/policy'),

  listWebhooks: operation<typeof listWebhooks>('get', '/v1/webhooks'),
  createWebhook: operation<typeof createWebhook>('post', '/v1/webhooks'),
  getWebhook: operation<typeof getWebhook>('get', '/v1/webhooks/{id}'),
  deleteWebhook: operation<typeof deleteWebhook>('delete', '/v1/webhooks/{id}'),
  rotateWebhook: operation<typeof rotateWebhook>('post', '/v1/webhooks/{id}/rotate'),
  disableWebhook: operation<typeof disableWebhook>('post', '/v1/webhooks/{id}/disable'),
  enableWebhook: operation<typeof enableWebhook>('post', '/v1/webhooks/{id}/enable'),
  testWebhook: operation<typeof testWebhook>('post', '/v1/webhooks/{id}/test'),
  listWebhookDeliveries: operation<typeof listWebhookDeliveries>('get', '/v1/webhooks/{id}/deliveries'),
  redeliverWebhook: operation<typeof redeliverWebhook>(
    'post',
    '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  ),

  listKeys: operation<typeof listKeys>('get', '/v1/admin/keys'),
  issueKey: operation<typeof issueKey>('post', '/v1/admin/keys'),
  rotateKey: operation<typeof rotateKey>('post', '/v1/admin/keys/{id}/rotate'),
  revokeKey: operation<typeof revokeKey>('delete', '/v1/admin/keys/{id}'),

  listPeople: operation<typeof listPeople>('get', '/v1/people'),
  addPerson: operation<typeof addPerson>('post', '/v1/people'),
  changeRoles: operation<typeof changeRoles>('put', '/v1/people/{id}/roles'),
  deactivatePerson: operation<typeof deactivatePerson>('delete', '/v1/people/{id}'),
  reactivatePerson: operation<typeof reactivatePerson>('post', '/v1/people/{id}/reactivate'),
  listSessions: operation<typeof listSessions>('get', '/v1/sessions'),
  endSession: operation<typeof endSession>('delete', '/v1/sessions/{id}'),

  listConnectors: operation<typeof listConnectors>('get', '/v1/connectors'),
  putConnector: operation<typeof putConnector>('put', '/v1/connectors/{name}'),
  deleteConnector: operation<typeof deleteConnector>('delete', '/v1/connectors/{name}'),
  testConnector: operation<typeof testConnector>('post', '/v1/connectors/{name}/test'),
};
