import type { NewRule } from '@omomi/backend/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from './query-keys.ts';

/** Asks what the conditions would have matched. The key is their JSON, so that equal conditions are asked once. */
export const previewQuery = (conditions: NewRule['conditions']) =>
  queryOptions({
    queryKey: keys.rulePreview(JSON.stringify(conditions)),
    queryFn: ({ signal }) => call('previewRule', { body: { conditions }, signal }),
    enabled: conditions.length > 0,
    retry: false,
    gcTime: 30_000,
  });
