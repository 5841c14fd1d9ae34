import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useTroubleText } from './use-trouble-text.ts';

/**
 * Shows why a part of a form could not be loaded, with a button that loads it again. After a rate limit, which ends by
 * itself, it has calm colours, counts down, and then loads again.
 */
export const RetryableError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useI18n();
  const { what, todo, isCounting } = useTroubleText(error, onRetry);
  return (
    <Box mt="3">
      <Box
        role="alert"
        bg={isCounting ? 'bg.subtle' : 'bg.error'}
        color={isCounting ? 'fg.muted' : 'fg.error'}
        borderRadius="lg"
        px="3.5"
        py="2.5"
        textStyle="sm"
      >
        <Box fontWeight="semibold">{what}</Box>
        <Box {...(isCounting ? { role: 'timer', fontVariantNumeric: 'tabular-nums' } : {})}>{todo}</Box>
      </Box>
      <Button mt="2" size="sm" variant="subtle" onClick={onRetry}>
        {t.common.retry}
      </Button>
    </Box>
  );
};
