import { engines } from '../../harness/engines/engines.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { createTableClient, type TableClient } from '../../../src/storage/table/table.ts';
import { identityStoreContract } from './contracts/identity-store.contract.ts';
import { sessionStoreContract } from './contracts/session-store.contract.ts';
import { todayLinkStoreContract } from './contracts/today-link-store.contract.ts';
import { tokenStoreContract } from './contracts/token-store.contract.ts';
import { loginStoreContract } from './contracts/login-store.contract.ts';
import { profilePersonContract } from './contracts/profile-person.contract.ts';

const TABLE = 'accounts';

for (const { name, start, isSkipped } of engines) {
  describe.skipIf(isSkipped)(`stores of accounts on ${name}`, () => {
    let engine: TestEngine;
    let table: TableClient;
    beforeAll(async () => {
      engine = await start();
      await engine.createTable(TABLE);
      table = createTableClient({ client: engine.client, tableName: TABLE });
    });
    afterAll(() => engine.close());

    const client = () => table;
    identityStoreContract(client);
    sessionStoreContract(client);
    tokenStoreContract(client);
    todayLinkStoreContract(client);
    loginStoreContract(client);
    profilePersonContract(client);
  });
}
