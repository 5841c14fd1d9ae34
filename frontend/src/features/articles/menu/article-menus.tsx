import type { ArticleRow } from '@omomi/backend/contract';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import type { RowActions } from '../list/row-parts.tsx';
import { askWhy } from '../reasons/asked-why.ts';
import { ArticleMenu } from './article-menu.tsx';
import { useArticleMenu } from './use-article-menu.ts';

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
