import {
  BatchWriteItemCommand,
  ScanCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

/** Items read at once; as many batches of 25 are under way as they make. */
const PAGE = 400;
const BATCH = 25;

/** Writes every item of one table into another of the same name, indexes and all. */
export const copyItems = async (
  from: DynamoDBClient,
  to: DynamoDBClient,
  tableName: string,
  onProgress: (items: number) => void,
): Promise<void> => {
  let copied = 0;
  let start: Record<string, AttributeValue> | undefined;
  do {
    const page = await from.send(
      new ScanCommand({
        TableName: tableName,
        Limit: PAGE,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    const items = page.Items ?? [];
    const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) =>
      items.slice(at * BATCH, (at + 1) * BATCH),
    );
    await Promise.all(
      batches.map((batch) =>
        to.send(
          new BatchWriteItemCommand({
            RequestItems: { [tableName]: batch.map((Item) => ({ PutRequest: { Item } })) },
          }),
        ),
      ),
    );
    copied += items.length;
    onProgress(copied);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
};
