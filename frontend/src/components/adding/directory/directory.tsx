import { Button } from '@chakra-ui/react/button';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';

/** The least letters by which feeds are looked for; a Japanese word may have two. */
const FEWEST = 2;

/** Returns the words that were typed in place of an address; null if it is one or may become one, or several lines. */
export const typedWords = (text: string): string | null => {
  const words = text.trim();
  return words.length >= FEWEST && /^[^\n.:/<]+$/u.test(words) ? words : null;
};

// The list is loaded when a reader asks for it.
const DirectoryList = loadPart(async () => (await import('./directory-list.tsx')).DirectoryList);

/** Offers well-known feeds: at once those that the words find, and those of a topic once the button is pressed. */
export const Directory = (props: ComponentProps<typeof DirectoryList>) => {
  const texts = useTexts('feedDirectory');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {props.words === null ? (
        <Button mt="3" size="md" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.browse}
        </Button>
      ) : null}
      <Suspense>{props.words !== null || isOpen ? <DirectoryList {...props} /> : null}</Suspense>
    </>
  );
};
