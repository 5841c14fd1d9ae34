import { type PreferenceChanges, type Preferences, scoringPreferences } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../notify.ts';
import { call } from '../api/api.ts';
import { tellTabs } from '../tabs.ts';
import { keys } from '../queries/query-keys.ts';

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: ({ signal }) => call('getPreferences', { signal }),
  staleTime: 60_000,
});

/** Returns the preferences with some changes. An undefined value changes nothing. */
export const withChanges = (preferences: Preferences, changes: PreferenceChanges): Preferences => ({
  ...preferences,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
});

/** Shows a choice at once, and undoes it if the server refuses. Choices are sent one after the other. */
export const useChangePreferences = () => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationKey: keys.preferences,
    scope: { id: 'preferences' },
    mutationFn: (changes: PreferenceChanges) => call('updatePreferences', { body: changes }),
    onMutate: (changes) => {
      // Do not cancel a first load: it would not be started again, and the page needs it to render.
      if (client.getQueryData(keys.preferences) === undefined) return;
      // Its answer is ignored from now on. Waiting until the request has ended would show the old value for a moment.
      void client.cancelQueries({ queryKey: keys.preferences });
      client.setQueryData<Preferences>(keys.preferences, (known) =>
        known === undefined ? known : withChanges(known, changes),
      );
    },
    onSuccess: async (answer, changes) => {
      // While another choice is being sent, its value is newer than this answer.
      if (client.isMutating({ mutationKey: keys.preferences }) === 1)
        client.setQueryData<Preferences>(keys.preferences, answer);
      tellTabs({ kind: 'changed', what: 'preferences' });
      // A change of one of these makes the server start a job.
      if ([...scoringPreferences, 'retention' as const].some((name) => changes[name] !== undefined))
        await client.invalidateQueries({ queryKey: keys.jobs });
    },
    onError: async (error) => {
      notify.error(error);
      await client.invalidateQueries({ queryKey: keys.preferences });
    },
  });
};
