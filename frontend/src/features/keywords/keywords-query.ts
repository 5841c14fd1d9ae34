import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { keys } from '../../lib/queries/query-keys.ts';

export const keywordsQuery = queryOptions({
  queryKey: keys.keywords,
  queryFn: ({ signal }) => call('listKeywords', { signal }),
});
