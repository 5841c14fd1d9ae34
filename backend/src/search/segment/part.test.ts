import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBlock } from './block.ts';
import { BrokenPartError, frame } from './frame.ts';
import { type SearchText, decodePart, encodePart, partBytes, sketchAt, textAt } from './part.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const text = fc.record({
  article_id: fc.integer({ min: 0, max: 1e6 }).map(String),
  version: fc.string(),
  title: fc.string({ unit: anyCharacter }),
  body: fc.string({ unit: anyCharacter, maxLength: 300 }),
  author: fc.option(fc.string()),
  categories: fc.array(fc.string(), { maxLength: 3 }),
});
const texts = fc.uniqueArray(text, { selector: ({ article_id: id }) => id, maxLength: 6 });

const oneOf = (): Promise<Uint8Array> =>
  encodePart(
    [
      {
        article_id: '1',
        version: 'v',
        title: 'Title',
        body: '東京の a body',
        author: null,
        categories: ['c'],
      },
    ],
    new Map([['1', Uint8Array.of(1, 2)]]),
  );

const brokenBy = (bytes: Uint8Array): unknown => {
  try {
    return decodePart(bytes) === undefined;
  } catch (error) {
    return error;
  }
};

describe('a part of a search segment', () => {
  it('gives back the texts and sketches that it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const sketches = new Map(
          given.slice(1).map(({ article_id: id }, at) => [id, Uint8Array.of(at, 255)]),
        );
        const part = decodePart(await encodePart(given, sketches));
        expect(part.ids).toEqual(given.map(({ article_id: id }) => id));
        given.forEach((one: SearchText, at) => {
          expect(textAt(part, at)).toEqual(one);
          expect(sketchAt(part, at)?.join()).toBe(sketches.get(one.article_id)?.join());
        });
        expect(partBytes(part)).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps texts that are compressed in several groups apart', async () => {
    const given = Array.from({ length: 9 }, (_, at): SearchText => ({
      article_id: `${at}`,
      version: '',
      title: `t${at}`,
      author: null,
      categories: [],
      body: `${at} long `.repeat(at % 3 === 0 ? 20_000 : 2000),
    }));
    const part = decodePart(await encodePart(given, new Map()));
    expect(given.map((_, at) => textAt(part, at))).toEqual(given);
    expect(() => textAt(part, 9)).toThrow(RangeError);
  });

  it('keeps nothing of the bytes that it was read from', async () => {
    const bytes = await oneOf();
    const { bytes: kept } = decodePart(bytes).originals;
    expect(kept.buffer).not.toBe(bytes.buffer);
    expect(kept.buffer.byteLength).toBe(kept.byteLength);
  });

  it('numbers more than 65,536 words', async () => {
    const body = Array.from({ length: 70_000 }, (_, at) => `w${at}`).join(' ');
    const given = [{ article_id: '1', version: '', title: '', body, author: null, categories: [] }];
    const { block } = decodePart(await encodePart(given, new Map()));
    expect(block.stream).toBeInstanceOf(Uint32Array);
    expect(block).toEqual(buildBlock([[[''], [], [], [body]]]));
  });

  it('is refused if any of its bytes has changed', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.integer({ min: 1, max: 255 }), async (given, place, change) => {
        const bytes = await encodePart(given, new Map());
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        expect(brokenBy(bytes)).toBeInstanceOf(BrokenPartError);
      }),
      { numRuns: runs(300) },
    );
  });

  it('is refused if it is cut anywhere, or goes on', async () => {
    const bytes = await oneOf();
    for (let length = 0; length < bytes.length; length += 1)
      expect(brokenBy(bytes.subarray(0, length))).toBeInstanceOf(BrokenPartError);
    expect(brokenBy(Buffer.concat([bytes, Buffer.alloc(1)]))).toMatchObject({ reason: 'cut' });
    expect(brokenBy(Buffer.concat([bytes, bytes]))).toMatchObject({ reason: 'cut' });
  });

  it('is refused if it is of another version, or anything else', async () => {
    const bytes = await oneOf();
    for (const version of [0, 1, 255]) {
      const other = Buffer.from(bytes);
      other[4] = version;
      expect(brokenBy(other)).toMatchObject({
        reason: 'version',
        message: expect.stringContaining(`${version}`),
      });
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (random) => {
        expect(brokenBy(random)).toBeInstanceOf(BrokenPartError);
      }),
    );
  });

  it('is refused if its sections are not those of a part, even with a right checksum', async () => {
    expect(brokenBy(frame([]))).toMatchObject({ reason: 'content' });
    expect(brokenBy(frame(Array.from({ length: 6 }, () => Buffer.from('x'))))).toMatchObject({
      reason: 'content',
    });
  });
});
