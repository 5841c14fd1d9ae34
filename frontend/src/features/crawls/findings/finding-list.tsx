import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { More } from '../../../components/list-line.tsx';
import { EmptyState } from '../../../components/page/states.tsx';
import { Loaded } from '../../../components/page/section.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';

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
  const texts = useTexts('crawlPages');
  const failed = useTexts('crawl').loadFailed;
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
            <More query={query} label={texts.more} />
          </>
        );
      }}
    </Loaded>
  );
};
