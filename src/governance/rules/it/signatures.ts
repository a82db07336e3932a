/**
 * Signs of incidents in logs, alerts and people's descriptions, by root-cause class. A strong sign identifies its class by
 * itself; a weak one only supports it. Every pattern takes linear time, because none has an unbounded repetition before required
 * text.
 */

import type { Sign } from '../../text/signs.ts';

export type RootCause =
  | 'disk_full'
  | 'out_of_memory'
  | 'cpu_saturation'
  | 'dns_failure'
  | 'certificate_expired'
  | 'image_pull'
  | 'configuration'
  | 'connection_pool'
  | 'lock_contention'
  | 'slow_query'
  | 'cache_memory'
  | 'replication_lag'
  | 'queue_backlog'
  | 'open_files'
  | 'credentials'
  | 'rate_limited'
  | 'scheduling'
  | 'job_failed'
  | 'probe_failing'
  | 'upstream_unreachable'
  | 'crash_loop';

const strong = (name: string, pattern: RegExp): Sign => ({ name, pattern, strong: true });
const weak = (name: string, pattern: RegExp): Sign => ({ name, pattern, strong: false });

/** The order decides ties: a cause comes before its consequences. */
// prettier-ignore
export const SIGNATURES: readonly (readonly [RootCause, readonly Sign[]])[] = [
  ['disk_full', [
    strong('no space left', /no space left|enospc|out of disk(?: space)?|disk quota exceeded/),
    strong('disk full', /(?:disk|disc|file ?system|volume|partition|storage|\/var|\/tmp|\/data)\b[^\n]{0,30}\b(?:is |are )?(?:almost |nearly )?(?:full|filled up|exhausted|out of space)/),
    strong('low disk space', /low (?:on )?disk(?: space)?|(?<!no ?)disk ?pressure(?!\s+false)|inodes?\b[^\n]{0,20}(?:exhausted|100 ?%)/),
    weak('disk use in per cent', /(?:disk|file ?system|volume|partition|storage|\/var|\/data)\b[^\n]{0,40}\b(?:8[5-9]|9\d|100) ?%/),
    weak('only a fraction free', /\b(?:8[5-9]|9\d|100) ?%[^\n]{0,12}\b(?:used|full)\b/),
  ]],
  ['cache_memory', [
    strong('maxmemory refused', /oom command not allowed|used memory > 'maxmemory'|maxmemory[^\n]{0,20}reached/),
    strong('keys evicted', /(?:redis|cache|memcached)\b[^\n]{0,40}\b(?:evict|maxmemory|out of memory|keys? without (?:a )?(?:ttl|expiry))/),
    weak('hit rate fell', /cache (?:hit (?:rate|ratio)|miss)/),
  ]],
  ['out_of_memory', [
    strong('killed for memory', /oom[- _]?kill|out[- ]of[- ]memory|exit(?:ed)?(?: with)?(?: code| status)? ?:?=? ?137\b|killed process \d+/),
    strong('allocation failed', /outofmemoryerror|cannot allocate memory|heap out of memory|memory exhaust|(?<!no ?)memory ?pressure(?!\s+false)|memory limit (?:reached|exceeded)|enomem/),
    weak('memory use in per cent', /(?:memory|ram|heap|rss)\b[^\n]{0,30}\b(?:9\d|100) ?%/),
    weak('memory leak', /memory leak|memory (?:keeps )?(?:growing|climbing)/),
  ]],
  ['dns_failure', [
    strong('name not resolved', /nxdomain|servfail|could ?n[o']t resolve|(?:cannot|unable to|failed to) resolve|name resolution|no such host|unknown ?host|getaddrinfo|eai_again|name or service not known/),
    weak('dns named', /\b(?:core)?dns\b/),
  ]],
  ['certificate_expired', [
    strong('certificate expired', /cert(?:ificate)?s?\b[^\n]{0,40}\b(?:expired|not yet valid|expir(?:es|y|ing))|cert_has_expired|x509:[^\n]{0,60}(?:expired|not yet valid)|expired[^\n]{0,20}cert/),
    weak('handshake failed', /(?:tls|ssl)[^\n]{0,20}handshake/),
  ]],
  ['image_pull', [
    strong('image not pulled', /imagepullbackoff|errimagepull|manifest (?:unknown|for [^\n]{0,80} not found)|pull access denied|fail(?:s|ed|ing|ure)? (?:to|in) pull(?:ing)?|image[^\n]{0,60}(?:cannot|could not|can't) be pulled|image pull fail|(?:cannot|unable to|can't) pull[^\n]{0,20}image|invalidimagename/),
    weak('image tag', /image tag|no such image/),
  ]],
  ['configuration', [
    strong('setting missing', /missing (?:required )?(?:env(?:ironment)?(?: variable)?|config(?:uration)?|setting)|createcontainerconfigerror|(?:config ?map|secret)\b[^\n]{0,60}\b(?:not found|does ?n[o']t exist|missing)|environment variable[^\n]{0,40}(?:not set|missing|undefined)/),
    strong('setting malformed', /invalid (?:config(?:uration)?|yaml|json)|config(?:uration)? (?:error|is invalid|invalid|file not found)|(?:yaml|toml|config)[^\n]{0,20}parse error|unknown (?:directive|option|setting)|misconfigur/),
    weak('after a change of settings', /after (?:a |the )?(?:config(?:uration)?|settings?) (?:change|update)/),
  ]],
  ['connection_pool', [
    strong('too many connections', /too many (?:clients|connections)|remaining connection slots|max_connections|connection limit exceeded|sorry, too many/),
    strong('pool exhausted', /(?:connection )?pool\b[^\n]{0,30}\b(?:exhausted|time[d-]? ?out|full|depleted)|queuepool limit|pool_timeout|connections? (?:exhausted|leak)|(?:unable to|could not|cannot) acquire[^\n]{0,20}connection/),
  ]],
  ['lock_contention', [
    strong('deadlock', /deadlock(?: detected)?/),
    strong('lock wait', /lock wait timeout|lock_timeout|waiting for [a-z ]{0,20}lock|blocked by (?:pid|another)|table (?:is )?locked|lock contention/),
  ]],
  ['slow_query', [
    strong('table scanned', /(?:missing|no|lacks? an|without an?) index|seq(?:uential)? scan|full[- ]table scan|collscan/),
    strong('query too slow', /slow (?:database|db|sql) (?:quer(?:y|ies)|calls?|operations?)|slow quer(?:y|ies)|database (?:operations?|calls?|quer(?:y|ies))[^\n]{0,20}tak(?:e|ing)|quer(?:y|ies)\b[^\n]{0,30}\b(?:slow|timed? ?out|takes? (?:over )?\d+ ?(?:s|sec|min))|statement timeout/),
    weak('database slow', /database[^\n]{0,20}slow/),
  ]],
  ['replication_lag', [
    strong('replica behind', /replica(?:tion)?\b[^\n]{0,30}\b(?:lag|behind|delay)|seconds_behind_master|wal receiver|stale reads/),
  ]],
  ['queue_backlog', [
    strong('messages pile up', /consumer lag|(?:queue|topic|backlog)\b[^\n]{0,30}\b(?:depth|backlog|growing|piling|backed up|lag|stuck|full)|messages? (?:are )?(?:piling|backed|backing|queued) up|unacked messages/),
    weak('backlog named', /\bbacklog\b/),
  ]],
  ['open_files', [
    strong('descriptors used up', /too many open files|emfile|enfile|file descriptors?\b[^\n]{0,30}\b(?:exhausted|limit|leak)|nofile/),
  ]],
  ['credentials', [
    strong('login refused', /password authentication failed|authentication (?:failed|failure)|access denied for user|invalid (?:credentials|api key|token)|login failed for/),
    strong('secret expired', /(?:token|secret|api key|credential|password)s?\b[^\n]{0,20}\b(?:has |have )?(?:expired|rotated|revoked)/),
    weak('unauthorised', /\b40[13]\b|unauthori[sz]ed|forbidden|permission denied/),
  ]],
  ['rate_limited', [
    strong('requests refused', /too many requests|\b429\b|rate[- ]limit(?:s|ed|ing)?\b|throttlingexception|quota[^\n]{0,20}requests/),
  ]],
  ['scheduling', [
    strong('no room for the pod', /failedscheduling|insufficient (?:cpu|memory|gpu|nvidia)|unschedulable|0\/\d+ nodes|untolerated taint|did ?n[o']t match[^\n]{0,30}(?:selector|affinity)|(?:selector|affinity)[^\n]{0,20}mismatch|(?:cannot|can't|could not) be scheduled|(?:pvc|persistent ?volume ?claim)s?\b[^\n]{0,30}(?:pending|unbound|not b(?:ou|i)nd)|storage ?class\b[^\n]{0,40}(?:not found|does ?n[o']t exist)|quota (?:is |being )?exceeded|exceeded quota|pods? (?:is |are |stuck )?(?:in )?pending/),
    strong('node lost', /node[^\n]{0,20}not ?ready|kubelet (?:has )?stopped|nodenotready/),
    weak('scaling', /\b(?:hpa|autoscal)/),
  ]],
  ['job_failed', [
    strong('job failed', /backoff ?limit ?exceeded|(?:cron ?job|batch|job|backup|pipeline|etl)\b[^\n]{0,30}\b(?:failed|failing|did not (?:run|complete)|missed)/),
  ]],
  ['probe_failing', [
    strong('probe failed', /(?:readiness|liveness|startup) ?(?:probe|check)s?\b[^\n]{0,30}(?:fail|errored|time)|fail(?:s|ed|ing)? (?:readiness|liveness|startup) ?(?:probe|check)|health ?-?checks? (?:is |are |keeps? )?(?:fail|time)|unhealthy:/),
    weak('not ready', /\bnot ready\b|unhealthy/),
  ]],
  ['upstream_unreachable', [
    strong('connection refused', /connection (?:refused|reset|timed? ?out)|econnrefused|econnreset|etimedout|no route to host|network is unreachable|host unreachable|(?:cannot|can't|could not|fail(?:s|ed|ing)? to|unable to) (?:connect|reach)\b|connection failed|no endpoints/),
    strong('gateway error', /\b50[234]\b|bad gateway|service unavailable|gateway time-?out|upstream (?:timed out|prematurely|connect|sent)|no healthy upstream|no live upstreams/),
    weak('timeouts', /time-?outs?|timed out/),
  ]],
  ['cpu_saturation', [
    strong('cpu throttled', /cpu ?throttl|throttled (?:cpu|container)|cfs_throttled/),
    strong('cpu saturated', /cpu\b[^\n]{0,30}\b(?:8[5-9]|9\d|100) ?%|(?:high|maxed|pegged|saturated) (?:out )?(?:on )?cpu|cpu (?:is )?(?:pegged|maxed|saturated|spik)|high cpu|(?:8[5-9]|9\d|100) ?% cpu/),
    strong('load average', /load average[^\n]{0,10}\d{2,}/),
  ]],
  ['crash_loop', [
    strong('restarts again and again', /crashloopbackoff|crash ?loop|restart(?:s|ed|ing)? (?:repeatedly|constantly|continuously|in a loop|every|over and over)|keeps? (?:restarting|crashing)/),
    strong('process died', /segfault|segmentation fault|core dumped|panic:|unhandled (?:exception|rejection)|command not found|executable file not found|syntax error|exit(?:ed)?(?: with)? (?:code|status) (?:1|2|134|139)\b/),
    weak('process down', /(?:service|process|pod|container|app(?:lication)?)\b[^\n]{0,20}\b(?:down|died|dead|crashed|not running|stopped)/),
  ]],
];
