import { articleId } from '@omomi/backend/contract';
import { Button } from '@chakra-ui/react/button';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Today } from '../../features/articles/today/today.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
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
        action={
          <Button variant="subtle" onClick={() => goToPage({ page: 'reading' })}>
            {texts.showAll}
          </Button>
        }
      />
    </PageFrame>
  );
};
