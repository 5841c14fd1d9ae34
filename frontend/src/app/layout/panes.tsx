import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Box, Flex } from '@chakra-ui/react';
import { readStored, writeStored } from '../../lib/storage.ts';
import { barHeight } from '../../lib/screen.ts';
import { ArticleSlot, coveredId } from '../../features/articles/pane/open-mode.ts';
import { useSearch } from '../../lib/address/history.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { type PaneName, fitted, parseWidths, rangeOf } from './pane-widths.ts';
import { Separator } from './separator.tsx';

const storageKey = 'omomi.panes';

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
};
const screenWidth = (): number => document.documentElement.clientWidth;

/** Returns the widths of the panes, which this browser remembers, and how far each can be changed. */
export const usePanes = (hasArticle: boolean) => {
  const [chosen, setChosen] = useState(() => parseWidths(readStored(storageKey)));
  const screen = useSyncExternalStore(subscribe, screenWidth);
  const widths = fitted(chosen, screen, hasArticle);
  return {
    widths,
    rangeOf: (name: PaneName) => rangeOf(name, widths, screen, hasArticle),
    setWidth: (name: PaneName, width: number): void => {
      const next = { ...widths, [name]: width };
      writeStored(storageKey, JSON.stringify(next));
      setChosen(next);
    },
  };
};

type PanesProps = {
  isBeside: boolean;
  isNarrow: boolean;
  panes: ReturnType<typeof usePanes>;
  children: ReactNode;
};

/** The lines by which the feeds and the list are made wider. */
const Separators = ({
  isBeside,
  panes: { widths, rangeOf, setWidth },
}: Pick<PanesProps, 'isBeside' | 'panes'>) => {
  const { t } = useI18n();
  return (
    <>
      <Separator
        name="feeds"
        label={t.nav.feedsWidth}
        width={widths.feeds}
        range={rangeOf('feeds')}
        at="var(--feeds-width)"
        onWidth={(width) => setWidth('feeds', width)}
      />
      {isBeside ? (
        <Separator
          name="list"
          label={t.nav.listWidth}
          width={widths.list}
          range={rangeOf('list')}
          at="calc(var(--feeds-width) + var(--list-width))"
          onWidth={(width) => setWidth('list', width)}
        />
      ) : null}
    </>
  );
};

/** The page, and beside or over it the article that is open. */
export const Panes = ({ isBeside, isNarrow, panes, children }: PanesProps) => {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <Flex
      as="main"
      id="content"
      tabIndex={-1}
      flex="1"
      minW="0"
      outline="none"
      pb={{ base: barHeight, md: '0' }}
    >
      <ArticleSlot value={slot}>
        <Box id={coveredId} minW="0" flex={isBeside ? '0 0 var(--list-width)' : '1'}>
          {children}
        </Box>
      </ArticleSlot>
      <Box
        {...(isBeside
          ? {
              flex: '1',
              minW: '0',
              position: 'sticky',
              top: '0',
              h: '100dvh',
              borderStartWidth: '1px',
              borderColor: 'border',
            }
          : {})}
      >
        {isBeside ? <EmptyPane /> : null}
        <Box ref={setSlot} h={isBeside ? 'full' : undefined} />
      </Box>
      {isNarrow ? null : <Separators isBeside={isBeside} panes={panes} />}
    </Flex>
  );
};

/** Says what the pane for the article is for, while none is open. */
const EmptyPane = () => {
  const { t } = useI18n();
  const isOpen = new URLSearchParams(useSearch()).has('article');
  if (isOpen) return null;
  return (
    <Flex
      data-screen-only=""
      position="absolute"
      inset="0"
      alignItems="center"
      justifyContent="center"
      px="8"
    >
      <Box textAlign="center" color="fg.subtle" textStyle="sm" maxW="22rem" textWrap="balance">
        {t.article.choose}
      </Box>
    </Flex>
  );
};
