import { Box } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/overlays/panel.tsx';
import { ErrorState } from '../../components/page/states.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { keywordsTexts } from '../../lib/i18n/texts/keywords.ts';
import { AddKeyword } from './add-keyword.tsx';
import { Advice } from './advice.tsx';
import { KeywordTable } from './keyword-table.tsx';
import { LearnSwitch } from './learn-switch.tsx';
import { keywordsQuery } from './keywords-query.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Called after every change that alters the ranking. */
  onChanged: () => void;
  isRanking: boolean;
};

export const KeywordsPanel = ({ open, onClose, onChanged, isRanking }: Props) => {
  const { t } = useI18n();
  const texts = useTexts(keywordsTexts);
  const { data, error, refetch } = useQuery(keywordsQuery);
  const body = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton h="10rem" borderRadius="xl" />
      ) : (
        <ErrorState title={texts.loadFailed} error={error} onRetry={() => void refetch()} />
      );
    }
    if (data.items.length === 0) return <Box color="fg.muted">{texts.empty}</Box>;
    return <KeywordTable keywords={data.items} onChanged={onChanged} />;
  };
  return (
    <Panel title={texts.title} open={open} onClose={onClose} beside>
      <Box color="fg.muted" textStyle="sm" mb="5">
        {texts.intro}
      </Box>
      <AddKeyword onChanged={onChanged} />
      <Box mt="5">{body()}</Box>
      {data === undefined ? null : <Advice keywords={data.items} onChanged={onChanged} />}
      <LearnSwitch onChanged={onChanged} />
      {data === undefined || data.items.length === 0 ? null : (
        <Box as="output" display="block" color="fg.subtle" textStyle="xs" mt="5">
          {isRanking ? t.jobs.ranking : texts.ranked}
        </Box>
      )}
    </Panel>
  );
};
