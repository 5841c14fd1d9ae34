import { runInProcess } from './command.ts';
import { runBackup } from './run-backup.ts';

await runInProcess(runBackup);
