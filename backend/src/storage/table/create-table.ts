import {
  CreateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { indexes, primaryKey, projectedAttributes, timeToLiveAttribute } from './keys.ts';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type BatchWriteCommandInput,
  type BatchWriteCommandOutput,
  type DeleteCommandInput,
  type DeleteCommandOutput,
  type GetCommandInput,
  type GetCommandOutput,
  type PutCommandInput,
  type PutCommandOutput,
  type QueryCommandInput,
  type QueryCommandOutput,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';

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

type Answer<Output> = Promise<Omit<Output, '$metadata'>>;

/**
 * The requests of DynamoDB's document client that the stores send. DynamoDB answers them in a deployment, and an
 * embedded engine on a laptop. Both reject with errors that have DynamoDB's names, such as
 * `ConditionalCheckFailedException`.
 */
export type TableEngine = {
  get: (input: GetCommandInput) => Answer<GetCommandOutput>;
  put: (input: PutCommandInput) => Answer<PutCommandOutput>;
  update: (input: UpdateCommandInput) => Answer<UpdateCommandOutput>;
  delete: (input: DeleteCommandInput) => Answer<DeleteCommandOutput>;
  query: (input: QueryCommandInput) => Answer<QueryCommandOutput>;
  batchGet: (input: BatchGetCommandInput) => Answer<BatchGetCommandOutput>;
  batchWrite: (input: BatchWriteCommandInput) => Answer<BatchWriteCommandOutput>;
};

/** Creates an engine that sends the requests to DynamoDB. Undefined attributes are not written. */
export const createDynamoEngine = (client: DynamoDBClient): TableEngine => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    get: (input) => documents.send(new GetCommand(input)),
    put: (input) => documents.send(new PutCommand(input)),
    update: (input) => documents.send(new UpdateCommand(input)),
    delete: (input) => documents.send(new DeleteCommand(input)),
    query: (input) => documents.send(new QueryCommand(input)),
    batchGet: (input) => documents.send(new BatchGetCommand(input)),
    batchWrite: (input) => documents.send(new BatchWriteCommand(input)),
  };
};
