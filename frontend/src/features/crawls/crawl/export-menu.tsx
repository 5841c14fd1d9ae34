import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { DownloadIcon } from '../../../components/icons.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { crawlTexts } from '../../../lib/i18n/texts/crawls/crawl.ts';
import { bytesText } from '../figures.ts';
import { exportFormats, exportParts, useCrawlExport } from './use-crawl-export.ts';
import { menuRecipe } from '../../../components/overlays/recipes.ts';

const formatNames = { jsonl: 'JSON Lines', csv: 'CSV' } as const;

/** Offers the pages, links and errors of a crawl as files. */
export const ExportMenu = ({ crawlId }: { crawlId: string }) => {
  const { language } = useI18n();
  const texts = useTexts(crawlTexts);
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
