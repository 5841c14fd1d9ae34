import { Box } from '@chakra-ui/react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useQueue } from './queue.ts';

/** Names the recording that is played next, if one waits. */
export const Following = () => {
  const texts = useTexts('listening');
  const [next] = useQueue();
  return next === undefined ? null : (
    <Box truncate px="1" textStyle="xs" color="fg.muted" lang={languageOf(next.title)}>
      {texts.following(next.title)}
    </Box>
  );
};
