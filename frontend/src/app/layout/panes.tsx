import './layout.css';
import {
  type PointerEvent,
  type ReactNode,
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type PaneName, defaultWidths, widthAfter, fitted, parseWidths, rangeOf } from './pane-widths.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { ArticleSlot, coveredId } from '../../features/articles/pane/open-mode.ts';
import { useSearch } from '../../lib/address/history.ts';
import { useI18n } from '../../lib/i18n/language.tsx';

const RoomContext = createContext<(wantsAll: boolean) => void>(() => undefined);

export const RoomProvider = RoomContext.Provider;

/** Gives the page the room of the article pane too, as long as it is shown and `wantsAll` is true. */
export const useWholeRoom = (wantsAll: boolean): void => {
  const setWantsAll = useContext(RoomContext);
  // Before the first paint, so that the pane never flashes.
  useLayoutEffect(() => {
    setWantsAll(wantsAll);
    return () => setWantsAll(false);
  }, [wantsAll, setWantsAll]);
};

type SeparatorProps = {
  name: PaneName;
  label: string;
  /** The width of the pane before it, and the least and greatest that it can have, in pixels. */
  width: number;
  range: { min: number; max: number };
  /** The distance from the left edge of the screen, as a style. */
  at: string;
  onWidth: (width: number) => void;
};

/** The line between two panes, which is dragged, or moved by the arrow keys, to give one of them another width. */
const Separator = ({ name, label, width, range, at, onWidth }: SeparatorProps) => {
  const start = useRef<{ x: number; width: number } | null>(null);
  const onMove = ({ clientX }: PointerEvent): void => {
    if (start.current === null) return;
    const wanted = start.current.width + clientX - start.current.x;
    onWidth(Math.round(Math.min(range.max, Math.max(range.min, wanted))));
  };
  const stop = (): void => {
    start.current = null;
  };
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- ARIA: a separator that has a value and gets the focus is a control.
    <hr
      className="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      tabIndex={0}
      style={{ insetInlineStart: at }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={onMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onWidth(Math.min(range.max, defaultWidths[name]))}
      onKeyDown={(event) => {
        const next = event.metaKey || event.ctrlKey ? null : widthAfter(event.key, name, width, range);
        if (next === null) return;
        event.preventDefault();
        onWidth(next);
      }}
    />
  );
};

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
