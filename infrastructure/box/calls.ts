import type { Asked } from './rights.ts';
import { bucketArn, isRecord, logGroupArn, queueArn, tableArn } from './stacks.ts';

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the partition key of a key or an item as DynamoDB's protocol writes it. */
const partitionOf = (item: unknown): string => String(record(record(item)['PK'])['S']);

/** Returns the partition that a query names: the value that its condition compares with `PK`. */
const partitionAsked = (input: Record<string, unknown>): string => {
  const names = record(input['ExpressionAttributeNames']);
  for (const [, name = '', value = ''] of String(input['KeyConditionExpression']).matchAll(
    /(#?\w+)\s*=\s*(:\w+)/g,
  ))
    if ((names[name] ?? name) === 'PK')
      return String(record(record(input['ExpressionAttributeValues'])[value])['S']);
  return '';
};

/** Returns the keys that a batch names in one table. */
const keysInBatch = (action: string, requests: unknown): unknown[] =>
  action === 'BatchGetItem'
    ? list(record(requests)['Keys'])
    : list(requests).map((each) => {
        const { PutRequest: put, DeleteRequest: deleted } = record(each);
        return record(put)['Item'] ?? record(deleted)['Key'];
      });

const ofItems = (action: string, resource: string, partitions: string[]): Asked => ({
  action: `dynamodb:${action}`,
  resource,
  keys: { 'dynamodb:LeadingKeys': [...new Set(partitions)] },
});

/** Returns what IAM checks of a request to DynamoDB. */
export const askedOfTable = (action: string, input: Record<string, unknown>): Asked[] => {
  if (isRecord(input['RequestItems']))
    return Object.entries(input['RequestItems']).map(([table, requests]) =>
      ofItems(action, tableArn(table), keysInBatch(action, requests).map(partitionOf)),
    );
  // IAM has no action for a transaction: it checks those of its writes.
  if (action === 'TransactWriteItems')
    return list(input['TransactItems']).flatMap((each) =>
      Object.entries(record(each)).map(([kind, write]) => {
        const { TableName, Item, Key } = record(write);
        return ofItems(`${kind}Item`, tableArn(String(TableName)), [partitionOf(Item ?? Key)]);
      }),
    );
  const table = tableArn(String(input['TableName']));
  const { IndexName: index } = input;
  if (action === 'Scan') return [{ action: `dynamodb:${action}`, resource: table }];
  if (action === 'Query')
    return [
      ofItems(action, typeof index === 'string' ? `${table}/index/${index}` : table, [partitionAsked(input)]),
    ];
  return [ofItems(action, table, [partitionOf(input['Key'] ?? input['Item'])])];
};

/** The actions of SQS of which IAM checks others too, as SQS documents of its move tasks. */
const furtherActions: Readonly<Record<string, readonly string[]>> = {
  StartMessageMoveTask: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'],
  ListMessageMoveTasks: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'],
};

/** Returns what IAM checks of a request to SQS. A batch is checked by the action for one message. */
export const askedOfQueue = (action: string, queue: string): Asked[] => {
  const single = action.replace(/Batch$/, '');
  return [single, ...(furtherActions[single] ?? [])].map((each) => ({
    action: `sqs:${each}`,
    resource: queueArn(queue),
  }));
};

/** The rights with which Lambda takes the messages of a queue for a function. */
export const askedByMapping = (queue: string): Asked[] =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].flatMap((action) => askedOfQueue(action, queue));

/** The rights with which Lambda writes what a function logs. */
export const askedByLogs = (logGroup: string): Asked[] =>
  ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({
    action,
    resource: logGroupArn(logGroup).replace('*', 'log-stream:instance'),
  }));

const objectActions: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

/** The right that S3 needs to list a bucket, and to say that an object is missing. */
export const askedOfList = (bucket: string, prefix?: string): Asked => ({
  action: 's3:ListBucket',
  resource: bucketArn(bucket),
  keys: prefix === undefined ? {} : { 's3:prefix': [prefix] },
});

/** Returns what IAM checks of a request to S3 for an object. */
export const askedOfObject = (method: string, bucket: string, key: string): Asked => ({
  action: objectActions[method] ?? `s3:${method}`,
  resource: `${bucketArn(bucket)}/${key}`,
});
