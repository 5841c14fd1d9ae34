import { runBackup } from '../../../src/local/cli/run-backup.ts';
import { runRestore } from '../../../src/local/cli/run-restore.ts';

/** Makes a backup or brings one back: `node <this> backup|restore <data folder> <target folder or file>`. */
const [, , what = '', dataDirectory = '', place = ''] = process.argv;
process.exitCode = await (what === 'backup' ? runBackup : runRestore)({
  args: [place, '--data', dataDirectory],
  variables: {},
  write: () => {},
  complain: (text) => process.stderr.write(text),
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
