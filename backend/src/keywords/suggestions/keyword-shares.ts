import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntryRow, EntryStore } from '../../model/article/entry.ts';
import type { KeywordStore } from '../../model/score/keyword.ts';

/** The time of reading that is looked at: 7 days. */
const WEEK_MS = 7 * 86_400_000;
/** The newest read articles that are looked at, for about 36 read units. */
const LOOKED_AT = 200;
/** A keyword counts from this part of the score on, as in the chips of an article. */
const COUNTS = 0.1;

export type SharesDeps = {
  entries: Pick<EntryStore, 'list'>;
  keywords: Pick<KeywordStore, 'list'>;
  now: Clock;
};

/** Returns the keywords that count in an article. A score of 0 has the excluding ones that made it 0. */
const countingIn = ({ importance_score, top_reasons }: EntryRow): string[] =>
  top_reasons
    .filter(
      ({ contribution }) =>
        contribution !== 0 && Math.abs(contribution) >= COUNTS * Math.abs(importance_score ?? 0),
    )
    .map(({ keyword_id }) => keyword_id);

/** Creates the endpoint that tells how much of the last week's reading is about each keyword. It writes nothing. */
export const createSharesEndpoint = ({
  entries,
  keywords,
  now,
}: SharesDeps): HandlersOf<'getKeywordShares'> => ({
  getKeywordShares: async ({ reader: { user_id } }) => {
    const at = now();
    const since = new Date(at.getTime() - WEEK_MS).toISOString();
    const [known, { rows }] = await Promise.all([
      keywords.list(user_id),
      entries.list({
        user_id,
        sort: 'published_at',
        filter: 'read',
        feed_ids: null,
        limit: LOOKED_AT,
        after: null,
        now: at.toISOString(),
      }),
    ]);
    const read = rows.filter(({ read_at }) => read_at !== null && read_at >= since);
    const counts = new Map<string, number>();
    for (const row of read)
      for (const keywordId of countingIn(row)) counts.set(keywordId, (counts.get(keywordId) ?? 0) + 1);
    return {
      since,
      read: read.length,
      items: known
        .filter(({ is_active }) => is_active)
        .map(({ keyword_id }) => ({ keyword_id, articles: counts.get(keyword_id) ?? 0 }))
        .toSorted((a, b) => b.articles - a.articles),
    };
  },
});
