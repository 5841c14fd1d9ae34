import type { FeedFigures } from '@omomi/backend/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

/** Returns a share as a percentage, `<1 %` for one that would be nought. */
export const shareText = (share: number, language: string): string => {
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return share > 0 && share < 0.005 ? `<${percent.format(0.01)}` : percent.format(share);
};

/** Returns articles a week with one decimal below ten. */
export const paceText = (perWeek: number, language: string): string =>
  perWeek.toLocaleString(language, { maximumFractionDigits: perWeek < 10 ? 1 : 0 });

/** What the reader has of each feed. It reads many rows of the lists, so it is asked for seldom. */
export const figuresQuery = queryOptions({
  queryKey: keys.feedFigures,
  queryFn: ({ signal }) => call('getFeedFigures', { signal }),
  staleTime: 10 * 60_000,
});

type Figures = { share: number | null; importance: number | null };

/** Returns a function that gives the figures of a feed: nulls as long as they are unknown. */
export const figuresBy = (figures: FeedFigures | undefined): ((feedId: string) => Figures) => {
  const known = new Map(figures?.items.map((each) => [each.feed_id, each]));
  return (feedId) => {
    const own = known.get(feedId);
    return {
      share:
        figures === undefined || figures.read_count === 0
          ? null
          : (own?.read_count ?? 0) / figures.read_count,
      importance: own?.mean_importance ?? null,
    };
  };
};
