import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useEffect, useRef, useState } from 'react';
import { ChooseOpml, useImport } from '../../components/controls/choose-opml.tsx';
import { ImportOutcome } from '../../components/import-report.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { isActive } from '../../lib/jobs.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Tells whether files are held over the window, and hands over those that are dropped anywhere on it. Otherwise the browser would
 * leave the page to show a file that missed its place.
 */
const useWindowDrop = (onFiles: (files: FileList) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const handler = useRef(onFiles);
  useEffect(() => {
    handler.current = onFiles;
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Also fired as the pointer goes from one element to the next; only at the edge of the window is there no next one.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null) handler.current(event.dataTransfer.files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
};

/** Imports the file that is dropped anywhere on the first page, or chosen. Adds nothing while feeds are being added. */
export const useOpmlDrop = (onStart: () => void, isAdding: boolean) => {
  const { start, job, taken } = useImport();
  const busy = isAdding || start.isPending || (job !== null && isActive(job));
  const take = (files: FileList | null): void => {
    const file = files?.item(0);
    if (file && !busy) start.mutate(file, { onSuccess: onStart });
  };
  const isOver = useWindowDrop(take) && !busy;
  return { isOver, busy, take, job, taken, error: start.error };
};

/** Shows how an import goes where the reader sees it, wherever the file was dropped. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

/** Says over the whole window that a file can be dropped. */
const DropHere = () => {
  const texts = useTexts('adding').start;
  return (
    <Flex
      data-testid="drop-here"
      position="fixed"
      inset="3"
      zIndex="overlay"
      pointerEvents="none"
      alignItems="center"
      justifyContent="center"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor="shu.solid"
      borderRadius="2xl"
      bg="color-mix(in srgb, {colors.shu.subtle} 85%, transparent)"
    >
      <Box textStyle="lg" fontWeight="semibold" color="shu.fg" textAlign="center" px="6">
        {texts.dropHere}
      </Box>
    </Flex>
  );
};

type Props = { drop: ReturnType<typeof useOpmlDrop>; onDone: () => void };

/** Shows the button for a file, and how its import goes on. */
export const OpmlStart = ({ drop, onDone }: Props) => {
  const texts = useTexts('adding').start;
  const { isOver, busy, take, job, taken, error } = drop;
  return (
    <Box mt="5">
      {isOver ? <DropHere /> : null}
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
      {error === null && job === null && taken === null ? null : (
        <Box key={error === null ? 'going' : 'refused'} ref={bringIntoView}>
          <ImportOutcome error={error} job={job} taken={taken} />
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
