import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type TakenTaste, taste } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ChooseFile } from '../../components/controls/choose-file.tsx';
import { Section } from '../../components/page/section.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { refusedFile } from '../../lib/api/refused-file.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { renewLists } from '../../lib/queries/refresh-lists.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Reads a file as the server would, so that a wrong one is not sent. Throws the error that the server would answer. */
const readTaste = async (file: File) => {
  const parsed = taste.safeParse(
    await file
      .text()
      .then(JSON.parse)
      .catch(() => null),
  );
  if (parsed.success) return parsed.data;
  throw refusedFile();
};

const sumOf = (taken: TakenTaste, kind: 'added' | 'known' | 'left_out'): number =>
  Object.values(taken).reduce((sum, each) => sum + each[kind], 0);

/** Saves what the reader cares about as a file, and takes such a file in. */
export const TasteSettings = () => {
  const texts = useTexts('settings').taste;
  const client = useQueryClient();
  const notify = useNotify();
  const save = useDeed({
    mutationFn: async () =>
      saveFile([JSON.stringify(await call('exportTaste', {}), null, 2)], {
        name: `omomi-taste-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
      }),
    onSuccess: () => notify.info(texts.saved),
  });
  const take = useDeed({
    mutationFn: async (file: File) => call('importTaste', { body: await readTaste(file) }),
    onSuccess: () => Promise.all([client.invalidateQueries(), renewLists(client)]),
    onError: () => undefined,
  });
  const { data } = take;
  return (
    <Section title={texts.title} text={texts.text} name="taste">
      <Flex gap="2" wrap="wrap">
        <Button variant="subtle" size="md" disabled={save.isPending} onClick={() => save.mutate()}>
          {texts.save}
        </Button>
        <ChooseFile
          label={texts.take}
          text={take.isPending ? texts.taking : texts.take}
          accept=".json,application/json"
          variant="outline"
          busy={take.isPending}
          onFiles={(files) => {
            const file = files?.item(0);
            if (file) take.mutate(file);
          }}
        />
      </Flex>
      <Box as="output" display="block" textStyle="sm" mt="3" _empty={{ display: 'none' }}>
        {data === undefined
          ? null
          : texts.taken(sumOf(data, 'added'), sumOf(data, 'known'), sumOf(data, 'left_out'))}
      </Box>
      {take.error === null ? null : (
        <Box mt="3">
          <FieldError error={take.error} invalid={texts.invalid} />
        </Box>
      )}
    </Section>
  );
};
