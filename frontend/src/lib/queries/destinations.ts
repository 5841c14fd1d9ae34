import type { NewDestination } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from './query-keys.ts';

/** The places that the reader sends articles to. Only the menu of an article and the settings ask for them. */
export const destinationsQuery = queryOptions({
  queryKey: keys.destinations,
  queryFn: ({ signal }) => call('listDestinations', { signal }),
  staleTime: Infinity,
});

/** Adds a place. Shows no notice of an error, because the form shows it. */
export const useAddDestination = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDestination) => call('addDestination', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.destinations }),
    // The variables hold a secret.
    gcTime: 0,
  });
};
