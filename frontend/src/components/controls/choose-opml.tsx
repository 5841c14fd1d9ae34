import { Button } from '@chakra-ui/react/button';
import { useRef } from 'react';
import { useTexts } from '../../lib/i18n/language.tsx';
import { opmlTexts } from '../../lib/i18n/texts/opml.ts';

type Props = { busy: boolean; onFiles: (files: FileList | null) => void };

/** Shows a button that lets the reader choose an OPML file. */
export const ChooseOpml = ({ busy, onFiles }: Props) => {
  const texts = useTexts(opmlTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".opml,.xml,text/xml,application/xml,text/x-opml"
        aria-label={texts.choose}
        hidden
        onChange={({ target }) => {
          onFiles(target.files);
          // Reset the value. Otherwise choosing the same file again would not fire a change event.
          target.value = '';
        }}
      />
      <Button size="md" variant="subtle" disabled={busy} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
    </>
  );
};
