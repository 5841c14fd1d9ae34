import { Box } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChooseFile } from '../../components/controls/choose-file.tsx';
import { Section } from '../../components/page/section.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { refusedFile } from '../../lib/api/refused-file.ts';
import { patiently } from '../../lib/api/limit.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { renewLists } from '../../lib/queries/refresh-lists.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { inRequests, readSaved } from './read-saved.ts';

/** Brings the saved and labelled articles of another reader here. If it is cut off, the same file goes on where it ended. */
export const SavedImport = () => {
  const texts = useTexts('opml').saved;
  const client = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const bring = useDeed({
    mutationFn: async (file: File) => {
      const articles = readSaved(await file.text());
      if (articles === null) throw refusedFile();
      const sum = { added: 0, known: 0, left_out: 0 };
      let done = 0;
      for (const items of inRequests(articles)) {
        setProgress({ done, total: articles.length });
        const taken = await patiently(() => call('bringSaved', { body: { items } }));
        sum.added += taken.added;
        sum.known += taken.known;
        sum.left_out += taken.left_out;
        done += items.length;
      }
      return sum;
    },
    onSuccess: () => Promise.all([client.invalidateQueries(), renewLists(client)]),
    onError: () => undefined,
  });
  const { data, isPending } = bring;
  return (
    <Section title={texts.title} text={texts.text} name="bring-saved">
      <ChooseFile
        label={texts.choose}
        accept=".json,application/json,application/feed+json"
        busy={isPending}
        onFiles={(files) => {
          const file = files?.item(0);
          if (file) bring.mutate(file);
        }}
      />
      <Box as="output" display="block" textStyle="sm" mt="3" _empty={{ display: 'none' }}>
        {isPending
          ? texts.progress(progress.done, progress.total)
          : data === undefined
            ? null
            : texts.taken(data.added, data.known, data.left_out)}
      </Box>
      {bring.error === null ? null : (
        <Box mt="3">
          <FieldError error={bring.error} invalid={texts.invalid} />
        </Box>
      )}
    </Section>
  );
};
