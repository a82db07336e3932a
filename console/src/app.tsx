import { QueryClientProvider } from '@tanstack/preact-query';
import { Route, Router, Switch } from 'wouter-preact';
import { watchPresence } from './api/presence.ts';
import { createQueries, useMe } from './api/queries.ts';
import { lazy } from './parts/lazy.tsx';
import { Frame } from './parts/frame.tsx';
import { Failure, Loading } from './parts/states.tsx';
import { Home } from './pages/home.tsx';
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
const TaskRun = lazy(async () => (await import('./pages/ask/task.tsx')).TaskRun);
const Analysis = lazy(async () => (await import('./pages/ask/analysis.tsx')).Analysis);
const AnalysisRun = lazy(async () => (await import('./pages/ask/analysis.tsx')).AnalysisRun);
const Operators = lazy(async () => (await import('./pages/operators/wall.tsx')).Operators);
const Operator = lazy(async () => (await import('./pages/operators/index.tsx')).Operator);
const Run = lazy(async () => (await import('./pages/run/index.tsx')).Run);
const Review = lazy(async () => (await import('./pages/review/index.tsx')).Review);
const Ledger = lazy(async () => (await import('./pages/ledger/index.tsx')).Ledger);

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
        <Route path="/ledger" component={Ledger} />
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
