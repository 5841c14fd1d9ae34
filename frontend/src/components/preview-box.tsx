import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { useI18n } from '../lib/i18n/language.tsx';
import { useTroubleText } from './page/states.tsx';

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

/**
 * Shows what a form would do, while it is filled in. Paler while it is still of what was typed before. One line of it is
 * an `output`, which screen readers read when it changes: the whole would be too long.
 */
export const PreviewBox = ({
  isOld,
  testId,
  children,
}: {
  isOld: boolean;
  testId: string;
  children: ReactNode;
}) => (
  <Box
    as="section"
    mt="3"
    px="3"
    py="2.5"
    borderRadius="lg"
    bg="bg.subtle"
    textStyle="xs"
    color="fg.muted"
    opacity={isOld ? 0.6 : 1}
    data-testid={testId}
  >
    {children}
  </Box>
);
