import { runInProcess } from './command.ts';
import { runInvite } from './run-invite.ts';

await runInProcess(runInvite);
