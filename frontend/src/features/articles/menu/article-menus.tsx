import { useEffect, useState, Suspense } from 'react';
import type { ArticleRow } from '@omomi/backend/contract';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import type { RowActions } from '../list/row-parts.tsx';
import { askWhy } from '../reasons/asked-why.ts';
import { ArticleMenu } from './article-menu.tsx';

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

const MuteDialog = loadPart(async () => (await import('./mute-dialog.tsx')).MuteDialog);

type Props = {
  rows: readonly ArticleRow[];
  openId: string | null;
  actions: Pick<RowActions, 'toggleOpen'>;
};

/** Shows the menu of the article whose button was pressed, and the dialog that it leads to. */
export const ArticleMenus = ({ rows, openId, actions }: Props) => {
  const [menu, close] = useArticleMenu();
  const [mutedIn, setMutedIn] = useState<ArticleRow | null>(null);
  const row = menu === null ? undefined : rows.find(({ article_id }) => article_id === menu.articleId);
  const closeDialog = (): void => setMutedIn(null);
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
          onMute={() => setMutedIn(row)}
          onClose={close}
        />
      )}
      {mutedIn === null ? null : (
        <ErrorBoundary pane="window" onBack={closeDialog}>
          <Suspense>
            <MuteDialog row={mutedIn} onClose={closeDialog} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
