import { Box, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n/language.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { preferencesQuery, useChangePreferences } from '../../lib/preferences/queries.ts';

/** Whether what the reader saves, and reads to the end, counts. Says nothing until it is known how it stands. */
export const LearnSwitch = ({ onChanged }: { onChanged: () => void }) => {
  const { t } = useI18n();
  const { data } = useQuery(preferencesQuery);
  const { mutate } = useChangePreferences();
  if (data === undefined) return null;
  return (
    <Flex mt="6" gap="3" alignItems="start" textStyle="sm">
      <SmallSwitch
        label={t.keywords.learn}
        checked={data.like_saved}
        onChange={(likeSaved) => mutate({ like_saved: likeSaved }, { onSuccess: onChanged })}
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
