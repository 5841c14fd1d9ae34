import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEntryStore } from '../../../../src/storage/entries/entry-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import type { EntryListQuery, EntryStore } from '../../../../src/model/article/entry.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleTime,
  uniqueUser,
} from '../../../harness/samples/storage-samples.ts';
import { runs } from '../../../harness/property-runs.ts';

const ARTICLES = 4;
/** Everything happens after the articles were published, at these minutes. */
const FROM = 20;

const anyStep = fc.record({
  reader: fc.nat(1),
  article: fc.nat(ARTICLES - 1),
  what: fc.constantFrom('save', 'save', 'let go', 'read', 'unread'),
  /** 0 if it happens in the same millisecond as the step before. */
  minutes: fc.nat(1),
});

const anyHistory = fc.record({
  published: fc.array(fc.nat(3), { minLength: ARTICLES, maxLength: ARTICLES }),
  /** The articles that were saved before the time of saving was stored. */
  savedBefore: fc.subarray([0, 1, 2]),
  steps: fc.array(anyStep, { maxLength: 7 }),
});

const idOf = (article: number): string => sampleArticleId(article + 1);

type Marks = { is_saved: boolean; saved_at: string | null; is_read: boolean };

const idsOf = async (
  entries: EntryStore,
  user_id: string,
  sort: EntryListQuery['sort'],
): Promise<{ article_id: string; saved_at: string | null }[]> => {
  const found: { article_id: string; saved_at: string | null }[] = [];
  let after: EntryListQuery['after'] = null;
  do {
    const place = { user_id, feed_ids: null, limit: 3, after, now: sampleTime(0) };
    const page = await entries.list({ ...place, sort, filter: 'saved' });
    found.push(...page.rows.map(({ article_id, saved_at }) => ({ article_id, saved_at })));
    after = page.has_more ? (page.rows.at(-1) ?? null) : null;
  } while (after !== null);
  return found;
};

/** The order of saved entries that every engine must show. */
export const savedOrderContract = (table: () => TableClient): void => {
  it('saved entries are in the order of saving after any history of two readers', async () => {
    const entries = createEntryStore(table());
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ published, savedBefore, steps }) => {
        const readers = [uniqueUser(), uniqueUser()];
        const model = readers.map(() =>
          published.map((_, at): Marks => {
            return { is_saved: savedBefore.includes(at), saved_at: null, is_read: false };
          }),
        );
        const timeOf = (at: number) => sampleTime(published[at] ?? 0);
        await Promise.all(
          readers.flatMap((user_id, reader) =>
            published.map((_, at) =>
              entries.create(
                sampleEntry({
                  user_id,
                  article_id: idOf(at),
                  published_at: timeOf(at),
                  expires_at: null,
                  ...model[reader]?.[at],
                }),
              ),
            ),
          ),
        );
        let minute = FROM;
        for (const { reader, article, what, minutes } of steps) {
          minute += minutes;
          const marks = model[reader]?.[article];
          if (marks === undefined) continue;
          if (what === 'save' && !marks.is_saved)
            Object.assign(marks, { is_saved: true, saved_at: sampleTime(minute) });
          if (what === 'let go') Object.assign(marks, { is_saved: false, saved_at: null });
          if (what === 'read' || what === 'unread') marks.is_read = what === 'read';
          const changed = await entries.change(readers[reader] ?? '', idOf(article), (stored) => ({
            ...stored,
            ...marks,
            read_at: marks.is_read ? sampleTime(minute) : null,
          }));
          expect(changed).toMatchObject(marks);
        }
        for (const [reader, user_id] of readers.entries()) {
          const newest = (model[reader] ?? [])
            .map((marks, at) => ({ ...marks, at, since: marks.saved_at ?? timeOf(at) }))
            .filter(({ is_saved }) => is_saved)
            .toSorted(
              (a, b) =>
                Date.parse(b.since) - Date.parse(a.since) ||
                Date.parse(timeOf(b.at)) - Date.parse(timeOf(a.at)) ||
                (idOf(a.at) < idOf(b.at) ? 1 : -1),
            )
            .map(({ at, saved_at }) => ({ article_id: idOf(at), saved_at }));
          expect(await idsOf(entries, user_id, 'published_at')).toEqual(newest);
          expect(await idsOf(entries, user_id, 'oldest')).toEqual(newest.toReversed());
        }
      }),
      { numRuns: runs(100) },
    );
  });
};
