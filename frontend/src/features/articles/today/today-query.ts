import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { readMarksOf } from '../../../lib/marks/read-marks.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

/** Returns the query of Today, in the form of a list of one page, so that marks change its rows as those of every list. */
export const todayQuery = infiniteQueryOptions({
  queryKey: keys.today,
  queryFn: async ({ signal, client }) => {
    await readMarksOf(client).flush();
    const today = await call('listToday', { query: {}, signal });
    return { ...today, next_cursor: null, has_more: false, ranked_of: null };
  },
  initialPageParam: '',
  getNextPageParam: (): string | null => null,
  staleTime: 60_000,
});
