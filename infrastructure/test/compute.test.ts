import { environments } from '@omomi/backend/config';
import type { FunctionName } from '@omomi/backend/config';
import { queueName } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp, everySetting, resourcesOf, sharedTestApp, templateOf } from './assembly.ts';
import type { Resource } from './assembly.ts';

const template = templateOf(sharedTestApp(everySetting), 'Compute');
const resources = (type: string): [string, Resource][] => Object.entries(resourcesOf(template, type));

type Statement = { Effect: string; Action: string | string[]; Resource: unknown };
const statementsOf = (name: string): Statement[] => {
  const [, policy] = resources('AWS::IAM::Policy').find(([id]) =>
    id.toLowerCase().startsWith(`${name}role`),
  )!;
  return (policy.Properties['PolicyDocument'] as { Statement: Statement[] }).Statement;
};
const actionsOf = (name: string, service: string) =>
  statementsOf(name)
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action }) => Action)
    .filter((action) => action.startsWith(`${service}:`))
    .toSorted();

const version = '0aeb8b4c-41d9-4a4e-9d62-5f0c7d7a1e11';
const names = Object.keys(environments) as FunctionName[];
const functionOf = (name: string) =>
  resources('AWS::Lambda::Function').find(([id]) => id.toLowerCase().startsWith(`${name}function`))![1];

describe('the functions', () => {
  it('are one for each capability', () => {
    expect(resources('AWS::Lambda::Function')).toHaveLength(names.length);
  });

  it.each(names)('%s runs Node 24 on arm64 with every variable it needs and no other', (name) => {
    const { Properties: properties } = functionOf(name);
    expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    const { Variables: variables } = properties['Environment'] as { Variables: Record<string, unknown> };
    const missing = Object.entries(environments[name].shape)
      .filter(([variable, schema]) => !schema.safeParse(undefined).success && !(variable in variables))
      .map(([variable]) => variable);
    expect(missing).toEqual([]);
    expect(
      Object.keys({
        ...environments[name].shape,
        POWERTOOLS_SERVICE_NAME: '',
        POWERTOOLS_METRICS_NAMESPACE: '',
        // The place of ORIGIN_SECRET, which the function reads when it starts.
        ...(name === 'clients' ? { ORIGIN_SECRET_PARAMETER: '' } : {}),
      }),
    ).toEqual(expect.arrayContaining(Object.keys(variables)));
  });

  it('may lead to further messages without end if they take messages of a queue, which most of them send to', () => {
    const allowed = names.filter((name) => functionOf(name).Properties['RecursiveLoop'] === 'Allow');
    const sourceOf = (name: string) =>
      resources('AWS::Lambda::EventSourceMapping').find(([id]) => id.toLowerCase().startsWith(name))?.[1]
        .Properties['EventSourceArn'];
    const looping = names.filter((name) => {
      const source = sourceOf(name);
      if (source === undefined) return false;
      const targets = statementsOf(name)
        .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
        .flatMap(({ Resource }) => Resource);
      return targets.some((target) => JSON.stringify(target) === JSON.stringify(source));
    });
    expect(looping.length).toBeGreaterThan(0);
    expect(allowed.toSorted()).toEqual(queueName.options.toSorted());
    expect(allowed).toEqual(expect.arrayContaining(looping));
  });

  it.each(names)('%s has no permission with a wildcard', (name) => {
    for (const { Action, Resource } of statementsOf(name)) {
      expect([Action].flat().join(' ')).not.toContain('*');
      expect([Resource].flat()).not.toContain('*');
    }
  });

  it('read and write items only as the table client does, and dispatch writes only what readers were notified of', () => {
    const writing = statementsOf('dispatch').filter(({ Action }) =>
      [Action].flat().some((action) => /^dynamodb:(?:Put|Update|Delete|BatchWrite)/.test(action)),
    );
    expect(writing).toMatchObject([
      {
        Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['NOTIFIED'] } },
      },
    ]);
    expect(actionsOf('fetch', 'dynamodb')).toEqual(
      ['BatchGetItem', 'BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
        (action) => `dynamodb:${action}`,
      ),
    );
  });

  const keys = ['IDENTITY#*', 'INVITATION#*', 'LOGIN#*', 'ACCESS#*', 'LIMIT#*', 'OWNER', 'IMAGES'];

  it('let jobs, which reads what readers import, end sessions and tokens, and write none', () => {
    const denied = statementsOf('jobs').filter(({ Effect }) => Effect === 'Deny');
    const writes = ['BatchGetItem', 'BatchWriteItem', 'PutItem', 'UpdateItem'];
    expect(denied).toMatchObject([
      {
        Action: writes.map((action) => `dynamodb:${action}`),
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keys } },
      },
      { Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['FORMAT'] } } },
    ]);
    expect(denied[1]?.Action).toEqual(expect.arrayContaining(['dynamodb:DeleteItem', 'dynamodb:Query']));
    expect(denied[1]?.Action).not.toContain('dynamodb:GetItem');
  });

  it.each(['fetch', 'score'])('keep %s, which reads documents of others, from accounts', (name) => {
    const denied = statementsOf(name).filter(({ Effect }) => Effect === 'Deny');
    expect(denied).toMatchObject([
      { Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [...keys, 'FORMAT'] } } },
    ]);
    expect(new Set([denied[0]?.Action].flat())).toEqual(new Set(actionsOf(name, 'dynamodb')));
  });

  it.each(['fetch', 'score', 'dispatch'])('keep %s from what readers import and search', (name) => {
    const objects = statementsOf(name).filter(({ Action }) => /s3:\w+Object/.test(String(Action)));
    expect(objects.length).toBeGreaterThan(0);
    expect(JSON.stringify(objects)).not.toMatch(/imports|search|"\/\*"/);
  });

  it('give the API what searching takes: its blobs, memory and a whole processor', () => {
    const onSegments = statementsOf('api').filter(({ Resource }) =>
      JSON.stringify(Resource).includes('/search/*'),
    );
    expect(onSegments.flatMap(({ Action }) => Action)).toEqual(
      expect.arrayContaining(['s3:GetObject', 's3:PutObject', 's3:DeleteObject']),
    );
    expect(functionOf('api').Properties).toMatchObject({ MemorySize: 1769, Timeout: 29 });
  });

  it('include no bookmark counts unless HATEBU is on, no other feed readers without their secret, and no mails without a domain', () => {
    const without = templateOf(sharedTestApp(), 'Compute');
    const functions = resourcesOf(without, 'AWS::Lambda::Function');
    expect(Object.keys(functions)).toHaveLength(names.length - 3);
    expect(JSON.stringify(without.toJSON())).not.toMatch(/bookmarks|clients|mails|NEWSLETTER/i);
    for (const name of ['api', 'fetch'])
      expect(functionOf(name).Properties).toMatchObject({ Environment: { Variables: { HATEBU: 'on' } } });
  });

  it('may send mails from one address, of which the two that do know the name, and only where it is set', () => {
    const senders = names.filter((name) => actionsOf(name, 'ses').length > 0);
    expect(senders).toEqual(['api', 'dispatch']);
    for (const name of senders)
      expect(statementsOf(name).filter(({ Action }) => String(Action).startsWith('ses:'))).toMatchObject([
        {
          Action: 'ses:SendEmail',
          Resource: {
            'Fn::Join': ['', expect.arrayContaining([expect.stringContaining(':identity/example.org')])],
          },
          Condition: { StringEquals: { 'ses:FromAddress': 'omomi@example.org' } },
        },
      ]);
    const without = JSON.stringify(templateOf(sharedTestApp(), 'Compute').toJSON());
    expect(without).not.toMatch(/ses:|MAIL_FROM/);
  });

  it('take mails by one rule of SES, which alone may store them in their folder and call the function', () => {
    const [[, rule]] = resources('AWS::SES::ReceiptRule') as [[string, Resource & { DependsOn: string[] }]];
    const bucketName = { 'Fn::ImportValue': expect.stringContaining('RefBlobs') };
    expect(rule.Properties['Rule']).toMatchObject({
      Enabled: true,
      Recipients: ['news.example.org'],
      ScanEnabled: true,
      TlsPolicy: 'Optional',
      Actions: [
        { S3Action: { BucketName: bucketName, ObjectKeyPrefix: 'mails/' } },
        { LambdaAction: { InvocationType: 'Event' } },
      ],
    });
    // SES refuses a rule whose function it may not call.
    expect(rule.DependsOn).toEqual(expect.arrayContaining([expect.stringContaining('FunctionSes')]));
    const condition = { Ref: 'AWS::AccountId' };
    const rules = expect.stringContaining('Omomi-test-Compute-mails:receipt-rule/newsletters');
    const ruleArn = { 'Fn::Join': ['', expect.arrayContaining([rules])] };
    const permitted = resources('AWS::Lambda::Permission')
      .map(([, { Properties: properties }]) => properties)
      .filter(({ Principal }) => Principal === 'ses.amazonaws.com');
    expect(permitted).toMatchObject([{ SourceAccount: condition, SourceArn: ruleArn }]);
    const [policy] = Object.values(
      resourcesOf(templateOf(sharedTestApp(everySetting), 'Database'), 'AWS::S3::BucketPolicy'),
    );
    const { Statement } = policy!.Properties['PolicyDocument'] as { Statement: unknown[] };
    expect(Statement.filter((each) => JSON.stringify(each).includes('ses.amazonaws.com'))).toMatchObject([
      {
        Effect: 'Allow',
        Action: 's3:PutObject',
        Resource: { 'Fn::Join': ['', [expect.anything(), '/mails/*']] },
        Condition: { StringEquals: { 'aws:SourceAccount': condition, 'aws:SourceArn': ruleArn } },
      },
    ]);
    const { Variables } = functionOf('api').Properties['Environment'] as { Variables: object };
    expect(Variables).toMatchObject({ NEWSLETTER_ADDRESS: '*@news.example.org' });
  });

  it('may call one model, and only if they embed texts', () => {
    const callers = names.filter((name) => actionsOf(name, 'bedrock').length > 0);
    expect(callers.toSorted()).toEqual(['api', 'clients', 'jobs', 'score']);
    const { Resource } = statementsOf('score').find(({ Action }) => Action === 'bedrock:InvokeModel')!;
    expect(JSON.stringify(Resource)).toContain(
      ':bedrock:eu-central-1::foundation-model/amazon.titan-embed-text-v2:0',
    );
  });

  it('call no model of Bedrock with EMBEDDER=embedded', () => {
    const text = JSON.stringify(templateOf(createTestApp({ EMBEDDER: 'embedded' }), 'Compute').toJSON());
    expect(text).toContain('"EMBEDDER":"embedded"');
    expect(text).not.toContain('bedrock:');
  });

  it('may call the model of texts if one of Bedrock is named: those that answer readers, and no other model', () => {
    const named = {
      EMBEDDER: 'embedded',
      TEXT_MODEL: 'bedrock:amazon.nova-micro-v1:0',
      apps_secret: '/omomi/apps',
      apps_secret_version: '3',
    } as const;
    const text = JSON.stringify(templateOf(createTestApp(named), 'Compute').toJSON());
    expect(text.match(/:bedrock:[\w-]+::foundation-model\/[\w.:-]+/g)).toEqual(
      Array.from({ length: 2 }, () => ':bedrock:us-east-1::foundation-model/amazon.nova-micro-v1:0'),
    );
    expect(text.match(/"TEXT_MODEL":"[^"]*"/g)).toHaveLength(2);
  });

  it('keep a key out of the template', () => {
    const own = {
      EMBEDDER: 'openai',
      OPENAI_BASE_URL: 'https://models.example',
      OPENAI_MODEL: 'nomic-embed-text',
      openai_secret: 'omomi/openai',
      openai_secret_version: version,
    } as const;
    const text = JSON.stringify(templateOf(createTestApp(own), 'Compute').toJSON());
    expect(text).toContain(`{{resolve:secretsmanager:omomi/openai:SecretString:::${version}}}`);
    expect(text).not.toContain('bedrock:InvokeModel');
  });

  it('keep the secrets of sign-in out of the template, and give them to the API alone', () => {
    const own = {
      OIDC_CLIENT_ID: 'an-id',
      ALLOWED_EMAILS: 'me@example.org',
      oidc_secret: 'omomi/oidc',
      oidc_secret_version: version,
      oidc_providers_secret: 'omomi/providers',
      oidc_providers_secret_version: version,
    };
    const functions = Object.entries(
      resourcesOf(templateOf(createTestApp(own), 'Compute'), 'AWS::Lambda::Function'),
    );
    const [, api] = functions.find(([id]) => id.startsWith('Api'))!;
    expect(api.Properties['Environment']).toMatchObject({
      Variables: {
        OIDC_CLIENT_ID: 'an-id',
        ALLOWED_EMAILS: 'me@example.org',
        OIDC_CLIENT_SECRET: `{{resolve:secretsmanager:omomi/oidc:SecretString:::${version}}}`,
        OIDC_PROVIDERS: `{{resolve:secretsmanager:omomi/providers:SecretString:::${version}}}`,
      },
    });
    const others = functions.filter(([id]) => !id.startsWith('Api'));
    expect(JSON.stringify(others)).not.toMatch(/OIDC|ALLOWED_EMAILS/);
  });

  it('are given the names of parameters, and may read no others', () => {
    const own = {
      OIDC_CLIENT_ID: 'an-id',
      ALLOWED_EMAILS: 'me@example.org',
      oidc_secret: '/omomi/oidc',
      oidc_secret_version: 3,
    };
    const template = templateOf(createTestApp(own), 'Compute');
    const text = JSON.stringify(template.toJSON());
    expect(text.match(/"OIDC_CLIENT_SECRET[^,]+/g)).toEqual([
      '"OIDC_CLIENT_SECRET_PARAMETER":"/omomi/oidc:3"',
    ]);
    expect(text.match(/"ssm:GetParameters"/g)).toHaveLength(1);
    const policies = Object.entries(resourcesOf(template, 'AWS::IAM::Policy'));
    const [id, policy] = policies.find(([, each]) => JSON.stringify(each).includes('ssm:'))!;
    expect(id).toMatch(/^Api/);
    expect(JSON.stringify(policy)).toContain(':parameter/omomi/oidc"');
  });

  it('that deal with sign-ins for sites alone get the key for them, and may read it', () => {
    const template = templateOf(
      createTestApp({ sites_secret: '/omomi/sites', sites_secret_version: 2 }),
      'Compute',
    );
    const idsWith = (type: string, text: string) =>
      Object.entries(resourcesOf(template, type))
        .filter(([, each]) => JSON.stringify(each).includes(text))
        .map(([id]) => /^[A-Z][a-z]+/.exec(id)?.[0] ?? id)
        .toSorted();
    const readers = ['Api', 'Fetch'];
    expect(idsWith('AWS::Lambda::Function', '"SECRETS_KEY_PARAMETER":"/omomi/sites:2"')).toEqual(readers);
    expect(idsWith('AWS::IAM::Policy', ':parameter/omomi/sites"')).toEqual(readers);
  });

  it('get a rotated secret with the next deployment, because their template changes', () => {
    const templateWith = (oidc_secret_version: string) =>
      templateOf(
        createTestApp({
          OIDC_CLIENT_ID: 'an-id',
          ALLOWED_EMAILS: 'me@example.org',
          oidc_secret: 'omomi/oidc',
          oidc_secret_version,
        }),
        'Compute',
      ).toJSON();
    expect(templateWith(version)).toEqual(templateWith(version));
    expect(templateWith(version)).not.toEqual(templateWith(version.replaceAll('1', '2')));
  });

  it('leave two instances to the API and the schedules in an account with a concurrency limit of ten', () => {
    const concurrencies = resources('AWS::Lambda::EventSourceMapping').map(
      ([, { Properties: properties }]) =>
        (properties['ScalingConfig'] as { MaximumConcurrency: number }).MaximumConcurrency,
    );
    expect(concurrencies).toHaveLength(queueName.options.length);
    expect(concurrencies.reduce((a, b) => a + b)).toBe(8);
  });
});

describe('the queues', () => {
  const queues = resources('AWS::SQS::Queue');
  const deadLetterQueues = queues.filter(([id]) => id.includes('Dlq'));

  it('have an output for what `npm run reparse` asks for', () => {
    const { Value } = template.findOutputs('ScoreQueueUrl')['ScoreQueueUrl']!;
    expect(Value).toEqual({ Ref: expect.stringMatching(/^ScoreQueue/) });
    expect(Object.keys(templateOf(sharedTestApp(), 'Database').findOutputs('*'))).toEqual(
      expect.arrayContaining(['TableName', 'BlobBucketName']),
    );
  });

  it('let the owner look at dead letters', () => {
    expect(actionsOf('api', 'sqs')).toContain('sqs:ReceiveMessage');
  });

  it('have a dead-letter queue each', () => {
    for (const [, { Properties: properties }] of queues.filter(([name]) => !name.includes('Dlq'))) {
      const target = properties['RedrivePolicy'] as {
        deadLetterTargetArn: { 'Fn::GetAtt': [string, string] };
      };
      const [dlq] = target.deadLetterTargetArn['Fn::GetAtt'];
      expect(dlq).toContain('Dlq');
    }
    expect(deadLetterQueues).toHaveLength(queueName.options.length + 4);
  });

  it('hide a message for six timeouts of its function, and accept partial batch failures', () => {
    for (const [, { Properties: mapping }] of resources('AWS::Lambda::EventSourceMapping')) {
      expect(mapping).toMatchObject({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: expect.any(Number) },
      });
      const [queueId] = (mapping['EventSourceArn'] as { 'Fn::GetAtt': [string] })['Fn::GetAtt'];
      const { Ref: functionId } = mapping['FunctionName'] as { Ref: string };
      const queue = queues.find(([id]) => id === queueId)![1];
      const timeout = resourcesOf(template, 'AWS::Lambda::Function')[functionId]!.Properties[
        'Timeout'
      ] as number;
      expect(queue.Properties['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * timeout);
    }
  });

  it('let their functions shorten the visibility timeout of a failed message', () => {
    for (const name of queueName.options)
      expect(actionsOf(name, 'sqs')).toEqual(
        expect.arrayContaining(['sqs:ChangeMessageVisibility', 'sqs:GetQueueUrl']),
      );
  });
});

describe('the schedules', () => {
  it.each([
    ['rate(4 minutes)', 'Dispatch'],
    ['cron(0 2 * * ? *)', 'Cleanup'],
    ['rate(10 minutes)', 'Bookmarks'],
  ])('%s invokes %s, and a failed invocation becomes a dead letter', (expression, target) => {
    const [, rule] = resources('AWS::Events::Rule').find(
      ([, { Properties: properties }]) => properties['ScheduleExpression'] === expression,
    )!;
    const text = JSON.stringify(rule.Properties['Targets']);
    expect(text).toContain(`${target}Function`);
    expect(text).toMatch(new RegExp(`"DeadLetterConfig":.*${target}Dlq`));
    expect(functionOf(target.toLowerCase()).Properties).toMatchObject({
      DeadLetterConfig: { TargetArn: { 'Fn::GetAtt': [expect.stringContaining(`${target}Dlq`), 'Arn'] } },
    });
  });
});

it('refuses unsigned requests to function URLs, but for other feed readers, whose function asks for a secret', () => {
  const urls = resources('AWS::Lambda::Url').map(([id, { Properties }]) => [
    /^[A-Z][a-z]+/.exec(id)?.[0],
    Properties['Qualifier'],
    Properties['AuthType'],
    'Cors' in Properties,
  ]);
  expect(urls).toEqual([
    // Of deployments without the alias.
    ['Api', undefined, 'AWS_IAM', false],
    ['Api', 'live', 'AWS_IAM', false],
    ['Clients', undefined, 'NONE', false],
  ]);
});

it('gives the clients function the name of its secret, which it alone may read, and no text', () => {
  const allowed = names.filter((name) => actionsOf(name, 'ssm').length > 0);
  expect(allowed).toEqual(['clients']);
  expect(functionOf('clients').Properties).toMatchObject({
    Environment: { Variables: { ORIGIN_SECRET_PARAMETER: '/omomi/apps:3' } },
  });
});
