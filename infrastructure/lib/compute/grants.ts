import type { FunctionName } from '@omomi/backend/config';
import { Aws, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { indexes } from '../../../backend/src/storage/keys.ts';
import { accept } from '../accept.ts';
import type { Settings } from '../settings.ts';
import type { CapabilityFunction } from './capability-function.ts';
import type { WorkQueue } from './work-queue.ts';

type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

/** What the table client sends, which never scans. */
export const readAndWrite: readonly ItemAction[] = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
];

/** The indexes are named one by one, so that no wildcard is needed. */
export const grantTable = (to: IFunction, table: ITable, actions: readonly ItemAction[]): void =>
  to.addToRolePolicy(
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn, ...Object.keys(indexes).map((index) => `${table.tableArn}/index/${index}`)],
    }),
  );

/** A batch is sent under the permission for one message. */
export const grantSend = (to: IFunction, ...queues: IQueue[]): void =>
  to.addToRolePolicy(
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map((queue) => queue.queueArn) }),
  );

/** To see how a queue is doing and to send its dead letters back; sending to the queue itself is granted apart. */
export const grantOwner = (to: IFunction, ...workQueues: WorkQueue[]): void => {
  const depth = 'sqs:GetQueueAttributes';
  to.addToRolePolicy(
    new PolicyStatement({ actions: [depth], resources: workQueues.map(({ queue }) => queue.queueArn) }),
  );
  to.addToRolePolicy(
    new PolicyStatement({
      // A move receives and deletes in the name of who starts it.
      actions: [
        depth,
        'sqs:ReceiveMessage',
        'sqs:DeleteMessage',
        'sqs:StartMessageMoveTask',
        'sqs:ListMessageMoveTasks',
      ],
      resources: workQueues.map(({ deadLetters }) => deadLetters.queueArn),
    }),
  );
};

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';

/** To say that an object is missing, and not that it is forbidden, S3 asks for the right to list. */
export const grantBlobs = (
  to: CapabilityFunction<FunctionName>,
  blobs: IBucket,
  actions: readonly ObjectAction[],
): void => {
  to.handler.addToRolePolicy(
    new PolicyStatement({
      actions: actions.map((action) => `s3:${action}`),
      resources: [blobs.arnForObjects('*')],
    }),
  );
  if (actions.includes('GetObject'))
    to.handler.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [blobs.bucketArn] }),
    );
  acceptAllObjects(to, blobs);
};

/** The pack names the bucket as it is referred to: by its id before synthesis, then by the name of the export. */
const acceptAllObjects = (to: Construct, blobs: IBucket): void => {
  const owner = Stack.of(blobs);
  const {
    'Fn::GetAtt': [id],
  } = owner.resolve(blobs.bucketArn);
  const { 'Fn::ImportValue': name } = owner.resolve(owner.exportValue(blobs.bucketArn));
  const reason =
    'Objects are named by ids that are known only at run time, and the bucket holds nothing but them.';
  accept(to, {
    [`AwsSolutions-IAM5[Resource::<${id}.Arn>/*]`]: reason,
    [`AwsSolutions-IAM5[Resource::${name}/*]`]: reason,
  });
};

/** The one model of the deployment, or nothing where it calls none of Bedrock. */
export const grantModel = (to: IFunction, model: Settings['bedrockModel']): void => {
  if (model === undefined) return;
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ['bedrock:InvokeModel'],
      resources: [`arn:${Aws.PARTITION}:bedrock:${model.region}::foundation-model/${model.id}`],
    }),
  );
};
