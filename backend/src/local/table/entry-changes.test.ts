import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { entryKey } from '../../storage/table/keys.ts';
import { openTable } from './local-table.ts';

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
        const opened = await changes.since('anna', null);
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
          const told = await changes.since('anna', token);
          expect(new Set(told.article_ids)).toEqual(written);
          expect(told.article_ids).toHaveLength(written.size);
          expect((await changes.since('anna', told.token)).article_ids).toEqual([]);
          token = told.token;
        }
        close();
      }),
      { numRuns: runs(100) },
    );
  });

  it('are not known after more writes than are remembered, until everything was read again', async () => {
    const { client, changes, close } = openTable(':memory:', TABLE);
    const { token } = await changes.since('anna', null);
    for (let at = 0; at < 4000; at += 1) await client.put(put(`${at}`));
    expect((await changes.since('anna', token)).article_ids).toHaveLength(4000);
    await client.put(put('one more'));
    const unknown = await changes.since('anna', token);
    expect(unknown.article_ids).toBeNull();
    await client.put(put('7'));
    expect((await changes.since('anna', unknown.token)).article_ids).toEqual(['7']);
    close();
  });

  it('are told to the next process too, and not to the holder of a token that the file does not know', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'omomi-changes-'));
    const path = join(folder, 'table.sqlite');
    const first = openTable(path, TABLE);
    const { token } = await first.changes.since('anna', null);
    await first.client.put(put('1'));
    const before = await first.changes.since('anna', token);
    await first.client.put(put('2'));
    first.close();
    const second = openTable(path, TABLE);
    await second.client.put(put('3'));
    expect((await second.changes.since('anna', before.token)).article_ids).toEqual(['2', '3']);
    expect((await second.changes.since('anna', token)).article_ids).toEqual(['1', '2', '3']);
    for (const unknown of ['4', '', 'x', '-1', '1e3'])
      expect((await second.changes.since('anna', unknown)).article_ids).toBeNull();
    second.close();
    await rm(folder, { recursive: true });
  });
});
