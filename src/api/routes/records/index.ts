import { resultRecordOperations, writtenRecordOperations } from '../../../contract/operations/records.ts';
import {
  accountSchema,
  callerSchema,
  claimSchema,
  counterSchema,
  hospitalSchema,
  memberSchema,
  messageSchema,
  payoutSchema,
  policySchema,
  productSchema,
  resultKinds,
  ticketSchema,
  writtenKinds,
} from '../../../contract/records.ts';
import { resultLists } from '../../../store/records/lists/results.ts';
import { writtenLists } from '../../../store/records/lists/written.ts';
import type { Route } from '../../services/route.ts';
import { exportRecordsRoute } from './export.ts';
import { importRecordsRoute } from './import.ts';
import { listRecordsRoute } from './list.ts';
import { readResultRoute, readWrittenRoute } from './read.ts';
import { removeRecordRoute } from './remove.ts';
import { reportPayoutRoute } from './report-payout.ts';
import { writeRecordRoute } from './write.ts';

const schemas = {
  policies: policySchema,
  hospitals: hospitalSchema,
  accounts: accountSchema,
  callers: callerSchema,
  products: productSchema,
  members: memberSchema,
  counters: counterSchema,
  claims: claimSchema,
  payouts: payoutSchema,
  tickets: ticketSchema,
  messages: messageSchema,
} as const;

/** The routes of all kinds of records. Fixed words in an address come before keys. */
export const recordRoutes: readonly Route[] = [
  ...writtenKinds.flatMap((kindName) => {
    const operations = writtenRecordOperations[kindName];
    const kind = writtenLists[kindName];
    return [
      listRecordsRoute(operations.list, kindName, kind),
      importRecordsRoute(operations.importFile, kindName),
      exportRecordsRoute(operations.export, { kindName, kind, record: schemas[kindName] }),
      readWrittenRoute(operations.read, kindName, kind),
      writeRecordRoute(operations.write, kindName, kind),
      removeRecordRoute(operations.remove, kindName, kind),
    ];
  }),
  ...resultKinds.flatMap((kindName) => {
    const operations = resultRecordOperations[kindName];
    const kind = resultLists[kindName];
    return [
      listRecordsRoute(operations.list, kindName, kind),
      exportRecordsRoute(operations.export, { kindName, kind, record: schemas[kindName] }),
      readResultRoute(operations.read, kind),
    ];
  }),
  reportPayoutRoute,
];
