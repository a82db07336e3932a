import { QueryClientProvider } from '@tanstack/preact-query';
import { Route, Router, Switch } from 'wouter-preact';
import { watchPresence } from './api/presence.ts';
import { createQueries, useMe } from './api/queries.ts';
import { Frame } from './parts/frame.tsx';
import { Failure, Loading } from './parts/states.tsx';
import { Home } from './pages/home/index.tsx';
import { Checkpoints } from './pages/ledger/checkpoints.tsx';
import { Entries } from './pages/ledger/entries.tsx';
import { Proof } from './pages/ledger/proof.tsx';
import { Connectors } from './pages/records/connectors.tsx';
import { Import } from './pages/records/import.tsx';
import { Records } from './pages/records/index.tsx';
import { RecordPage } from './pages/records/record.tsx';
import { Review } from './pages/review/index.tsx';
import { Reviews } from './pages/reviews.tsx';
import { Run } from './pages/run/index.tsx';
import { Runs } from './pages/runs.tsx';
import { RuleSets } from './pages/rules/index.tsx';
import { RuleSet } from './pages/rules/rule-set.tsx';
import { Hosts } from './pages/safety/hosts.tsx';
import { Safety } from './pages/safety/switches.tsx';
import { Systems } from './pages/safety/systems.tsx';
import { Keys } from './pages/settings/keys.tsx';
import { People } from './pages/settings/people.tsx';
import { ReviewRules } from './pages/settings/review-rules.tsx';
import { Service } from './pages/settings/service.tsx';
import { Sessions } from './pages/settings/sessions.tsx';
import { Webhook } from './pages/settings/webhook.tsx';
import { Webhooks } from './pages/settings/webhooks.tsx';
import { SignedOut } from './pages/signed-out.tsx';
import { useWords, WordsProvider } from './words/index.tsx';

/** The console's path on the API. */
const BASE = '/console';

const queries = createQueries();
watchPresence(queries);

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
