import { runInProcess } from './command.ts';
import { runEdition } from './run-edition.ts';

await runInProcess(runEdition);
