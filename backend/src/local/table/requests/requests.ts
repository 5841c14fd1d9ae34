import { checkTable, consumed, type OnlyTable, readUnits } from './capacity.ts';
import type { Rows } from '../rows/rows.ts';
import type {
  BatchGetCommandInput,
  BatchWriteCommandInput,
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { getBatch, writeBatch, deleteItem, getItem, putItem, updateItem } from './item-requests.ts';
import { runQuery } from './query.ts';

const query = (table: OnlyTable, input: QueryCommandInput) => {
  checkTable(table, input.TableName);
  const { answer, bytes } = runQuery(table.rows, input);
  return { ...answer, ...consumed(table, input, () => readUnits(bytes(), input.ConsistentRead ?? false)) };
};

/**
 * Creates DynamoDB's requests on the rows of one table. Each request is atomic: no other request runs between its reads
 * and its writes. Errors have DynamoDB's names, or are StorageFullError, StorageDamagedError or
 * StorageUnavailableError.
 */
export const createRequests = (rows: Rows, name: string) => {
  const table = { rows, name };
  return {
    get: (input: GetCommandInput) => getItem(table, input),
    put: (input: PutCommandInput) => putItem(table, input),
    update: (input: UpdateCommandInput) => updateItem(table, input),
    delete: (input: DeleteCommandInput) => deleteItem(table, input),
    query: (input: QueryCommandInput) => query(table, input),
    batchGet: (input: BatchGetCommandInput) => getBatch(table, input),
    batchWrite: (input: BatchWriteCommandInput) => writeBatch(table, input),
  };
};
