import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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
