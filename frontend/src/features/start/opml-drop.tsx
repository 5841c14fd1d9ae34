import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type DragEvent, useState } from 'react';
import { ChooseOpml } from '../../components/controls/choose-opml.tsx';
import { ImportReport } from '../../components/import-report.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { addingTexts } from '../../lib/i18n/texts/adding.ts';
import { opmlTexts } from '../../lib/i18n/texts/opml.ts';
import { isActive } from '../../lib/jobs/pace.ts';
import { useImport } from '../../lib/jobs/use-import.ts';

/** Imports the file that is dropped anywhere on the first page, or chosen. Adds nothing while feeds are being added. */
export const useOpmlDrop = (onStart: () => void, isAdding: boolean) => {
  const { start, job } = useImport();
  const [isOver, setOver] = useState(false);
  const busy = isAdding || start.isPending || (job !== null && isActive(job));
  const take = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file && !busy) start.mutate(file, { onSuccess: onStart });
  };
  const over = (isInside: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isInside && !busy);
  };
  const zone = {
    onDragOver: over(true),
    onDragLeave: over(false),
    onDrop: (event: DragEvent) => {
      over(false)(event);
      take(event.dataTransfer.files);
    },
  };
  return { zone, isOver, busy, take, job, error: start.error };
};

/** Shows how an import goes where the reader sees it, wherever the file was dropped. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

type Props = { drop: ReturnType<typeof useOpmlDrop>; onDone: () => void };

/** Shows the button for a file, and how its import goes on. */
export const OpmlStart = ({ drop, onDone }: Props) => {
  const texts = useTexts(addingTexts).start;
  const opml = useTexts(opmlTexts);
  const { isOver, busy, take, job, error } = drop;
  return (
    <Box mt="5">
      <Flex
        alignItems="center"
        gap="4"
        wrap="wrap"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={isOver ? 'shu.solid' : 'border.emphasized'}
        bg={isOver ? 'shu.subtle' : 'transparent'}
        borderRadius="xl"
        px="4"
        py="3"
      >
        <Box flex="1" minW="12rem" textStyle="sm">
          <Box fontWeight="semibold">{texts.opmlTitle}</Box>
          <Box color="fg.muted">{texts.opmlText}</Box>
        </Box>
        <ChooseOpml busy={busy} onFiles={take} />
      </Flex>
      {error === null ? null : (
        <Box ref={bringIntoView} mt="3">
          <FieldError error={error} invalid={opml.invalid} />
        </Box>
      )}
      {job === null ? null : (
        <Box ref={bringIntoView}>
          <ImportReport job={job} />
        </Box>
      )}
      {job === null || isActive(job) ? null : (
        <Button mt="4" size="lg" colorPalette="shu" onClick={onDone}>
          {texts.continue}
        </Button>
      )}
    </Box>
  );
};
