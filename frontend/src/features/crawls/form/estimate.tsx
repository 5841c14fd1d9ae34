import type { CrawlEstimate } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { durationText, usdText } from '../figures.ts';
import type { CrawlForm } from './use-crawl-form.ts';

const useCostText = () => {
  const { language } = useI18n();
  const texts = useTexts('crawlForm');
  return ({ requests, seconds, usd }: CrawlEstimate['expected']): string =>
    texts.about(
      [
        texts.requests(requests),
        durationText(seconds, language),
        usd === 0 ? texts.free : texts.usd(usdText(usd, language)),
      ].join(' · '),
    );
};

/** Shows what the crawl takes if it finds as many pages as it may, as soon as its settings are complete. */
export const Estimate = ({ estimate, hasSettings }: Pick<CrawlForm, 'estimate' | 'hasSettings'>) => {
  const texts = useTexts('crawlForm');
  const costText = useCostText();
  const { data, error, isPlaceholderData } = estimate;
  const isShown = data !== undefined && hasSettings;
  return (
    <Box
      as="output"
      display="block"
      borderWidth="1px"
      borderColor="border"
      bg="bg.subtle"
      borderRadius="xl"
      px="4"
      py="3"
      data-testid="crawl-estimate"
    >
      <Box textStyle="xs" color="fg.muted">
        {texts.estimate}
      </Box>
      <Box
        fontWeight={isShown ? 'semibold' : 'normal'}
        color={isShown ? 'fg' : 'fg.muted'}
        opacity={isPlaceholderData ? 0.6 : 1}
        fontVariantNumeric="tabular-nums"
        mt="0.5"
      >
        {isShown
          ? costText(data.expected)
          : error !== null && hasSettings
            ? texts.estimateFailed
            : texts.estimateNone}
      </Box>
    </Box>
  );
};
