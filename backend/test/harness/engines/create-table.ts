import {
  CreateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  indexes,
  primaryKey,
  projectedAttributes,
  timeToLiveAttribute,
} from '../../../src/storage/table/keys.ts';

/** Returns the definition of the table of keys.ts: on-demand billing, its local indexes and their projections. */
const tableDefinition = (tableName: string) =>
  ({
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: primaryKey.partition, KeyType: 'HASH' },
      { AttributeName: primaryKey.sort, KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [primaryKey.partition, primaryKey.sort, ...Object.values(indexes)].map((name) => ({
      AttributeName: name,
      AttributeType: 'S',
    })),
    LocalSecondaryIndexes: Object.entries(indexes).map(([name, sortKey]) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: primaryKey.partition, KeyType: 'HASH' },
        { AttributeName: sortKey, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projectedAttributes] },
    })),
  }) satisfies CreateTableCommandInput;

const LONGEST_WAIT_SECONDS = 60;

/** Creates the table unless it exists, and waits until it can be used. */
export const createTable = async (client: DynamoDBClient, tableName: string): Promise<void> => {
  try {
    await client.send(new CreateTableCommand(tableDefinition(tableName)));
  } catch (error) {
    if (isNamed(error, 'ResourceInUseException')) return;
    throw error;
  }
  await waitUntilTableExists(
    { client, maxWaitTime: LONGEST_WAIT_SECONDS, minDelay: 0.02, maxDelay: 1 },
    { TableName: tableName },
  );
  try {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { AttributeName: timeToLiveAttribute, Enabled: true },
      }),
    );
  } catch (error) {
    if (!isNamed(error, 'UnknownOperationException')) throw error;
  }
};

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;
