import { PageFrame } from '../../components/page/page-frame.tsx';
import { Keywords } from '../../features/keywords/keywords.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useJobWatch } from '../job-watch.tsx';
import { useShowFeeds } from '../layout/layout.tsx';

/** Shows what raises and lowers articles. */
export const KeywordsPage = () => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const { expectJob, isRanking } = useJobWatch();
  return (
    <PageFrame title={t.nav.keywords} onMenu={showFeeds}>
      <Keywords onChanged={expectJob} isRanking={isRanking} />
    </PageFrame>
  );
};
