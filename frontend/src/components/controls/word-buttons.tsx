import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';

type Props = { words: readonly string[]; chosen: string; onChoose: (word: string) => void };

/** Offers words for a field, each as a button that puts it there. The one that is there is pressed. */
export const WordButtons = ({ words, chosen, onChoose }: Props) => (
  <Flex gap="2" wrap="wrap">
    {words.map((word) => (
      <Button
        key={word}
        variant={word === chosen ? 'solid' : 'subtle'}
        size="md"
        maxW="full"
        borderRadius="full"
        aria-pressed={word === chosen}
        onClick={() => onChoose(word)}
      >
        <Box as="span" truncate>
          {word}
        </Box>
      </Button>
    ))}
  </Flex>
);
