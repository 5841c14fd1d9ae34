import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { chapterTag, mp4WithChapters } from '../../test/harness/samples/recordings.ts';
import { chaptersInId3, chaptersInJson, chaptersInMp4 } from './read-chapters.ts';

const readers = { id3: chaptersInId3, json: chaptersInJson, mp4: chaptersInMp4 };

/** Chapters as they come out: in order, at whole tenths of seconds, with titles that have no markup. */
const anyChapters = fc
  .uniqueArray(
    fc.record({
      start: fc.integer({ min: 0, max: 90_000 }).map((tenths) => tenths / 10),
      title: fc.stringMatching(/^[A-Za-z重みöß][A-Za-z0-9 重みöß🎧]{0,20}[a-z]$/u),
    }),
    { selector: ({ start }) => start, maxLength: 40 },
  )
  .map((all) =>
    all
      .map(({ start, title }) => ({ start, title: title.replaceAll(/ +/g, ' ') }))
      .toSorted((a, b) => a.start - b.start),
  );

describe('chapters of recordings', () => {
  it('come out of MP3 files of both versions and every encoding as they were put in', () => {
    const options = fc.record({
      version: fc.constantFrom(3 as const, 4 as const),
      encoding: fc.constantFrom('utf-16' as const, 'utf-16be' as const, 'utf-8' as const),
      isUnsynchronised: fc.boolean(),
      hasExtension: fc.boolean(),
      picture: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(anyChapters, options, (chapters, how) => {
        expect(chaptersInId3(chapterTag(chapters, how))).toEqual(chapters);
      }),
      { numRuns: runs(200) },
    );
  });

  it('come out of MP4 files as they were put in, those before the cut of a file that is cut', () => {
    fc.assert(
      fc.property(anyChapters, fc.boolean(), fc.nat({ max: 2000 }), (chapters, isLong, cut) => {
        const file = mp4WithChapters(chapters, { isLong });
        expect(chaptersInMp4(file)).toEqual(chapters);
        const found = chaptersInMp4(file.subarray(0, cut));
        expect(found).toEqual(chapters.slice(0, found.length));
      }),
      { numRuns: runs(200) },
    );
  });

  it('come out of documents without those that are not listed, and as text', () => {
    const document = {
      version: '1.2.0',
      chapters: [
        { startTime: 90, title: '<img src=x onerror=alert(1)>Two', url: 'javascript:alert(1)', img: 'x' },
        { startTime: '0', title: 'One' },
        { startTime: 30, title: 'A picture', toc: false },
        { startTime: 40 },
        { startTime: null, title: 'Nowhere' },
        7,
      ],
    };
    expect(chaptersInJson(Buffer.from(`\uFEFF${JSON.stringify(document)}`))).toEqual([
      { start: 0, title: 'One' },
      { start: 90, title: 'Two' },
    ]);
    for (const text of [
      '',
      '[]',
      '{}',
      'null',
      '{"chapters":{}}',
      '<html>',
      '{"chapters":[{"startTime":1e999}]}',
    ])
      expect(chaptersInJson(Buffer.from(text))).toEqual([]);
  });

  it('are none in any bytes that are no recording, cut and changed ones too, and nothing throws', () => {
    const files = anyChapters.chain((chapters) =>
      fc.constantFrom(
        chapterTag(chapters, { version: 3, encoding: 'utf-16' }),
        chapterTag(chapters, { version: 4, encoding: 'utf-8', isUnsynchronised: true }),
        mp4WithChapters(chapters, {}),
        Buffer.from(
          JSON.stringify({ chapters: chapters.map(({ start, title }) => ({ startTime: start, title })) }),
        ),
      ),
    );
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 });
    fc.assert(
      fc.property(
        fc.oneof(files, fc.uint8Array({ maxLength: 500 })),
        changes,
        fc.nat(),
        (bytes, edits, cut) => {
          const file = Buffer.from(bytes);
          for (const [at, value] of edits) if (file.length > 0) file[at % file.length] = value;
          const shorter = file.subarray(0, cut % (file.length + 1));
          for (const read of Object.values(readers))
            for (const each of [file, shorter])
              for (const { start, title } of read(each)) {
                expect(start).toBeGreaterThanOrEqual(0);
                expect(title).not.toBe('');
              }
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('are read once where sizes are as small as can be, or reach beyond the file', () => {
    const boxes = Buffer.alloc(2 * 1024 * 1024);
    for (let at = 0; at < boxes.length; at += 8) boxes.write('\0\0\0\bfree', at, 'latin1');
    expect(chaptersInMp4(boxes)).toEqual([]);
    const frames = Buffer.alloc(512 * 1024);
    frames.write('ID3\u0004\0\0\u007F\u007F\u007F\u007F', 'latin1');
    for (let at = 10; at + 10 <= frames.length; at += 10) frames.write('CHAP\0\0\0\0\0\0', at, 'latin1');
    expect(chaptersInId3(frames)).toEqual([]);
    // A box that is smaller than its own header ends the file.
    const small = Buffer.from([0, 0, 0, 4]);
    expect(chaptersInMp4(Buffer.concat([small, mp4WithChapters([{ start: 1, title: 'One' }], {})]))).toEqual(
      [],
    );
    const own = mp4WithChapters([], {});
    own.writeUInt32BE(0xffffffff, 0);
    expect(chaptersInMp4(own)).toEqual([]);
  });
});
