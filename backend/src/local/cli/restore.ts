import { runInProcess } from './command.ts';
import { runRestore } from './run-restore.ts';

await runInProcess(runRestore);
