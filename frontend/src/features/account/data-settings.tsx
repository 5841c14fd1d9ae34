import { type ExportPage, joinExport } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useNotify } from '../../lib/notify.ts';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { patiently } from '../../lib/api/limit.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Loaded, Section } from '../../components/page/section.tsx';
import { forgetReader } from '../../lib/preferences/stored-copy.ts';
import { meQuery } from '../../lib/session.ts';
import { TasteSettings } from './taste-settings.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { useDeed } from '../../lib/queries/use-deed.ts';

type GetPage = (cursor: string | null) => Promise<ExportPage>;

/** Loads all pages of an export in order. `onPage` gets the number of articles so far. */
export const collectPages = async (
  getPage: GetPage,
  onPage: (entries: number) => void,
): Promise<ExportPage[]> => {
  const pages: ExportPage[] = [];
  let entries = 0;
  let cursor: string | null = null;
  do {
    // Each page contains the cursor of the next one.
    const page: ExportPage = await getPage(cursor);
    pages.push(page);
    entries += page.entries.length;
    onPage(entries);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
};

/** Loads a page of the export. A large export exceeds the rate limit, so this waits as long as the server says. */
const getPage: GetPage = (cursor) =>
  patiently(() => call('exportAccount', { query: cursor === null ? {} : { cursor } }));

/** Loads all data of the reader and offers it to the browser as one file. */
const useExport = () => {
  const notify = useNotify();
  const texts = useTexts('settings').data;
  const [entries, setEntries] = useState(0);
  const start = useDeed({
    mutationFn: async () => {
      setEntries(0);
      const file = joinExport(await collectPages(getPage, setEntries));
      saveFile([JSON.stringify(file)], {
        name: `omomi-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
      });
    },
    onSuccess: () => notify.info(texts.exported),
  });
  return { start, entries };
};

const Export = () => {
  const texts = useTexts('settings').data;
  const { start, entries } = useExport();
  return (
    <Section title={texts.export} text={texts.exportText} name="export">
      <Flex alignItems="center" wrap="wrap" columnGap="4">
        <Button variant="subtle" size="md" disabled={start.isPending} onClick={() => start.mutate()}>
          {texts.exportStart}
        </Button>
        <Box as="output" color="fg.muted" textStyle="sm">
          {start.isPending ? texts.exporting(entries) : null}
        </Box>
      </Flex>
    </Section>
  );
};

/** Exports the reader's data and deletes the account. */
export const DataSettings = () => {
  const settings = useTexts('settings');
  const texts = settings.data;
  const me = useQuery(meQuery);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Export />
      <TasteSettings />
      <Section title={texts.leave} text={texts.leaveText} name="leave">
        <Loaded query={me} failed={settings.loadFailed}>
          {(reader) => (
            <>
              <Button variant="outline" size="md" color="fg.error" onClick={() => setAsking(true)}>
                {texts.leaveStart}
              </Button>
              {isAsking ? (
                <LeaveDialog
                  expected={reader.email ?? reader.user_id}
                  onClose={() => setAsking(false)}
                  onLeft={(job) => {
                    forgetReader();
                    // Leaves the application, because everything it shows is about to be deleted.
                    window.location.replace(`/goodbye?job=${job.job_id}`);
                  }}
                />
              ) : null}
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
};
