import { excerptOf, hasExcerptOf, hasExtraOf } from '../model/article/relist.ts';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sampleEntry,
  sampleFeedId,
  sampleReasons,
  sampleTime,
} from '../../test/harness/samples/storage-samples.ts';
import { createFileBlobStore } from './blobs/blob-files.ts';
import { decodeContent, encodeContent } from './blobs/content-codec.ts';
import { entryFromItem, entryToItem, rowFromItem } from './entries/entry-item.ts';
import { StorageThrottledError } from '../lib/errors.ts';
import { CorruptItemError, StorageUnavailableError, translateError } from './table/errors.ts';
import { cutToBytes, itemSize } from './table/items.ts';
import { encodeOrder, orderIn } from './table/keys.ts';
import {
  decodeOldSeen,
  decodeSeen,
  decodeSeenWithoutIds,
  encodeSeen,
  MAX_SEEN_ITEMS,
} from './document-stores.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';
import { runs } from '../../test/harness/property-runs.ts';
import { noExtra, partIds } from '../contract/index.ts';
import { unlearnedScore } from '../model/score/score.ts';

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: length,
    maxLength: length,
  });

const seenItem = fc.record({
  identity: hex(16),
  content_hash: hex(12),
  link_tag: fc.option(
    hex(6).filter((tag) => tag !== '000000'),
    { nil: null },
  ),
  date_tag: fc.option(
    hex(4).filter((tag) => tag !== '0000'),
    { nil: null },
  ),
  article_id: fc.option(
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n - 1n }).map((id) => id.toString()),
    { nil: null },
  ),
  is_left_out: fc.boolean(),
  last_present_day: fc.integer({ min: 0, max: 65_535 }),
});

const score = fc.double({ min: 0, max: 1e300, noNaN: true });

describe('encodeOrder', () => {
  it('has a fixed width and sorts like the numbers, unscored first, and can be read back', () => {
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(
          Math.sign(Number(encodeOrder(a) > encodeOrder(b)) - Number(encodeOrder(a) < encodeOrder(b))),
        ).toBe(Math.sign(a - b));
        expect(encodeOrder(a)).toHaveLength(16);
        expect(encodeOrder(null) < encodeOrder(a)).toBe(true);
        expect(orderIn(`UNREAD#${encodeOrder(a)}#${sampleTime(1)}#1`)).toBe(a === 0 ? 0 : a);
        expect(orderIn(`UNREAD#${encodeOrder(null)}#${sampleTime(1)}#1`)).toBeNull();
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('seen', () => {
  it('is decoded unchanged, in 29 bytes per item', () => {
    fc.assert(
      fc.property(fc.array(seenItem), (items) => {
        const bytes = encodeSeen(items);
        const sorted = items.toSorted((a, b) => b.last_present_day - a.last_present_day);
        expect(bytes).toHaveLength(items.length * 29);
        expect(decodeSeen(bytes)).toEqual(sorted);
      }),
    );
  });

  it('keeps at most 4,000 items, drops those absent longest, and ignores an incomplete one', () => {
    const items = Array.from({ length: MAX_SEEN_ITEMS + 10 }, (_, at) => ({
      identity: sampleFeedId(at),
      content_hash: '000000000000',
      link_tag: null,
      date_tag: null,
      article_id: null,
      is_left_out: false,
      last_present_day: at,
    }));
    const kept = decodeSeen(encodeSeen(items));
    expect(kept).toHaveLength(MAX_SEEN_ITEMS);
    expect(Math.min(...kept.map(({ last_present_day }) => last_present_day))).toBe(10);
    expect(() => decodeSeen(new Uint8Array(30))).toThrow(RangeError);
  });

  it('reads the format without the ids of articles', () => {
    const older = Buffer.from('0123456789abcdef' + 'aabbccddeeff' + '0a0b0c' + '0000' + '5000', 'hex');
    expect(decodeSeenWithoutIds(older)).toEqual([
      {
        identity: '0123456789abcdef',
        content_hash: 'aabbccddeeff',
        link_tag: '0a0b0c',
        date_tag: null,
        article_id: null,
        is_left_out: false,
        last_present_day: 0x5000,
      },
    ]);
    expect(() => decodeSeenWithoutIds(new Uint8Array(22))).toThrow(RangeError);
  });

  it('reads the oldest format without links and dates', () => {
    const old = Buffer.from(
      '0123456789abcdef' + 'aabbccddeeff' + '5000' + 'fedcba9876543210' + '001122334455' + '4fff',
      'hex',
    );
    const unknown = { link_tag: null, date_tag: null, article_id: null, is_left_out: false };
    expect(decodeOldSeen(old)).toEqual([
      { identity: '0123456789abcdef', content_hash: 'aabbccddeeff', last_present_day: 0x5000, ...unknown },
      { identity: 'fedcba9876543210', content_hash: '001122334455', last_present_day: 0x4fff, ...unknown },
    ]);
    expect(() => decodeOldSeen(new Uint8Array(17))).toThrow(RangeError);
  });
});

describe('an entry as an item', () => {
  const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
  const anyEntry = fc.record({
    title: text(300),
    // Excerpts come as `excerptOf` makes them.
    excerpt: text(400).map((summary) => excerptOf({ summary })),
    link: fc.option(
      fc
        .tuple(fc.constantFrom('https:', 'http:', 'ftp:', 'tag:'), fc.nat(120))
        .map(([scheme, length]) => `${scheme}//example.com/${'a'.repeat(length)}`),
      { nil: null },
    ),
    reasons: fc
      .tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(null, -0.25, 2))
      .map(([count, weight]) => [
        ...sampleReasons(count),
        ...(weight === null ? [] : [{ keyword_id: partIds.liked, weight, similarity_score: 1 }]),
      ]),
    is_read: fc.boolean(),
    read_at: fc.constantFrom(null, sampleTime(3)),
    is_saved: fc.boolean(),
    own_tags: fc.constantFrom(
      [],
      ['気候'],
      Array.from({ length: 5 }, () => '重'.repeat(8)),
      ['x'.repeat(24)],
    ),
    is_kept_by_tags: fc.boolean(),
    rule_hours: fc.constantFrom(null, 48, 8760),
    kept_days: fc.constantFrom(null, 30, 36_500),
    importance_score: fc.option(score, { nil: null }),
    freshness_days: fc.constantFrom(0, 1, 3, 7),
    feed_ids: fc.constantFrom<[string, ...string[]]>([sampleFeedId(1)], [sampleFeedId(1), sampleFeedId(2)]),
    extra: fc.record({
      reading_minutes: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null }),
      tags: fc.option(fc.array(fc.constantFrom('ads', '重'.repeat(12)), { minLength: 1, maxLength: 3 }), {
        nil: null,
      }),
      story: fc.option(fc.constant('EEFCQ0RFRkc'), { nil: null }),
      continues: fc.option(fc.constant('EEFCQ0RFRka'), { nil: null }),
      image_url: fc.option(
        fc
          .tuple(fc.constantFrom('https:', 'http:'), fc.nat(260))
          .map(([scheme, length]) => `${scheme}//img.example.com/${'a'.repeat(length)}.jpg`),
        { nil: null },
      ),
    }),
  });

  it('stays under 1 KB with its index keys, room to be read and a second feed included, and loses only excerpt and title ends', () => {
    fc.assert(
      fc.property(anyEntry, (fields) => {
        const entry = sampleEntry({ ...fields, user_id: '0123456789abcdef' });
        const item = entryToItem(entry, 1);
        const back = entryFromItem(item)!.entry;
        const { title, excerpt, extra: stored, ...rest } = back;
        const { title: fullTitle, excerpt: fullExcerpt, extra: wanted, ...whole } = entry;
        expect(rest).toEqual(whole);
        expect(hasExtraOf(back, entry)).toBe(true);
        expect([wanted.image_url, null]).toContain(stored.image_url);
        expect({ ...stored, image_url: null }).toEqual({ ...wanted, image_url: null });
        expect(fullTitle.startsWith(title)).toBe(true);
        expect(fullExcerpt.startsWith(excerpt.replace(/…$/, '').trimEnd())).toBe(true);
        expect(excerpt === '' || hasExcerptOf(back, { summary: fullExcerpt })).toBe(true);
        const row = rowFromItem(item);
        expect(row).toMatchObject({
          published_at: entry.published_at,
          is_read: entry.is_read,
          read_at: entry.read_at,
          own_tags: entry.own_tags,
          is_kept_by_tags: entry.is_kept_by_tags,
          rule_hours: entry.rule_hours,
          kept_days: entry.kept_days,
          unlearned_score: unlearnedScore(entry.reasons),
          title,
          excerpt,
          extra: stored,
        });
        const grownExtra = {
          ...(item['extra'] as Record<string, unknown> | undefined),
          r: Date.parse(sampleTime(1)),
        };
        const grown = { ...item, feed_ids: new Uint8Array(16), extra: grownExtra };
        // Many or long tags of the reader's own may make the write of their article a unit dearer.
        const beyond = Math.max(0, Buffer.byteLength(entry.own_tags.join('')) - 60);
        expect(itemSize(grown)).toBeLessThan(1024 + beyond);
      }),
      { numRuns: runs(300) },
    );
  });

  it('has no extra if nothing in it is known, and reads null where extra is absent, as in older items', () => {
    const item = entryToItem(
      sampleEntry({
        extra: noExtra,
      }),
      1,
    );
    expect(item).not.toHaveProperty('extra');
    expect(entryFromItem(item)?.entry.extra).toEqual(noExtra);
    expect(rowFromItem(item).extra).toEqual(noExtra);
    expect(rowFromItem({ ...item, extra: { of_another_version: 1 } }).extra).toEqual(noExtra);
  });

  it('has the time when it was read where older versions stored it', () => {
    const item = { ...entryToItem(sampleEntry({ is_read: true }), 1), read_at: Date.parse(sampleTime(4)) };
    expect(entryFromItem(item)?.entry.read_at).toBe(sampleTime(4));
    expect(rowFromItem(item).read_at).toBeNull();
  });

  it('is reported as corrupt if its bytes or shape are invalid', () => {
    const item = entryToItem(sampleEntry({ reasons: sampleReasons(2) }), 1);
    expect(() => entryFromItem({ ...item, reasons: new Uint8Array(5) })).toThrow(CorruptItemError);
    expect(() => entryFromItem({ ...item, title: 5 })).toThrow(/ENTRY#.*title/s);
    expect(() => rowFromItem({ ...item, by_time: 'nothing' })).toThrow(CorruptItemError);
    const { by_time: _, ...unlisted } = item as typeof item & { by_time: string };
    expect(() => entryFromItem(unlisted)).toThrow(CorruptItemError);
  });
});

describe('texts and bytes', () => {
  it('content is decoded unchanged', async () => {
    const content = fc.record({
      summary: fc.string({ unit: anyCharacter }),
      content: fc.string({ unit: 'grapheme', maxLength: 2000 }),
      author: fc.option(fc.string(), { nil: null }),
      enclosures: fc.array(
        fc.record({
          url: fc.string(),
          type: fc.option(fc.string(), { nil: null }),
          length: fc.option(fc.nat(), { nil: null }),
        }),
      ),
      categories: fc.array(fc.string(), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(content, async (value) => {
        for (const effort of ['quick', 'thorough'] as const)
          expect(await decodeContent(await encodeContent(value, 300, effort))).toEqual(value);
      }),
    );
  });

  it('cutToBytes returns the longest prefix of whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytes) => {
        const cut = cutToBytes(text, bytes);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
        const rest = Array.from(text.slice(cut.length));
        expect(rest.length === 0 || Buffer.byteLength(cut + rest[0]) > bytes).toBe(true);
      }),
    );
  });

  it('blob files are complete or absent, and no key leads out of the folder', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'omomi-blobs-'));
    try {
      const root = join(directory, 'blobs');
      const blobs = createFileBlobStore(root);
      const bytes = new Uint8Array([1, 2, 3]);
      for (const key of ['articles/1/2', '../../escape', 'a/../b', 'saved/user@example.com/1']) {
        expect(await blobs.get(key)).toBeNull();
        await blobs.put(key, new Uint8Array([9]));
        await blobs.put(key, bytes);
        expect([...(await blobs.get(key))!]).toEqual([1, 2, 3]);
        await blobs.delete(key);
        await blobs.delete(key);
        expect(await blobs.get(key)).toBeNull();
      }
      expect(readdirSync(directory)).toEqual(['blobs']);
      expect(existsSync(join(directory, '..', 'escape'))).toBe(false);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('translateError', () => {
  it('distinguishes throttling and outages from programming errors', () => {
    const named = (name: string) => Object.assign(new Error('x'), { name });
    expect(translateError(named('ProvisionedThroughputExceededException'))).toBeInstanceOf(
      StorageThrottledError,
    );
    expect(translateError(named('InternalServerError'))).toBeInstanceOf(StorageUnavailableError);
    expect(translateError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeInstanceOf(
      StorageUnavailableError,
    );
    const mistake = named('ValidationException');
    expect(translateError(mistake)).toBe(mistake);
  });
});
