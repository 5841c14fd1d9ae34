import type { FunctionName } from '@omomi/backend/config';
import { queuesSentBy } from '@omomi/backend/queues';
import { Aws, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { accept } from '../../settings/accept.ts';
import type { Settings } from '../../settings/settings.ts';
import type { CapabilityFunction } from './capability-function.ts';
import { blobRights, hasObjects } from './blob-rights.ts';
import { itemRights } from './item-rights.ts';
import type { Resources } from './resources.ts';
import { parametersOf, reads } from './variables.ts';
import type { WorkQueue } from './work-queue.ts';

/** The condition key with the partition keys of a request. */
const leadingKeys = 'dynamodb:LeadingKeys';

/** Grants a function what it needs by its name: the table, and what its variables tell that it uses. */
export const grantRights = (to: CapabilityFunction<FunctionName>, resources: Resources): void => {
  const { handler, name } = to;
  const { table, settings } = resources;
  grantTable(handler, table, name);
  grantSend(handler, name, resources);
  if (reads(name, 'BLOB_BUCKET')) grantBlobs(to, resources);
  if (reads(name, 'EMBEDDER')) grantModel(handler, settings.bedrockModel);
  if (reads(name, 'TEXT_MODEL')) grantModel(handler, settings.textModel);
  if (reads(name, 'MAIL_FROM')) grantMail(handler, settings.mail);
  grantParameters(handler, parametersOf(name, resources));
};

/**
 * Grants a function what it does with items (`item-rights.ts`), and reading its indexes. Each index is named, so that no
 * wildcard is needed.
 */
const grantTable = (to: IFunction, table: ITable, name: FunctionName): void => {
  const { actions, never, nothingBut = [], also = [] } = itemRights[name];
  const indexArns = (indexes: readonly string[]) =>
    indexes.map((index) => `${table.tableArn}/index/${index}`);
  for (const { actions: allowed, indexes = [], only } of [itemRights[name], ...also]) {
    const grant = (named: readonly string[], resources: string[]): void =>
      to.addToRolePolicy(
        new PolicyStatement({
          actions: named.map((action) => `dynamodb:${action}`),
          resources,
          ...(only === undefined
            ? {}
            : { conditions: { 'ForAllValues:StringLike': { [leadingKeys]: only } } }),
        }),
      );
    grant(allowed, [table.tableArn]);
    if (indexes.length > 0) grant(['Query'], indexArns(indexes));
  }
  const deny = (named: readonly string[], resources: string[], partitions: readonly string[]): void =>
    to.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: named.map((action) => `dynamodb:${action}`),
        resources,
        conditions: { 'ForAnyValue:StringLike': { [leadingKeys]: partitions } },
      }),
    );
  if (never !== undefined) deny(actions, [table.tableArn, ...indexArns(itemRights[name].indexes)], never);
  for (const { actions: left, in: partitions } of nothingBut)
    deny(
      actions.filter((action) => !left.includes(action)),
      [table.tableArn],
      partitions,
    );
};

/** Grants a function sending to its queues. The permission for one message covers batches too. */
const grantSend = (to: IFunction, name: FunctionName, { queues }: Pick<Resources, 'queues'>): void => {
  const resources = queuesSentBy(name).map((queue) => queues[queue].queue.queueArn);
  if (resources.length > 0)
    to.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources }));
};

/** Grants the owner's work on queues: reading their depth, showing dead letters and sending them back. */
export const grantOwner = (to: IFunction, ...workQueues: WorkQueue[]): void => {
  const depth = 'sqs:GetQueueAttributes';
  to.addToRolePolicy(
    new PolicyStatement({
      // A move task sends messages with the permissions of its caller.
      actions: [depth, 'sqs:SendMessage'],
      resources: workQueues.map(({ queue }) => queue.queueArn),
    }),
  );
  to.addToRolePolicy(
    new PolicyStatement({
      // It also receives and deletes them with those.
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

/**
 * Grants a function what it does with objects of the bucket (`blob-rights.ts`). S3 answers that an object is missing, and not that
 * it is forbidden, only to callers that may list the bucket.
 */
const grantBlobs = (
  to: CapabilityFunction<FunctionName>,
  { blobs, settings }: Pick<Resources, 'blobs' | 'settings'>,
): void => {
  const rights = Object.entries(blobRights[to.name] ?? {}).filter(([names]) => hasObjects(names, settings));
  for (const [names, actions] of rights)
    to.handler.addToRolePolicy(
      new PolicyStatement({
        actions: actions.map((action) => `s3:${action}`),
        resources: [blobs.arnForObjects(names)],
      }),
    );
  to.handler.addToRolePolicy(
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [blobs.bucketArn] }),
  );
  acceptWildcards(
    to,
    blobs,
    rights.map(([names]) => names).filter((names) => names.endsWith('*')),
  );
};

/**
 * Accepts the wildcards for objects. The rule pack names the bucket by its reference: its id before synthesis, and the
 * name of the export afterwards.
 */
const acceptWildcards = (to: Construct, blobs: IBucket, names: readonly string[]): void => {
  const owner = Stack.of(blobs);
  const {
    'Fn::GetAtt': [id],
  } = owner.resolve(blobs.bucketArn);
  const { 'Fn::ImportValue': exported } = owner.resolve(owner.exportValue(blobs.bucketArn));
  const reason = 'Objects are named by ids that are known only at run time.';
  accept(
    to,
    Object.fromEntries(
      names.flatMap((each) =>
        [`<${id}.Arn>`, exported].map((bucket) => [`AwsSolutions-IAM5[Resource::${bucket}/${each}]`, reason]),
      ),
    ),
  );
};

/** Grants calls of one model. Grants nothing if the deployment uses no such model of Bedrock. */
const grantModel = (to: IFunction, model: Settings['bedrockModel' | 'textModel']): void => {
  if (model === undefined) return;
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ['bedrock:InvokeModel'],
      resources: [`arn:${Aws.PARTITION}:bedrock:${model.region}::foundation-model/${model.id}`],
    }),
  );
};

/** Grants sending mails from one address. Grants nothing if the deployment sends none. */
const grantMail = (to: IFunction, mail: Settings['mail']): void => {
  if (mail === undefined) return;
  const { address, identity: resourceName } = mail;
  to.addToRolePolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [Stack.of(to).formatArn({ service: 'ses', resource: 'identity', resourceName })],
      conditions: { StringEquals: { 'ses:FromAddress': address } },
    }),
  );
};

/** Grants reading SecureStrings, which the key that AWS keeps for them decrypts for everybody who may read them. */
const grantParameters = (to: IFunction, names: readonly string[]): void => {
  if (names.length === 0) return;
  const arnOf = (name: string) =>
    Stack.of(to).formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.replace(/^\//, '') });
  to.addToRolePolicy(new PolicyStatement({ actions: ['ssm:GetParameters'], resources: names.map(arnOf) }));
};
