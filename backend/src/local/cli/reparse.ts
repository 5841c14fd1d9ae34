import { runInProcess } from './command.ts';
import { runReparse } from './run-reparse.ts';

await runInProcess(runReparse);
