import { type ExportPage, joinExport } from '@omomi/backend/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from '../../lib/notify.ts';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { settingsTexts } from '../../lib/i18n/texts/settings.ts';
import { patiently } from '../../lib/api/limit.ts';
import { saveFile } from '../../lib/save-file.ts';

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
export const useExport = () => {
  const notify = useNotify();
  const texts = useTexts(settingsTexts).data;
  const [entries, setEntries] = useState(0);
  const start = useMutation({
    mutationFn: async () => {
      setEntries(0);
      const file = joinExport(await collectPages(getPage, setEntries));
      saveFile([JSON.stringify(file)], {
        name: `omomi-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
      });
    },
    onSuccess: () => notify.info(texts.exported),
    onError: (error) => notify.error(error),
  });
  return { start, entries };
};
