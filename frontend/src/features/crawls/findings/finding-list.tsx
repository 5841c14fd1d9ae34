import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/page/states.tsx';
import { Loaded } from '../../../components/page/section.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { crawlTexts } from '../../../lib/i18n/texts/crawls/crawl.ts';
import { crawlPagesTexts } from '../../../lib/i18n/texts/crawls/pages.ts';

type Listed<T> = { pages: { items: T[] }[] };

type Props<T> = {
  query: {
    data: Listed<T> | undefined;
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  intro: string;
  none: { title: string; text: string };
  children: (items: T[]) => ReactNode;
};

/** Shows a list of findings with its introduction, and a button for more of it. */
export const FindingList = <T,>({ query, intro, none, children }: Props<T>) => {
  const texts = useTexts(crawlPagesTexts);
  const failed = useTexts(crawlTexts).loadFailed;
  return (
    <Loaded query={query} failed={failed}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0 && !query.hasNextPage) return <EmptyState {...none} />;
        return (
          <>
            <Box color="fg.muted" textStyle="sm" mb="4">
              {intro}
            </Box>
            {children(items)}
            {query.hasNextPage ? (
              <Button
                mt="4"
                size="md"
                variant="outline"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {texts.more}
              </Button>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
};
