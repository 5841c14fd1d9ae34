import { crc32 } from 'node:zlib';
import type { TextMode } from '../../../contract/index.ts';
import type { SearchableRow } from '../../../model/article/entry.ts';

/** The fields of a row by which a changed text is noticed. */
export type VersionedRow = Pick<
  SearchableRow,
  'feed_ids' | 'text_mark' | 'is_saved' | 'text_version' | 'reading_minutes' | 'importance_score'
>;

/**
 * Returns a text that changes whenever the text may have changed that the reader sees of an article, or whether its
 * vector exists: whose version it is, from the feed or the page by the mode of its feed, or the reader's own copy; title,
 * excerpt and reading time; and what fan-out notes of a change that none of these shows.
 */
export const rowVersion = (row: VersionedRow, mode: TextMode | undefined): string => {
  const source = row.is_saved ? 'saved' : (mode ?? 'auto');
  const scored = row.importance_score === null ? 'unscored' : '';
  const facts = [row.feed_ids[0], source, scored, row.reading_minutes, row.text_version, row.text_mark];
  return crc32(facts.join('\n')).toString(36);
};
