import { useCallback, useEffect, useState, Suspense } from 'react';
import type { ArticleRow } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { usePlainKeys } from '../../../lib/use-plain-keys.ts';
import type { RowActions } from '../list/row-parts.tsx';
import { useHasVoices } from '../aloud/voices.ts';
import { destinationsQuery } from '../../../lib/queries/destinations.ts';
import { useSend, ArticleMenu } from './article-menu.tsx';
import { askWhy } from '../reasons/asked-why.ts';

type Open = { articleId: string; button: HTMLElement };

/**
 * Opens the menu of the article whose button, marked by `data-menu`, is pressed. Until this code is there the buttons
 * are hidden, so that no press is lost.
 */
const useArticleMenu = (): [Open | null, () => void] => {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    const root = document.documentElement;
    root.setAttribute('data-has-menus', '');
    const onClick = ({ target }: MouseEvent): void => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null;
      const articleId = button?.getAttribute('data-menu') ?? null;
      if (button !== null && articleId !== null)
        setOpen((known) => (known?.button === button ? null : { articleId, button }));
    };
    document.addEventListener('click', onClick);
    return () => {
      root.removeAttribute('data-has-menus');
      document.removeEventListener('click', onClick);
    };
  }, []);
  useEffect(() => {
    const button = open?.button;
    button?.setAttribute('aria-expanded', 'true');
    // By its id the menu knows the button, whose press is no press outside.
    button?.setAttribute('id', 'article-menu-button');
    return () => {
      button?.setAttribute('aria-expanded', 'false');
      button?.removeAttribute('id');
    };
  }, [open]);
  return [open, () => setOpen(null)];
};

const AloudBar = loadPart(async () => (await import('../aloud/aloud-bar.tsx')).AloudBar);
const MuteDialog = loadPart(async () => (await import('./mute-dialog.tsx')).MuteDialog);
const TagDialog = loadPart(async () => (await import('../tags/tag-dialog.tsx')).TagDialog);

/** Sends an article to the place with a number from 1 on, if there is one. */
const useSendByNumber = (): ((row: ArticleRow, number: number) => void) => {
  const client = useQueryClient();
  const send = useSend();
  return (row, number) => {
    client.fetchQuery(destinationsQuery).then(
      ({ items }) => {
        const place = items[number - 1];
        if (place !== undefined) send(row, place);
      },
      () => undefined,
    );
  };
};

type Props = {
  rows: readonly ArticleRow[];
  openId: string | null;
  /** The article that the reader is at. */
  currentId: string | null;
  actions: Pick<RowActions, 'toggleOpen'>;
};

/** Reads aloud from now on; null if the browser cannot. */
const useReadAloud = ({ openId, actions }: Pick<Props, 'openId' | 'actions'>) => {
  const hasVoices = useHasVoices();
  const [isReading, setReading] = useState(false);
  const stop = useCallback(() => setReading(false), []);
  const start = (row: ArticleRow): void => {
    if (openId !== row.article_id) actions.toggleOpen(row);
    setReading(true);
  };
  return { isReading, stop, start: hasVoices ? start : null };
};

/** Shows the menu of the article whose button was pressed, and the dialogs that it and the t key lead to. A digit sends the article, `l` reads it aloud. */
export const ArticleMenus = ({ rows, openId, currentId, actions }: Props) => {
  const [menu, close] = useArticleMenu();
  const [asked, setAsked] = useState<{ what: 'mute' | 'tags'; row: ArticleRow } | null>(null);
  const rowOf = (id: string | null): ArticleRow | undefined =>
    rows.find(({ article_id }) => article_id === id);
  const row = rowOf(menu?.articleId ?? null);
  const closeDialog = (): void => setAsked(null);
  const sendByNumber = useSendByNumber();
  const aloud = useReadAloud({ openId, actions });
  usePlainKeys((event) => {
    if (!/^[tl1-9]$/.test(event.key) || (event.key === 'l' && (aloud.start === null || aloud.isReading)))
      return;
    // The field of the dialog must not get the letter.
    event.preventDefault();
    const current = rowOf(currentId);
    if (current === undefined) return;
    if (event.key === 'l') aloud.start?.(current);
    else if (event.key === 't') setAsked({ what: 'tags', row: current });
    else sendByNumber(current, Number(event.key));
  });
  return (
    <>
      {menu === null || row === undefined ? null : (
        <ArticleMenu
          row={row}
          button={menu.button}
          onWhy={() => {
            if (openId !== row.article_id) actions.toggleOpen(row);
            askWhy(row.article_id);
          }}
          onMute={() => setAsked({ what: 'mute', row })}
          onAloud={aloud.start === null ? null : () => aloud.start?.(row)}
          onTags={() => setAsked({ what: 'tags', row })}
          onClose={close}
        />
      )}
      {aloud.isReading ? (
        <ErrorBoundary pane="window" onBack={aloud.stop}>
          <Suspense>
            <AloudBar rows={rows} openId={openId} actions={actions} onClose={aloud.stop} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {asked === null ? null : (
        <ErrorBoundary pane="window" onBack={closeDialog}>
          <Suspense>
            {asked.what === 'mute' ? (
              <MuteDialog row={asked.row} onClose={closeDialog} />
            ) : (
              <TagDialog row={asked.row} onClose={closeDialog} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
