import type { Entry } from '../../model/article/entry.ts';
import type { Opened } from '../keep/searcher.ts';
import type { SearchRow } from '../match/search-input.ts';
import { searchRow } from './find.ts';

/** Returns the row of an entry as the search takes it. */
export const freshRow = (entry: Entry, opened: Pick<Opened, 'names'>, at: Date): SearchRow =>
  searchRow(
    {
      ...entry,
      feed_id: entry.feed_ids[0],
      created_ms: Date.parse(entry.created_at),
      expires_ms: entry.expires_at === null ? null : Date.parse(entry.expires_at),
      reading_minutes: entry.extra.reading_minutes,
      tags: entry.extra.tags ?? [],
      story: entry.extra.story,
      version: '',
    },
    opened,
    at,
  );
