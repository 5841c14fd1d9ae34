import { textMode, type Feed } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { fullTextTexts } from '../../../lib/i18n/texts/full-text.ts';
import { useUpdateFeed } from '../mutations.ts';

/** Lets the reader choose where the texts of a feed's articles are from, and shows what the automatic choice found. */
export const TextModeChoice = ({ feed }: { feed: Feed }) => {
  const texts = useTexts(fullTextTexts);
  const update = useUpdateFeed();
  const id = useId();
  const found = feed.found_text === null ? texts.notFound : texts.found[feed.found_text];
  return (
    <Box mt="5" textStyle="sm">
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {texts.mode}
      </chakra.label>
      <chakra.select
        id={id}
        value={feed.text_mode}
        disabled={update.isPending}
        onChange={(event) =>
          update.mutate({ feed, changes: { text_mode: textMode.parse(event.target.value) } })
        }
        w="full"
        minH="11"
        px="3"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        bg="bg"
      >
        {textMode.options.map((mode) => (
          <option key={mode} value={mode}>
            {texts.modes[mode]}
          </option>
        ))}
      </chakra.select>
      <Box color="fg.muted" mt="1.5">
        {feed.text_mode === 'auto' ? `${found} ` : ''}
        {texts.hint}
      </Box>
    </Box>
  );
};
