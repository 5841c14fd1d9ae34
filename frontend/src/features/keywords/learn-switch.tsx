import { Box, Flex } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { keywordsTexts } from '../../lib/i18n/texts/keywords.ts';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { Learned } from './learned.tsx';
import { preferencesQuery, useChangePreferences } from '../../lib/preferences/queries.ts';

/** Switches learning from saved and fully read articles. Hidden until the current choice is loaded. */
export const LearnSwitch = ({ onChanged }: { onChanged: () => void }) => {
  const texts = useTexts(keywordsTexts);
  const { data } = useQuery(preferencesQuery);
  const client = useQueryClient();
  const { mutate } = useChangePreferences();
  if (data === undefined) return null;
  return (
    <Flex mt="6" gap="3" alignItems="start" textStyle="sm">
      <SmallSwitch
        label={texts.learn}
        checked={data.like_saved}
        onChange={(likeSaved) =>
          mutate(
            { like_saved: likeSaved },
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
