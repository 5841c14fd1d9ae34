import { parentPort, workerData } from 'node:worker_threads';
import { checkRows } from './check-file.ts';

parentPort?.postMessage(checkRows(String(workerData)));
