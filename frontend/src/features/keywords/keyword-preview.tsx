import { type PreviewedArticle, movedBy } from '@omomi/backend/contract';
import { Box, Flex, VisuallyHidden } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { RetryableError, PreviewBox } from '../../components/preview-box.tsx';
import { languageOf, scoreText } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { previewQuery } from './queries.ts';

/** The number of articles in the preview. */
const shown = 5;

const Moved = ({ title, rank_before, rank_after, importance_score, new_score }: PreviewedArticle) => {
  const { decimal } = useI18n().t.numbers;
  const texts = useTexts('keywords');
  const before = importance_score === null ? '–' : decimal(scoreText(importance_score));
  const after = decimal(scoreText(new_score));
  return (
    <Flex as="li" gap="3" justifyContent="space-between">
      <Box as="span" truncate lang={languageOf(title)}>
        {title}
      </Box>
      <Flex gap="3" flexShrink="0" fontVariantNumeric="tabular-nums" textAlign="end">
        <VisuallyHidden>
          {texts.moved(rank_before, rank_after)}, {texts.scored(before, after)}
        </VisuallyHidden>
        <Box as="span" aria-hidden="true" minW="4.5rem">
          {rank_before} → {rank_after}
        </Box>
        <Box as="span" aria-hidden="true" minW="6rem" hideBelow="sm">
          {before} → {after}
        </Box>
      </Flex>
    </Flex>
  );
};

type Props = {
  text: string;
  weight: number;
  isExcluding: boolean;
};

const usePreview = ({ text, weight, isExcluding }: Props) => {
  const query = useQuery({ ...previewQuery(text, isExcluding), placeholderData: keepPreviousData });
  const { data } = query;
  const moved = useMemo(
    () => (data === undefined ? null : movedBy(data.parts, isExcluding ? -weight : weight)),
    [data, weight, isExcluding],
  );
  return { ...query, moved };
};

/**
 * Shows which recent articles a weight of a keyword would move, and what they would score. Another weight asks the server
 * for nothing.
 */
export const KeywordPreview = (props: Props) => {
  const texts = useTexts('keywords');
  const { moved, error, isPlaceholderData, refetch } = usePreview(props);
  if (props.text === '') return null;
  if (error !== null) return <RetryableError error={error} onRetry={() => void refetch()} />;
  const moving = moved?.filter(({ rank_before, rank_after }) => rank_before !== rank_after) ?? [];
  const told = () => {
    if (moved === null) return texts.previewing;
    if (moved.length === 0) return texts.previewNone;
    return moving.length === 0 ? texts.previewStays : texts.preview(moving.length);
  };
  return (
    <PreviewBox isOld={isPlaceholderData} testId="keyword-preview">
      <Box as="output" display="block" color="fg.muted">
        {told()}
      </Box>
      {moving.length === 0 ? null : (
        <Flex as="ul" direction="column" gap="1" mt="1" listStyleType="none">
          {moving.slice(0, shown).map((article) => (
            <Moved key={article.article_id} {...article} />
          ))}
        </Flex>
      )}
    </PreviewBox>
  );
};
