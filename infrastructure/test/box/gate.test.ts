import { describe, expect, it } from 'vitest';
import { askedOfTable } from '../../box/calls.ts';
import { createGate, readStatements } from '../../box/rights.ts';

const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/T';

/** Returns the gate before a function that has these statements. */
const gateOf = (...statements: object[]) => {
  const gate = createGate(new Map([['f', readStatements({ Statement: statements }, String)]]));
  return { ...gate, allows: (...asked: ReturnType<typeof askedOfTable>) => gate.allows('f', asked) };
};
const allow = (Action: string | string[], Resource: string | string[], Condition?: object) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});
const batchOf = (...partitions: string[]) =>
  askedOfTable('BatchGetItem', {
    RequestItems: { T: { Keys: partitions.map((PK) => ({ PK: { S: PK } })) } },
  });
const queryOf = (partition: string, IndexName?: string) =>
  askedOfTable('Query', {
    TableName: 'T',
    ...(IndexName === undefined ? {} : { IndexName }),
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
    ExpressionAttributeNames: { '#pk': 'PK', '#sk': 'SK' },
    ExpressionAttributeValues: { ':pk': { S: partition }, ':prefix': { S: 'A' } },
  });

describe('the gate before the services', () => {
  it('allows an action on a resource, by their wildcards too, and nothing else', () => {
    const gate = gateOf(allow('s3:Get*', 'arn:aws:s3:::b/articles/*'));
    const asked = (action: string, key: string) => ({ action, resource: `arn:aws:s3:::b/${key}` });
    expect(gate.allows(asked('s3:GetObject', 'articles/1'))).toBe(true);
    expect(gate.allows(asked('s3:PutObject', 'articles/1'))).toBe(false);
    expect(gate.allows(asked('s3:GetObject', 'imports/1'))).toBe(false);
    expect(gate.refused()).toEqual([
      'f: s3:PutObject on arn:aws:s3:::b/articles/1',
      'f: s3:GetObject on arn:aws:s3:::b/imports/1',
    ]);
  });

  it('tells an index from its table, and names what nobody used', () => {
    const gate = gateOf(allow(['dynamodb:Query', 'dynamodb:GetItem'], [table, `${table}/index/saved`]));
    expect(gate.allows(...queryOf('USER#ann'))).toBe(true);
    expect(gate.allows(...queryOf('USER#ann', 'saved'))).toBe(true);
    expect(gate.allows(...queryOf('USER#ann', 'by-time'))).toBe(false);
    expect(gate.unused()).toEqual([
      `f: dynamodb:GetItem on ${table}`,
      `f: dynamodb:GetItem on ${table}/index/saved`,
    ]);
  });

  it('limits partitions by all their keys, and says which pattern nobody used', () => {
    const keys = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['FEEDS#*', 'WAITING'] } };
    const gate = gateOf(allow(['dynamodb:BatchGetItem', 'dynamodb:Query'], table, keys));
    expect(gate.allows(...batchOf('FEEDS#0', 'FEEDS#1'))).toBe(true);
    expect(gate.allows(...batchOf('FEEDS#0', 'USER#ann'))).toBe(false);
    expect(gate.allows(...queryOf('WAITING'))).toBe(true);
    expect(gate.allows(...queryOf('FEED#1'))).toBe(false);
    expect(gate.unused()).toEqual([
      `f: dynamodb:BatchGetItem on ${table} at WAITING`,
      `f: dynamodb:Query on ${table} at FEEDS#*`,
    ]);
  });

  it('asks of a transaction the rights of its writes, and knows no keys of a scan', () => {
    const gate = gateOf(
      allow(['dynamodb:PutItem', 'dynamodb:Scan'], table),
      allow('dynamodb:DeleteItem', table, {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
      }),
    );
    const move = (from: string) =>
      askedOfTable('TransactWriteItems', {
        TransactItems: [
          { Put: { TableName: 'T', Item: { PK: { S: 'ACCESS#ann' }, SK: { S: 'A' } } } },
          { Delete: { TableName: 'T', Key: { PK: { S: from }, SK: { S: 'A' } } } },
        ],
      });
    expect(gate.allows(...move('USER#ann'))).toBe(true);
    expect(gate.allows(...move('FEED#1'))).toBe(false);
    expect(gate.allows(...askedOfTable('Scan', { TableName: 'T', Segment: 0, TotalSegments: 4 }))).toBe(true);
    expect(gate.unused()).toEqual([]);
  });

  it('refuses what one statement denies, whatever others allow', () => {
    const keys = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['IDENTITY#*'] } };
    const deny = { ...allow('dynamodb:*', table, keys), Effect: 'Deny' };
    const gate = gateOf(allow('dynamodb:BatchGetItem', table), deny);
    expect(gate.allows(...batchOf('USER#ann'))).toBe(true);
    expect(gate.allows(...batchOf('USER#ann', 'IDENTITY#x'))).toBe(false);
    expect(gate.unused()).toEqual([]);
  });

  it('notes every refusal, but no right that is used while it does not count', () => {
    const gate = gateOf(allow('dynamodb:BatchGetItem', table));
    gate.count(false);
    expect(gate.allows(...batchOf('USER#ann'))).toBe(true);
    expect(gate.allows(...queryOf('USER#ann'))).toBe(false);
    expect([gate.unused(), gate.refused()]).toEqual([
      [`f: dynamodb:BatchGetItem on ${table}`],
      [`f: dynamodb:Query on ${table}`],
    ]);
    gate.count(true);
    expect(gate.allows(...batchOf('USER#ann'))).toBe(true);
    expect(gate.unused()).toEqual([]);
  });

  it('does not guess at a condition that it does not know', () => {
    const gate = gateOf(allow('s3:GetObject', '*', { NumericLessThan: { 'aws:MultiFactorAuthAge': '9' } }));
    expect(() => gate.allows({ action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' })).toThrow(
      'does not know the condition NumericLessThan',
    );
  });
});
