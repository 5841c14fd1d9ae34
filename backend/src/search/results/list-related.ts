import { entryToRow } from '../../articles/lists/row-to-wire.ts';
import { withFormerFeeds } from '../../articles/lists/reader-names.ts';
import { ArticleUnknownError } from '../../articles/reading/errors.ts';
import type { LoadStories } from '../../articles/stories/known-stories.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { ReaderRow } from '../keep/reader-rows.ts';
import type { Opened, Searcher } from '../keep/searcher.ts';
import { sketchAt } from '../segment/part.ts';
import { nearness } from '../segment/sketch.ts';
import { presentEntries, type ShownRowsDeps } from './shown-rows.ts';

/**
 * The least nearness at which articles count as related, by the size of their sketches. Of the embedded model (13 bytes) 60
 * pairs of real articles were read by one person: from 0.84 to 0.87 about seven of ten were about the same subject, from
 * 0.81 to 0.84 half of them. Larger vectors spread less: 0.7 is a cosine of 0.6, which is not measured.
 */
const LEAST_NEAR = { small: 0.84, large: 0.7 } as const;
const SMALL_BYTES = 16;

export type RelatedDeps = ShownRowsDeps & {
  feeds: Pick<FeedStore, 'getMany'>;
  searcher: Pick<Searcher, 'open'>;
  loadStories: LoadStories;
  now: Clock;
};

/** Creates the endpoint that lists the articles nearest to one, of each story the nearest, and none of its own story. */
export const createListRelated = (deps: RelatedDeps): HandlersOf<'listRelated'> => ({
  listRelated: async ({ reader: { user_id }, params: { article_id }, query: { limit } }) => {
    const now = deps.now();
    const [opened, stories] = await Promise.all([deps.searcher.open(user_id), deps.loadStories()]);
    const own = opened.rows.find((row) => row.article_id === article_id);
    if (own === undefined) throw new ArticleUnknownError();
    const storyOf = (row: ReaderRow): string => stories.storyOf(row.article_id, row.story);
    const ids = oneOfAStory(nearestTo(own, opened), storyOf, storyOf(own));
    // A few more than are shown, since some may have gone meanwhile.
    const entries = await presentEntries(deps, user_id, ids.slice(0, 2 * limit), {
      names: opened.names,
      now,
    });
    const shown = entries.slice(0, limit);
    const rows = shown.map((entry) => ({ ...entry, order: null, top_reasons: [] }));
    const names = await withFormerFeeds(deps.feeds, rows, opened.names);
    return { items: shown.map((entry) => entryToRow(entry, names)) };
  },
});

const sketchOfRow = ({ places }: Opened, { article_id }: ReaderRow): Uint8Array | null => {
  const place = places.get(article_id);
  return place === undefined ? null : sketchAt(place.part, place.at);
};

/** Returns the rows that are near to one, the nearest first and of equally near ones the newest. */
const nearestTo = (own: ReaderRow, opened: Opened): ReaderRow[] => {
  const target = sketchOfRow(opened, own);
  if (target === null) return [];
  const least = target.length <= SMALL_BYTES ? LEAST_NEAR.small : LEAST_NEAR.large;
  return opened.rows
    .flatMap((row) => {
      const sketch = row.article_id === own.article_id ? null : sketchOfRow(opened, row);
      const near = sketch === null ? 0 : nearness(target, sketch);
      return near >= least ? [{ row, near }] : [];
    })
    .toSorted((a, b) => b.near - a.near)
    .map(({ row }) => row);
};

/** Returns the ids of the first row of each story, without those of one story. */
const oneOfAStory = (
  rows: readonly ReaderRow[],
  storyOf: (row: ReaderRow) => string,
  without: string,
): string[] => {
  const seen = new Set([without]);
  return rows.flatMap((row) => {
    const story = storyOf(row);
    if (seen.has(story)) return [];
    seen.add(story);
    return [row.article_id];
  });
};
