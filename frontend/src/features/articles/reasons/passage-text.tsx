import type { Reason } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { languageOf } from '../../../lib/format.ts';

type Passage = NonNullable<Reason['passage']>;

/** Shows the part of the article that made a reason, with its words marked. */
export const PassageText = ({ passage: { text, marks } }: { passage: Passage }) => {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <Box
      as="q"
      data-testid="passage"
      quotes="none"
      gridColumn="1 / -1"
      color="fg.muted"
      maxW="42rem"
      lang={languageOf(text)}
    >
      {marks.map(([start, end], at) => (
        <span key={start}>
          {text.slice(ends[at], start)}
          <Box as="mark" bg="shu.muted" color="fg" borderRadius="sm" px="0.5">
            {text.slice(start, end)}
          </Box>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </Box>
  );
};
