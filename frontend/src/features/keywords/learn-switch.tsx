import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { preferencesQuery, useChangePreferences } from '../../lib/preferences/queries.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

const learnedQuery = queryOptions({
  queryKey: keys.learned,
  queryFn: ({ signal }) => call('getLearned', { signal }),
});

/** Tells from what was learned, and lets the reader forget it. */
const Learned = ({ onChanged }: { onChanged: () => void }) => {
  const texts = useTexts('keywords');
  const notify = useNotify();
  const client = useQueryClient();
  const { data } = useQuery(learnedQuery);
  const { mutate: forget, isPending } = useDeed({
    mutationFn: () => call('forgetLearned', {}),
    onSuccess: async () => {
      notify.info(texts.forgotten);
      onChanged();
      await client.invalidateQueries({ queryKey: keys.learned });
    },
  });
  if (data === undefined || !data.is_on) return null;
  const { up, down, saved, read_through, opened, passed } = data;
  const isEmpty = up + down + saved + read_through + opened + passed === 0;
  const state = isEmpty ? texts.learnedNothing : texts.learnedFrom(data);
  return (
    <Flex direction="column" gap="2" alignItems="start" textStyle="sm" mt="3">
      <Box as="output" color="fg.muted">
        {state} {isEmpty || data.is_in_use ? '' : texts.learnedSoon}
      </Box>
      <Button size="sm" variant="subtle" disabled={isEmpty || isPending} onClick={() => forget()}>
        {texts.forget}
      </Button>
    </Flex>
  );
};

/** Switches learning from saved and fully read articles. Hidden until the current choice is loaded. */
export const LearnSwitch = ({ onChanged }: { onChanged: () => void }) => {
  const texts = useTexts('keywords');
  const { data } = useQuery(preferencesQuery);
  const client = useQueryClient();
  const { mutate } = useChangePreferences();
  if (data === undefined) return null;
  return (
    <Flex mt="6" gap="3" alignItems="start" textStyle="sm">
      <SmallSwitch
        label={texts.learn}
        checked={data.learns}
        onChange={(learns) =>
          mutate(
            { learns },
            {
              onSuccess: () => {
                onChanged();
                void client.invalidateQueries({ queryKey: keys.learned });
              },
            },
          )
        }
      />
      <Box>
        <Box aria-hidden="true">{texts.learn}</Box>
        <Box color="fg.subtle" textStyle="xs">
          {texts.learnHint}
        </Box>
        <Learned onChanged={onChanged} />
      </Box>
    </Flex>
  );
};
