import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { managingEndpoints } from '../../lib/api/managing-endpoints.ts';
import { type DragEvent, useState } from 'react';
import { ChooseOpml, useImport } from '../../components/controls/choose-opml.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { isActive } from '../../lib/jobs.ts';
import { ImportOutcome } from '../../components/import-report.tsx';

/** Takes in a file of another reader or of another Omomi, chosen or dropped, and exports the reader's own feeds. */
export const OpmlSetting = () => {
  const texts = useTexts('opml');
  const { start, job, taken } = useImport();
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
        <Flex gap="2" wrap="wrap">
          <ChooseOpml busy={busy} onFiles={take} />
          <Button size="md" variant="outline" asChild>
            <a href={managingEndpoints.exportOpml.path} download>
              {texts.export}
            </a>
          </Button>
        </Flex>
      </Flex>
      <ImportOutcome error={start.error} job={job} taken={taken} />
    </>
  );
};
