import { tagsOf, type SearchableRow } from '../../model/article/entry.ts';
import { textChecksum } from '../../model/text/text-mode.ts';
import { searchableExtra, decodeFeedIds } from '../table/codecs.ts';
import { entriesOf, idIn, publishedAtIn, timeRange, type ReadState } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { rowFromItem } from './entry-item.ts';

/** Number of rows that are read at once, some 500 KB; the embedded engine answers in some 20 ms. */
const PAGE = 1000;

/** Reads all entries of a reader; see `EntryStore.listSearchable`. */
export const listSearchable = async (table: TableClient, userId: string): Promise<SearchableRow[]> => {
  const states = await Promise.all([rowsOf(table, userId, 'UNREAD'), rowsOf(table, userId, 'READ')]);
  // An entry that was marked between two reads may be in both. Which of the two is newer is not known.
  const found = new Map<string, SearchableRow>();
  for (const rows of states) for (const row of rows) found.set(row.article_id, row);
  return [...found.values()];
};

const rowsOf = async (table: TableClient, userId: string, state: ReadState): Promise<SearchableRow[]> => {
  const rows: SearchableRow[] = [];
  let after: Item | undefined;
  do {
    const page = await table.queryPage({
      PK: entriesOf(userId).PK,
      prefix: timeRange(state),
      index: 'by-time',
      limit: PAGE,
      descending: true,
      is_consistent: false,
      after,
    });
    for (const item of page.items) rows.push(searchableFromItem(item));
    after = page.last;
  } while (after !== undefined);
  return rows;
};

/**
 * Reads a row without its schema, which would take most of the time of listing 20,000 rows. A row of unexpected form is
 * read with the schema.
 */
const searchableFromItem = (item: Item): SearchableRow => {
  const { SK, by_time: byTime, title, excerpt = '', feed_ids: feedIds, created_at: created } = item;
  const { importance_score: score = null, is_read: readMark = false, expires_at: expires = null } = item;
  const extra = searchableExtra(item['extra']);
  const published_at = typeof byTime === 'string' ? publishedAtIn(byTime) : undefined;
  if (
    typeof SK !== 'string' ||
    published_at === undefined ||
    typeof title !== 'string' ||
    typeof excerpt !== 'string' ||
    !(feedIds instanceof Uint8Array) ||
    typeof created !== 'number' ||
    (typeof score !== 'number' && score !== null) ||
    (typeof readMark !== 'number' && typeof readMark !== 'boolean') ||
    (typeof expires !== 'number' && expires !== null) ||
    extra === null
  )
    return searchableBySchema(item);
  return {
    article_id: idIn(SK),
    feed_ids: decodeFeedIds(feedIds),
    title,
    excerpt,
    text_checksum: textChecksum({ title, excerpt }),
    published_at,
    importance_score: score,
    is_read: readMark === true,
    unread_after: typeof readMark === 'number' ? readMark : null,
    is_saved: item['is_saved'] === true,
    created_ms: created,
    expires_ms: expires,
    ...extra,
  };
};

const searchableBySchema = (item: Item): SearchableRow => {
  const row = rowFromItem(item);
  const { created_at, expires_at, extra } = row;
  return {
    article_id: row.article_id,
    feed_ids: row.feed_ids,
    title: row.title,
    excerpt: row.excerpt,
    text_checksum: textChecksum(row),
    published_at: row.published_at,
    importance_score: row.importance_score,
    is_read: row.is_read,
    unread_after: row.unread_after,
    is_saved: row.is_saved,
    is_kept_by_tags: row.is_kept_by_tags,
    text_version: row.text_version,
    created_ms: Date.parse(created_at),
    expires_ms: expires_at === null ? null : Date.parse(expires_at),
    reading_minutes: extra.reading_minutes,
    tags: tagsOf(row),
    story: extra.story,
  };
};
