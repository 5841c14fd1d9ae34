import type { TopReason } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { isTelling, languageOf, signedText } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { reasonText } from './reason-text.ts';

/** Shows the largest reasons of a row: each matching keyword with its contribution. */
export const ReasonChips = ({ reasons, isRead }: { reasons: TopReason[]; isRead: boolean }) => {
  const { t } = useI18n();
  const shown = reasons.filter((reason) => isTelling(reason.contribution));
  if (shown.length === 0) return null;
  return (
    <Flex as="ul" aria-label={t.list.because} gap="1.5" wrap="wrap" minW="0" listStyleType="none">
      {shown.map((reason) => (
        <Flex
          as="li"
          key={reason.keyword_id}
          alignItems="baseline"
          gap="1.5"
          px="2"
          py="0.5"
          borderRadius="full"
          textStyle="xs"
          maxW="full"
          bg={isRead || reason.contribution < 0 ? 'bg.muted' : 'shu.subtle'}
          color={isRead || reason.contribution < 0 ? 'fg.muted' : 'shu.fg'}
        >
          <Box as="span" truncate lang={languageOf(reasonText(reason, t))}>
            {reasonText(reason, t)}
          </Box>
          <Box as="span" fontVariantNumeric="tabular-nums" opacity="0.85">
            {signedText(reason.contribution)}
          </Box>
        </Flex>
      ))}
    </Flex>
  );
};
