import { articleId } from '@omomi/backend/contract';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Today } from '../../features/articles/today/today.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { useNow } from '../../lib/time/clock.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { KeywordHint } from '../reading/keyword-hint.tsx';
import { RelatedArticles } from '../search/related-articles.tsx';
import { showArticle, useSearch } from '../../lib/address/history.ts';
import { pathOf } from '../address/route.ts';
import { goToPage } from '../use-reading.ts';

const addressOf = (id: string | null): string =>
  `${pathOf({ page: 'today' })}${id === null ? '' : `?article=${id}`}`;

/** Shows what matters since the last visit. */
export const TodayPage = () => {
  const { t } = useI18n();
  const texts = useTexts('today');
  const now = useNow();
  const showFeeds = useShowFeeds();
  const isNew = useQuery(feedsQuery).data?.items.length === 0;
  const openId = articleId.safeParse(new URLSearchParams(useSearch()).get('article')).data ?? null;
  return (
    <PageFrame title={t.nav.today} onMenu={showFeeds} width="list">
      <Today
        now={now}
        openId={openId}
        onOpen={(id) => showArticle(addressOf(id), id !== null, openId !== null)}
        addressOf={addressOf}
        afterText={(articleId) => <RelatedArticles articleId={articleId} now={now} />}
        hint={<KeywordHint />}
        empty={isNew ? texts.noFeeds : texts.empty}
        action={
          <Button variant="subtle" onClick={() => goToPage({ page: 'reading' })}>
            {isNew ? texts.chooseFeeds : texts.showAll}
          </Button>
        }
      />
    </PageFrame>
  );
};
