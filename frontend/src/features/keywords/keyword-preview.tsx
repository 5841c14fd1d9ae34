import { Box, Flex, VisuallyHidden } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PreviewBox } from '../../components/preview-box.tsx';
import { languageOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keywordsTexts } from '../../lib/i18n/texts/keywords.ts';
import { previewQuery } from './queries.ts';

/** The number of articles in the preview. */
const shown = 5;

/** Shows which recent articles a keyword would move, while it is typed. Shows nothing after an error. */
export const KeywordPreview = ({ text, isExcluding }: { text: string; isExcluding: boolean }) => {
  const texts = useTexts(keywordsTexts);
  const { data, isError, isPlaceholderData } = useQuery({
    ...previewQuery(text, isExcluding),
    placeholderData: keepPreviousData,
  });
  if (text === '' || isError || data === undefined) return null;
  return (
    <PreviewBox isOld={isPlaceholderData} testId="keyword-preview">
      {data.items.length === 0 ? (
        texts.previewNone
      ) : (
        <>
          <Box color="fg.subtle" mb="1">
            {texts.preview}
          </Box>
          <Flex as="ul" direction="column" gap="1" listStyleType="none">
            {data.items.slice(0, shown).map(({ article_id, title, rank_before, rank_after }) => (
              <Flex as="li" key={article_id} gap="3" justifyContent="space-between">
                <Box as="span" truncate lang={languageOf(title)}>
                  {title}
                </Box>
                <Box as="span" flexShrink="0" fontVariantNumeric="tabular-nums">
                  <VisuallyHidden>{texts.moved(rank_before, rank_after)}</VisuallyHidden>
                  <span aria-hidden="true">
                    {rank_before} → {rank_after}
                  </span>
                </Box>
              </Flex>
            ))}
          </Flex>
        </>
      )}
    </PreviewBox>
  );
};
