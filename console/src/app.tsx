import { QueryClientProvider } from '@tanstack/preact-query';
import { Route, Router, Switch } from 'wouter-preact';
import { watchPresence } from './api/presence.ts';
import { createQueries, useMe } from './api/queries.ts';
import { lazy, lazyById } from './parts/lazy.tsx';
import { Frame } from './parts/frame.tsx';
import { Failure, Loading } from './parts/states.tsx';
import { Home } from './pages/home/index.tsx';
import { Reviews } from './pages/reviews.tsx';
import { Runs } from './pages/runs.tsx';
import { SignedOut } from './pages/signed-out.tsx';
import { useWords, WordsProvider } from './words/index.tsx';

/** The console's path on the API. */
const BASE = '/console';

const queries = createQueries();
watchPresence(queries);

/** Pages that are loaded when somebody opens them. */
const Start = lazy(async () => (await import('./pages/start/index.tsx')).Start);
const Scan = lazy(async () => (await import('./pages/ask/scan.tsx')).Scan);
const Extract = lazy(async () => (await import('./pages/ask/extract.tsx')).Extract);
const Code = lazy(async () => (await import('./pages/ask/code.tsx')).Code);
const Task = lazy(async () => (await import('./pages/ask/task.tsx')).Task);
const TaskRun = lazyById(async () => (await import('./pages/ask/task.tsx')).TaskRun);
const Analysis = lazy(async () => (await import('./pages/ask/analysis.tsx')).Analysis);
const AnalysisRun = lazyById(async () => (await import('./pages/ask/analysis.tsx')).AnalysisRun);
const Operators = lazy(async () => (await import('./pages/operators/wall.tsx')).Operators);
const Operator = lazyById(async () => (await import('./pages/operators/index.tsx')).Operator);
const Run = lazyById(async () => (await import('./pages/run/index.tsx')).Run);
const Review = lazyById(async () => (await import('./pages/review/index.tsx')).Review);
const Checkpoints = lazy(async () => (await import('./pages/ledger/checkpoints.tsx')).Checkpoints);
const Entries = lazy(async () => (await import('./pages/ledger/entries.tsx')).Entries);
const Proof = lazy(async () => (await import('./pages/ledger/proof.tsx')).Proof);
const Connectors = lazy(async () => (await import('./pages/records/connectors/index.tsx')).Connectors);
const Import = lazy(async () => (await import('./pages/records/import.tsx')).Import);
const Records = lazy(async () => (await import('./pages/records/index.tsx')).Records);
const RecordPage = lazyById(async () => (await import('./pages/records/record.tsx')).RecordPage);
const RuleSets = lazy(async () => (await import('./pages/rules/index.tsx')).RuleSets);
const RuleDraft = lazyById(async () => (await import('./pages/rules/draft.tsx')).RuleDraft);
const RuleSet = lazyById(async () => (await import('./pages/rules/rule-set.tsx')).RuleSet);
const Hosts = lazy(async () => (await import('./pages/safety/hosts.tsx')).Hosts);
const Safety = lazy(async () => (await import('./pages/safety/switches.tsx')).Safety);
const Systems = lazy(async () => (await import('./pages/safety/systems.tsx')).Systems);
const Keys = lazy(async () => (await import('./pages/settings/keys.tsx')).Keys);
const People = lazy(async () => (await import('./pages/settings/people.tsx')).People);
const ReviewRules = lazy(async () => (await import('./pages/settings/review-rules/index.tsx')).ReviewRules);
const Service = lazy(async () => (await import('./pages/settings/service.tsx')).Service);
const Sessions = lazy(async () => (await import('./pages/settings/sessions.tsx')).Sessions);
const Webhook = lazyById(async () => (await import('./pages/settings/webhook.tsx')).Webhook);
const Webhooks = lazy(async () => (await import('./pages/settings/webhooks.tsx')).Webhooks);

const NotFound = () => {
  const { t } = useWords();
  return <h1>{t('app.notFound')}</h1>;
};

const Pages = () => {
  const me = useMe();
  if (me.isPending) return <Loading />;
  if (me.isError) return <Failure error={me.error} again={async () => me.refetch()} />;
  if (me.data === null) return <SignedOut />;
  return (
    <Frame me={me.data}>
      <Switch>
        <Route path="/" component={Home} />
        <Route path="/runs" component={Runs} />
        <Route path="/runs/:id" component={Run} />
        <Route path="/start" component={Start} />
        <Route path="/operators" component={Operators} />
        <Route path="/operators/:id" component={Operator} />
        <Route path="/ask" component={Scan} />
        <Route path="/ask/scan" component={Scan} />
        <Route path="/ask/extract" component={Extract} />
        <Route path="/ask/code" component={Code} />
        <Route path="/ask/task" component={Task} />
        <Route path="/ask/task/:ref" component={TaskRun} />
        <Route path="/ask/analysis" component={Analysis} />
        <Route path="/ask/analysis/:ref" component={AnalysisRun} />
        <Route path="/reviews" component={Reviews} />
        <Route path="/reviews/:id" component={Review} />
        <Route path="/ledger" component={Entries} />
        <Route path="/ledger/proof" component={Proof} />
        <Route path="/ledger/checkpoints" component={Checkpoints} />
        <Route path="/records" component={Records} />
        <Route path="/records/import" component={Import} />
        <Route path="/records/connectors" component={Connectors} />
        <Route path="/records/:kind/:key" component={RecordPage} />
        <Route path="/safety" component={Safety} />
        <Route path="/safety/systems" component={Systems} />
        <Route path="/safety/hosts" component={Hosts} />
        <Route path="/rules" component={RuleSets} />
        <Route path="/rules/:id" component={RuleSet} />
        <Route path="/rules/:id/draft" component={RuleDraft} />
        <Route path="/settings" component={Service} />
        <Route path="/settings/reviews" component={ReviewRules} />
        <Route path="/settings/webhooks" component={Webhooks} />
        <Route path="/settings/webhooks/:id" component={Webhook} />
        <Route path="/settings/keys" component={Keys} />
        <Route path="/settings/people" component={People} />
        <Route path="/settings/sessions" component={Sessions} />
        <Route component={NotFound} />
      </Switch>
    </Frame>
  );
};

export const App = () => (
  <QueryClientProvider client={queries}>
    <WordsProvider>
      <Router base={BASE}>
        <Pages />
      </Router>
    </WordsProvider>
  </QueryClientProvider>
);
