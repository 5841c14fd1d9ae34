import type { Keyword, KeywordShares } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Loaded, Section } from '../../components/page/section.tsx';
import { languageOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { sharesQuery } from './queries.ts';

/** Shows a keyword's share as a bar, which its text tells too. */
const Share = ({ text, articles, read }: { text: string; articles: number; read: number }) => {
  const texts = useTexts('keywords');
  const percent = Math.round((100 * articles) / read);
  return (
    <Box
      as="li"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', sm: '10rem minmax(0, 1fr) 9rem' }}
      alignItems="center"
      columnGap="4"
      rowGap="1"
    >
      <Box truncate lang={languageOf(text)}>
        {text}
      </Box>
      <Box
        aria-hidden="true"
        h="2.5"
        borderRadius="full"
        bg="bg.muted"
        overflow="hidden"
        order={{ base: 3, sm: 0 }}
        gridColumn={{ base: '1 / -1', sm: 'auto' }}
        css={{ '@media (forced-colors: active)': { border: '1px solid CanvasText' } }}
      >
        <Box
          h="full"
          bg="shu.solid"
          style={{ width: `${percent}%` }}
          css={{
            '@media (forced-colors: active)': { background: 'CanvasText', forcedColorAdjust: 'none' },
          }}
        />
      </Box>
      <Box color="fg.muted" textAlign="end" fontVariantNumeric="tabular-nums">
        {texts.share(articles, percent)}
      </Box>
    </Box>
  );
};

const Shares = ({ keywords, shares }: { keywords: readonly Keyword[]; shares: KeywordShares }) => {
  const texts = useTexts('keywords');
  const names = new Map(keywords.map(({ keyword_id, text }) => [keyword_id, text]));
  if (shares.read === 0) return <Box color="fg.muted">{texts.sharesNone}</Box>;
  return (
    <Flex as="ul" direction="column" gap="2.5" listStyleType="none" textStyle="sm" data-testid="shares">
      {shares.items.map(({ keyword_id, articles }) => {
        const text = names.get(keyword_id);
        return text === undefined ? null : (
          <Share key={keyword_id} text={text} articles={articles} read={shares.read} />
        );
      })}
    </Flex>
  );
};

/** Shows how much of the last week's reading is about each keyword. */
export const SharesSection = ({ keywords }: { keywords: readonly Keyword[] }) => {
  const texts = useTexts('keywords');
  const shares = useQuery(sharesQuery);
  const read = shares.data?.read ?? 0;
  return (
    <Section title={texts.shares} {...(read === 0 ? {} : { text: texts.sharesOf(read) })}>
      <Loaded query={shares} failed={texts.sharesFailed}>
        {(data) => <Shares keywords={keywords} shares={data} />}
      </Loaded>
    </Section>
  );
};
