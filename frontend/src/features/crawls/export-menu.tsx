import type { CrawlExportPart } from '@omomi/backend/contract';
import { useState } from 'react';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { call } from '../../lib/api/api.ts';
import { patiently } from '../../lib/api/limit.ts';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { DownloadIcon } from '../../components/later-icons.tsx';
import { menuRecipe } from '../../components/overlays/recipes.ts';
import { bytesText } from './figures.tsx';
import { useDeed } from '../../lib/queries/use-deed.ts';

const exportParts = ['pages', 'links', 'errors'] as const;
const exportFormats = ['jsonl', 'csv'] as const;
type ExportOf = { of: (typeof exportParts)[number]; format: (typeof exportFormats)[number] };

type GetPart = (cursor: string | null) => Promise<CrawlExportPart>;
type ExportedFile = { parts: string[]; name: string; type: string };

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
const useCrawlExport = (crawlId: string) => {
  const notify = useNotify();
  const texts = useTexts('crawl');
  const [size, setSize] = useState(0);
  const start = useDeed({
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
  });
  return { start, size };
};

const formatNames = { jsonl: 'JSON Lines', csv: 'CSV' } as const;

/** Offers the pages, links and errors of a crawl as files. */
export const ExportMenu = ({ crawlId }: { crawlId: string }) => {
  const { language } = useI18n();
  const texts = useTexts('crawl');
  const { start, size } = useCrawlExport(crawlId);
  return (
    <Menu.Root
      recipe={menuRecipe}
      positioning={{ placement: 'bottom-end' }}
      onSelect={({ value }) => {
        const [of, format] = [
          exportParts.find((each) => value.startsWith(each)),
          exportFormats.find((each) => value.endsWith(each)),
        ];
        if (of !== undefined && format !== undefined) start.mutate({ of, format });
      }}
    >
      <Menu.Trigger asChild>
        <Button size="md" variant="outline" disabled={start.isPending} aria-busy={start.isPending}>
          <DownloadIcon />
          <Box as="span" aria-live="polite" srOnly={{ base: !start.isPending, sm: false }}>
            {start.isPending ? texts.exporting(bytesText(size, language)) : texts.export}
          </Box>
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {exportFormats.flatMap((format) =>
              exportParts.map((of) => (
                <Menu.Item key={`${of}-${format}`} value={`${of}-${format}`}>
                  {texts.exportAs(texts.exports[of], formatNames[format])}
                </Menu.Item>
              )),
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};
