import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { readingEndpoints } from '@omomi/backend/contract';
import { type DragEvent, useRef, useState } from 'react';
import { FieldError } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { opmlTexts } from '../../lib/i18n/texts/opml.ts';
import { isActive } from '../../lib/jobs/pace.ts';
import { ImportReport } from '../../components/import-report.tsx';
import { useImport } from './use-import.ts';

type ButtonsProps = { busy: boolean; onFiles: (files: FileList | null) => void };

const FileButtons = ({ busy, onFiles }: ButtonsProps) => {
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
      <Flex gap="2" wrap="wrap">
        <Button size="md" variant="subtle" disabled={busy} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <Button size="md" variant="outline" asChild>
          <a href={readingEndpoints.exportOpml.path} download>
            {texts.export}
          </a>
        </Button>
      </Flex>
    </>
  );
};

/** Imports feeds from an OPML file, chosen or dropped, and exports the reader's own feeds. */
export const OpmlSetting = () => {
  const texts = useTexts(opmlTexts);
  const { start, job } = useImport();
  const [isOver, setOver] = useState(false);
  const busy = start.isPending || (job !== null && isActive(job));

  const take = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file && !busy) start.mutate(file);
  };
  const over = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside && !busy);
  };

  return (
    <>
      <Flex
        direction="column"
        gap="3"
        alignItems="start"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={isOver ? 'shu.solid' : 'border'}
        bg={isOver ? 'shu.subtle' : 'transparent'}
        borderRadius="xl"
        p="4"
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <Box color="fg.muted" textStyle="sm">
          {texts.intro}
        </Box>
        <FileButtons busy={busy} onFiles={take} />
      </Flex>
      {start.error === null ? null : (
        <Box mt="3">
          <FieldError error={start.error} invalid={texts.invalid} />
        </Box>
      )}
      {job === null ? null : <ImportReport job={job} />}
    </>
  );
};
