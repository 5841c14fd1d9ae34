import { parentPort, workerData } from 'node:worker_threads';
import { checkRows } from './check-rows.ts';

parentPort?.postMessage(checkRows(String(workerData)));
