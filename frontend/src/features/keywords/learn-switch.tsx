import type { Preferences } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../components/notices.tsx';
import { call } from '../../lib/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/query-keys.ts';
import { SmallSwitch } from './small-switch.tsx';

const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: ({ signal }) => call('getPreferences', { signal }),
});

const useLearn = (onChanged: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (likeSaved: boolean) => call('updatePreferences', { body: { like_saved: likeSaved } }),
    onSuccess: async (preferences) => {
      client.setQueryData<Preferences>(keys.preferences, preferences);
      onChanged();
      await client.invalidateQueries({ queryKey: keys.jobs });
    },
    onError: (error) => notify.error(error),
  });
};

/** Whether what the reader saves counts. Says nothing until it is known how it stands. */
export const LearnSwitch = ({ onChanged }: { onChanged: () => void }) => {
  const { t } = useI18n();
  const { data } = useQuery(preferencesQuery);
  const learn = useLearn(onChanged);
  if (data === undefined) return null;
  return (
    <Flex mt="6" gap="3" alignItems="start" textStyle="sm">
      <SmallSwitch
        label={t.keywords.learn}
        checked={learn.isPending ? learn.variables : data.like_saved}
        onChange={learn.mutate}
      />
      <Box>
        <Box aria-hidden="true">{t.keywords.learn}</Box>
        <Box color="fg.subtle" textStyle="xs">
          {t.keywords.learnHint}
        </Box>
      </Box>
    </Flex>
  );
};
