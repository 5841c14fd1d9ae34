import type { CrawlExportPart } from '@omomi/backend/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { patiently } from '../../../lib/api/limit.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { crawlTexts } from '../../../lib/i18n/texts/crawls/crawl.ts';
import { useNotify } from '../../../lib/notify.ts';
import { saveFile } from '../../../lib/save-file.ts';

export const exportParts = ['pages', 'links', 'errors'] as const;
export const exportFormats = ['jsonl', 'csv'] as const;
export type ExportOf = { of: (typeof exportParts)[number]; format: (typeof exportFormats)[number] };

type GetPart = (cursor: string | null) => Promise<CrawlExportPart>;
export type ExportedFile = { parts: string[]; name: string; type: string };

/** Loads all parts of a file in order. `onSize` gets the number of characters so far. */
export const collectParts = async (
  getPart: GetPart,
  onSize: (characters: number) => void,
): Promise<ExportedFile> => {
  const parts: string[] = [];
  let size = 0;
  let cursor: string | null = null;
  let part: CrawlExportPart;
  do {
    // Each part contains the cursor of the next one.
    part = await getPart(cursor);
    parts.push(part.text);
    size += part.text.length;
    onSize(size);
    cursor = part.next_cursor;
  } while (cursor !== null);
  return { parts, name: part.filename, type: part.content_type };
};

/** Loads a part of a crawl as a file and offers it to the browser. Waits as long as a rate limit says. */
export const useCrawlExport = (crawlId: string) => {
  const notify = useNotify();
  const texts = useTexts(crawlTexts);
  const [size, setSize] = useState(0);
  const start = useMutation({
    mutationFn: async ({ of, format }: ExportOf) => {
      setSize(0);
      const getPart: GetPart = (cursor) =>
        patiently(() =>
          call('exportCrawl', {
            params: { crawl_id: crawlId },
            query: { of, format, ...(cursor === null ? {} : { cursor }) },
          }),
        );
      const file = await collectParts(getPart, setSize);
      saveFile(file.parts, file);
      return file.name;
    },
    onSuccess: (name) => notify.info(texts.exported(name)),
    onError: (error) => notify.error(error),
  });
  return { start, size };
};
