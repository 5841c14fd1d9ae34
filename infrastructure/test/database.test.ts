import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { indexes, projectedAttributes } from '../../backend/src/storage/table/keys.ts';
import { resourcesOf, sharedTestApp, stackOf, templateOf } from './assembly.ts';

const template = templateOf(sharedTestApp(), 'Database');

it('the stack of the data cannot be deleted before its protection is switched off', () => {
  expect(stackOf(sharedTestApp(), 'Database').terminationProtection).toBe(true);
});

describe('the table', () => {
  const [table] = Object.values(resourcesOf(template, 'AWS::DynamoDB::Table'));

  it('has the keys and indexes that the stores use', () => {
    expect(table?.Properties['KeySchema']).toEqual([
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ]);
    expect(table?.Properties['LocalSecondaryIndexes']).toEqual(
      Object.entries(indexes).map(([name, attribute]) => ({
        IndexName: name,
        KeySchema: [
          { AttributeName: 'PK', KeyType: 'HASH' },
          { AttributeName: attribute, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projectedAttributes] },
      })),
    );
  });

  it('expires items, is billed on demand, can be restored and is never deleted with its stack', () => {
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    });
  });
});

describe('a table that was restored', () => {
  const app = sharedTestApp({ restored_table: 'omomi-restored' });

  it('is used by all functions, under its own ARN, and is the table of the outputs', () => {
    expect(templateOf(app, 'Database').toJSON()['Outputs']['TableName']['Value']).toBe('omomi-restored');
    const compute = templateOf(app, 'Compute');
    const tables = Object.values(resourcesOf(compute, 'AWS::Lambda::Function')).flatMap(
      ({ Properties }) =>
        (Properties['Environment'] as { Variables?: Record<string, unknown> } | undefined)?.Variables?.[
          'TABLE_NAME'
        ] ?? [],
    );
    expect(new Set(tables)).toEqual(new Set(['omomi-restored']));
    const policies = JSON.stringify(resourcesOf(compute, 'AWS::IAM::Policy'));
    expect(policies).toContain(':table/omomi-restored');
    expect(JSON.stringify(compute.toJSON())).not.toMatch(/ImportValue":"[^"]*Table/);
  });

  it('leaves the stack’s own table as it is', () => {
    const own = resourcesOf(templateOf(app, 'Database'), 'AWS::DynamoDB::Table');
    expect(own).toEqual(resourcesOf(template, 'AWS::DynamoDB::Table'));
  });
});

describe('the blobs', () => {
  it('are private, encrypted and retained, and expire by their folder', () => {
    expect(() =>
      template.hasResource('AWS::S3::Bucket', {
        DeletionPolicy: 'Retain',
        Properties: {
          PublicAccessBlockConfiguration: Match.objectLike({
            BlockPublicPolicy: true,
            RestrictPublicBuckets: true,
          }),
          BucketEncryption: Match.anyValue(),
          LifecycleConfiguration: {
            Rules: Match.arrayWith([
              Match.objectLike({ Prefix: 'snapshots/', ExpirationInDays: 365, Status: 'Enabled' }),
              Match.objectLike({ Prefix: 'articles/', ExpirationInDays: 37, Status: 'Enabled' }),
              Match.objectLike({ Prefix: 'imports/', ExpirationInDays: 7, Status: 'Enabled' }),
              Match.objectLike({ Prefix: 'mails/', ExpirationInDays: 14, Status: 'Enabled' }),
              Match.objectLike({ Prefix: 'editions/', ExpirationInDays: 32, Status: 'Enabled' }),
            ]),
          },
        },
      }),
    ).not.toThrow();
  });

  it('are refused without TLS', () => {
    expect(() =>
      template.hasResourceProperties('AWS::S3::BucketPolicy', {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          ]),
        },
      }),
    ).not.toThrow();
  });
});

describe('a throw-away environment', () => {
  const app = sharedTestApp({ throwaway: 'on' });
  const retainedIn = (of: typeof app, stack: string) =>
    Object.entries(templateOf(of, stack).toJSON()['Resources'] as Record<string, { DeletionPolicy?: string }>)
      .filter(([, { DeletionPolicy: policy = 'Delete' }]) => policy !== 'Delete')
      .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));

  it('keeps nothing when its stacks are destroyed, and needs no protection switched off', () => {
    for (const stack of ['Database', 'Compute', 'Frontend', 'Monitoring'])
      expect(retainedIn(app, stack)).toEqual([]);
    expect(stackOf(app, 'Database').terminationProtection).toBe(false);
    const [own] = Object.values(resourcesOf(templateOf(app, 'Database'), 'AWS::DynamoDB::Table'));
    expect(own?.Properties).toMatchObject({ DeletionProtectionEnabled: false });
  });

  it('is what no other one is: that keeps its table and its buckets', () => {
    expect(retainedIn(sharedTestApp(), 'Database')).toEqual(['Table', 'Blobs']);
    expect(retainedIn(sharedTestApp(), 'Frontend')).toEqual(['Pages']);
  });
});
