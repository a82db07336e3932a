import { parentPort, workerData } from 'node:worker_threads';
import { draftExtraction } from '../../governance/documents/extract.ts';
import type { DraftArguments } from './draft.ts';

parentPort!.postMessage(draftExtraction(...(workerData as DraftArguments)), []);
