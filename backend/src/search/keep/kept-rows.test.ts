import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import type { SearchableRow } from '../../model/article/entry.ts';
import { BrokenPartError, frame } from '../segment/frame.ts';
import { encodePart } from '../segment/part.ts';
import { decodeRows, encodeRows } from './kept-rows.ts';

const id = fc.stringMatching(/^[0-9a-f]{1,20}$/u);
const text = fc.string({ unit: anyCharacter });
const number = fc.option(fc.integer({ min: 0, max: 4e12 }));
const row: fc.Arbitrary<SearchableRow> = fc.record({
  article_id: id,
  feed_ids: fc.tuple(id, fc.option(id)).map(([first, other]) => (other === null ? [first] : [first, other])),
  title: text,
  excerpt: text,
  published_at: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
  importance_score: fc.option(fc.double({ noNaN: true })),
  is_read: fc.boolean(),
  unread_after: number,
  is_saved: fc.boolean(),
  text_version: number,
  text_checksum: fc.nat(0xffffffff),
  created_ms: fc.integer({ min: 0, max: 4e12 }),
  expires_ms: number,
  reading_minutes: number,
  is_kept_by_tags: fc.boolean(),
  tags: fc.array(fc.constantFrom('a', 'b, c', '東京', '"'), { maxLength: 3 }),
  story: fc.option(id),
});

const brokenBy = (bytes: Uint8Array): unknown => {
  try {
    return decodeRows(bytes);
  } catch (error) {
    return error;
  }
};

describe('the bytes of rows', () => {
  it('give back the rows and their token', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), fc.string(), async (rows, token) => {
        expect(decodeRows(await encodeRows({ rows, token }))).toEqual({ rows, token });
      }),
      { numRuns: runs(300) },
    );
  });

  it('are refused if one of them has changed, and if they are cut or go on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 3 }), fc.nat(), async (rows, place) => {
        const bytes = await encodeRows({ rows, token: '7' });
        const at = place % bytes.length;
        expect(brokenBy(bytes.subarray(0, at))).toBeInstanceOf(BrokenPartError);
        expect(brokenBy(Buffer.concat([bytes, Buffer.alloc(1)]))).toBeInstanceOf(BrokenPartError);
        bytes[at] = (bytes[at] ?? 0) ^ 0x10;
        expect(brokenBy(bytes)).toBeInstanceOf(BrokenPartError);
      }),
      { numRuns: runs(100) },
    );
  });

  it('are refused if they are those of anything else, even with a right checksum', async () => {
    expect(brokenBy(await encodePart([], new Map()))).toMatchObject({ reason: 'content' });
    expect(brokenBy(frame([]))).toMatchObject({ reason: 'content' });
    expect(brokenBy(frame(Array.from({ length: 4 }, () => Buffer.from('x'))))).toMatchObject({
      reason: 'content',
    });
  });
});
