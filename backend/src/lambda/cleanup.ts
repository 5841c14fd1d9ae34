import { createCleanupHandler } from '../app/cleanup.ts';
import { createDynamoEngine } from '../storage/table/table-engine.ts';
import { createTableClient } from '../storage/table/table.ts';
import { createMovableTable } from '../storage/upgrade/movable-table.ts';
import { createBase, createQueues, noBlobs } from './adapters.ts';
import { newTableClient } from './aws-clients.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { withUpgrade } from './with-upgrade.ts';

const env = readEnvironment(environments.cleanup, process.env);
const { TABLE_NAME: tableName } = env;
const base = createBase('cleanup', env, noBlobs);
const dynamo = newTableClient();

export const handler = withUpgrade(createCleanupHandler({ ...base, ...createQueues('cleanup', env).sends }), {
  table: createTableClient({ client: createDynamoEngine(dynamo), tableName }),
  movable: createMovableTable(dynamo, tableName),
  log: base.log,
});
