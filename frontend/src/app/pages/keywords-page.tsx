import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/page/section.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { AddKeyword } from '../../features/keywords/add-keyword.tsx';
import { KeywordSuggestions, KeywordWarnings } from '../../features/keywords/advice.tsx';
import { SharesSection } from '../../features/keywords/keyword-shares.tsx';
import { KeywordTable } from '../../features/keywords/keyword-table.tsx';
import { LearnSwitch } from '../../features/keywords/learn-switch.tsx';
import { keywordsQuery } from '../../lib/queries/common.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { useJobWatch } from '../job-watch.tsx';
import { useShowFeeds } from '../layout/layout.tsx';

type KeywordsProps = {
  /** Called after every change that alters the ranking. */
  onChanged: () => void;
  isRanking: boolean;
};

/** Shows the keywords and all that goes with them: a form, their weights, their shares, advice, and what was learned. */
const Keywords = ({ onChanged, isRanking }: KeywordsProps) => {
  const { t } = useI18n();
  const texts = useTexts('keywords');
  const keywords = useQuery(keywordsQuery);
  return (
    <>
      <Box color="fg.muted" textStyle="sm" mb="5">
        {texts.intro}
      </Box>
      <AddKeyword onChanged={onChanged} />
      <Box mt="6" mb="10">
        <Loaded query={keywords} failed={texts.loadFailed}>
          {({ items }) =>
            items.length === 0 ? (
              <Box color="fg.muted">{texts.empty}</Box>
            ) : (
              <>
                <KeywordTable keywords={items} onChanged={onChanged} />
                <Box as="output" display="block" color="fg.muted" textStyle="xs" mt="3">
                  {isRanking ? t.jobs.ranking : texts.ranked}
                </Box>
                <KeywordWarnings keywords={items} onChanged={onChanged} />
              </>
            )
          }
        </Loaded>
      </Box>
      {keywords.data === undefined ? null : (
        <>
          {keywords.data.items.length === 0 ? null : <SharesSection keywords={keywords.data.items} />}
          <KeywordSuggestions keywords={keywords.data.items} onChanged={onChanged} />
        </>
      )}
      <LearnSwitch onChanged={onChanged} />
    </>
  );
};

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
