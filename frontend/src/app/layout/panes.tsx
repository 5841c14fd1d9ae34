import './layout.css';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';
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
    <main id="content" className={isBeside ? 'is-beside' : undefined} tabIndex={-1}>
      <ArticleSlot value={slot}>
        <div id={coveredId}>{children}</div>
      </ArticleSlot>
      <div className="article-side">
        {isBeside ? <EmptyPane /> : null}
        <div ref={setSlot} />
      </div>
      {isNarrow ? null : <Separators isBeside={isBeside} panes={panes} />}
    </main>
  );
};

/** Says what the pane for the article is for, while none is open. */
const EmptyPane = () => {
  const { t } = useI18n();
  const isOpen = new URLSearchParams(useSearch()).has('article');
  if (isOpen) return null;
  return (
    <div className="no-article" data-screen-only="">
      <div>{t.article.choose}</div>
    </div>
  );
};
