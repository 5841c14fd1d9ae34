import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { entryKey } from '../../storage/table/keys.ts';
import { openTable } from './open-table.ts';

const TABLE = 'omomi';
const put = (id: string, ttl?: number) => ({
  TableName: TABLE,
  Item: { ...entryKey('anna', id), ...(ttl === undefined ? {} : { ttl }) },
});

const id = fc.nat(5).map(String);
const write = fc.oneof(
  fc.record({ kind: fc.constantFrom('put', 'update', 'delete', 'expire', 'batch', 'refused' as const), id }),
  fc.record({ kind: fc.constantFrom('other reader', 'other item' as const), id }),
);

describe('the changes of the embedded table', () => {
  it('are exactly the entries of the reader that were written since a token', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(write, { maxLength: 6 }), { maxLength: 6 }), async (rounds) => {
        const { client, changes, takeExpired, close } = openTable(':memory:', TABLE);
        const opened = changes.since('anna', null);
        expect(opened.article_ids).toBeNull();
        let { token } = opened;
        for (const round of rounds) {
          const written = new Set<string>();
          for (const { kind, id: articleId } of round) {
            const key = { TableName: TABLE, Key: entryKey('anna', articleId) };
            const note = () => written.add(articleId);
            if (kind === 'put') await client.put(put(articleId)).then(note);
            if (kind === 'delete') await client.delete(key).then(note);
            if (kind === 'update')
              await client
                .update({
                  ...key,
                  UpdateExpression: 'SET #a = :a',
                  ExpressionAttributeNames: { '#a': 'a' },
                  ExpressionAttributeValues: { ':a': 1 },
                })
                .then(note);
            if (kind === 'expire') {
              await client.put(put(articleId, 1)).then(note);
              await takeExpired(new Date(10_000), 100);
            }
            if (kind === 'batch')
              await client
                .batchWrite({
                  RequestItems: { [TABLE]: [{ PutRequest: { Item: entryKey('anna', articleId) } }] },
                })
                .then(note);
            if (kind === 'refused')
              await client
                .put({
                  ...put(articleId),
                  ConditionExpression: 'attribute_exists(#x)',
                  ExpressionAttributeNames: { '#x': 'nothing' },
                })
                .catch(() => null);
            if (kind === 'other reader')
              await client.put({ TableName: TABLE, Item: entryKey('ben', articleId) });
            if (kind === 'other item')
              await client.put({ TableName: TABLE, Item: { PK: 'USER#anna', SK: `SESSION#${articleId}` } });
          }
          const told = changes.since('anna', token);
          expect(new Set(told.article_ids)).toEqual(written);
          expect(told.article_ids).toHaveLength(written.size);
          expect(changes.since('anna', told.token).article_ids).toEqual([]);
          token = told.token;
        }
        close();
      }),
      { numRuns: runs(100) },
    );
  });

  it('are not known after more writes than are remembered, until everything was read again', async () => {
    const { client, changes, close } = openTable(':memory:', TABLE);
    const { token } = changes.since('anna', null);
    for (let at = 0; at < 1000; at += 1) await client.put(put(`${at}`));
    expect(changes.since('anna', token).article_ids).toHaveLength(1000);
    await client.put(put('one more'));
    const unknown = changes.since('anna', token);
    expect(unknown.article_ids).toBeNull();
    await client.put(put('7'));
    expect(changes.since('anna', unknown.token).article_ids).toEqual(['7']);
    close();
  });
});
