import pMap from 'p-map';
import { namesOf, type ReaderNames } from '../articles/lists/reader-names.ts';
import { entryToRow, toReasons } from '../articles/lists/row-to-wire.ts';
import type { ExportedEntry } from '../contract/index.ts';
import { inBatches } from '../lib/in-batches.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entry, EntryStore, SavedCopy, SavedStore } from '../model/article/entry.ts';
import { isExpired } from '../model/article/expiry.ts';
import { asMarked, type ReadWatermarkStore } from '../model/article/watermark.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { KeywordStore } from '../model/score/keyword.ts';
import type { ExportSection } from './export-section.ts';

const ENTRIES_A_READ = 100;
const CONCURRENT_COPIES = 8;

export type EntriesSectionDeps = {
  entries: Pick<EntryStore, 'scan'>;
  keywords: Pick<KeywordStore, 'list'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  profiles: Pick<ProfileStore, 'get'>;
  saved: Pick<SavedStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  now: Clock;
};

const toCopy = ({ feed_title, saved_at, content, summary, author, enclosures, categories }: SavedCopy) => ({
  feed_title,
  saved_at,
  content,
  summary,
  author,
  enclosures,
  categories,
});

/** Returns an entry in the form of the export, with the reader's copy if it is saved. */
const toExported = (entry: Entry, copy: SavedCopy | null, names: ReaderNames): ExportedEntry => {
  const { feed_id: _, top_reasons: __, image_key: ___, ...row } = entryToRow(entry, names);
  return {
    ...row,
    feed_title: row.feed_title || (copy?.feed_title ?? ''),
    feed_ids: entry.feed_ids,
    reasons: toReasons(entry, names).filter(({ similarity_score }) => similarity_score > 0),
    expires_at: entry.expires_at,
    saved: copy === null ? null : toCopy(copy),
  };
};

/** Creates the list of a reader's entries. Marks are applied, and expired entries are left out. */
export const createEntriesSection = (deps: EntriesSectionDeps): ExportSection => {
  const copyOf = async ({ is_saved, user_id, article_id }: Entry): Promise<SavedCopy | null> =>
    is_saved ? deps.saved.get(user_id, article_id) : null;

  return async function* (userId, start) {
    const [subscriptions, keywords, profile, { marks }] = await Promise.all([
      deps.subscriptions.list(userId),
      deps.keywords.list(userId),
      deps.profiles.get(userId),
      deps.marks.get(userId),
    ]);
    // Whoever has the file has no proxy for its pictures.
    const signImage = () => null;
    const names = { ...namesOf(subscriptions, keywords, profile, deps.now()), signImage };
    let after = start;
    for (;;) {
      const found = await deps.entries.scan(userId, after, ENTRIES_A_READ);
      const at = deps.now().toISOString();
      const shown = found.filter((entry) => !isExpired(entry, at));
      for (const batch of inBatches(shown, CONCURRENT_COPIES)) {
        const items = await pMap(batch, async (entry) =>
          toExported({ ...entry, ...asMarked(entry, marks) }, await copyOf(entry), names),
        );
        for (const item of items)
          yield { after: item.article_id, item, add: ({ entries }) => entries.push(item) };
      }
      after = found.at(-1)?.article_id ?? null;
      if (found.length < ENTRIES_A_READ || after === null) return;
    }
  };
};
