import type { PreferenceChanges, Preferences } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../notify.ts';
import { call } from '../api/api.ts';
import { keys } from '../queries/query-keys.ts';

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: ({ signal }) => call('getPreferences', { signal }),
  staleTime: 60_000,
});

/** The preferences with what the reader has just chosen; a value that is undefined changes nothing. */
export const withChanges = (preferences: Preferences, changes: PreferenceChanges): Preferences => ({
  ...preferences,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
});

/** A choice shows at once, and goes back when the server refuses it. Choices are sent one after the other. */
export const useChangePreferences = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey: keys.preferences,
    scope: { id: 'preferences' },
    mutationFn: (changes: PreferenceChanges) => call('updatePreferences', { body: changes }),
    onMutate: async (changes) => {
      // A first load that is given up would not be tried again, and nothing is drawn without one.
      if (client.getQueryData(keys.preferences) === undefined) return;
      await client.cancelQueries({ queryKey: keys.preferences });
      client.setQueryData<Preferences>(keys.preferences, (known) =>
        known === undefined ? known : withChanges(known, changes),
      );
    },
    onSuccess: async (answer, changes) => {
      // While another choice is on its way its value is newer than this answer.
      if (client.isMutating({ mutationKey: keys.preferences }) === 1)
        client.setQueryData<Preferences>(keys.preferences, answer);
      // The ranking and what is kept follow in a job.
      if (changes.like_saved !== undefined || changes.retention !== undefined)
        await client.invalidateQueries({ queryKey: keys.jobs });
    },
    onError: async (error) => {
      notify.error(error);
      await client.invalidateQueries({ queryKey: keys.preferences });
    },
  });
};
