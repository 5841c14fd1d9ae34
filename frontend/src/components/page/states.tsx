import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type ErrorText, errorText } from '../../lib/api/error-text.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { Problem } from './problem.tsx';
import { useTroubleText } from './use-trouble-text.ts';

/** Says why a list is empty and what to do about it. */
export const EmptyState = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) => (
  <Flex
    direction="column"
    alignItems="center"
    textAlign="center"
    gap="2"
    px="6"
    py={{ base: '16', md: '24' }}
  >
    <Box as="h2" textStyle="lg" fontWeight="semibold">
      {title}
    </Box>
    <Box color="fg.muted" maxW="26rem" textWrap="balance">
      {text}
    </Box>
    {children === undefined ? null : <Box mt="4">{children}</Box>}
  </Flex>
);

type ErrorProps = { title: string; error: unknown; onRetry: () => void };

/** Says why something could not be loaded. After a rate limit it counts down and then loads again by itself. */
export const ErrorState = ({ title, error, onRetry }: ErrorProps) => {
  const { t } = useI18n();
  const { what, todo, isCounting } = useTroubleText(error, onRetry);
  return (
    <Problem
      title={title}
      text={`${what} ${todo}`}
      isCounting={isCounting}
      actions={[{ label: t.common.retry, run: onRetry }]}
    />
  );
};

type FieldErrorProps = {
  error: unknown;
  id?: string;
  /** The message to show when the server finds the field's text invalid. */
  invalid?: ErrorText;
};

/** Shows the error message under a field or form. */
export const FieldError = ({ error, id, invalid }: FieldErrorProps) => {
  const { t } = useI18n();
  const { what, todo } = errorText(t, error, invalid);
  return (
    <Box
      role="alert"
      {...(id === undefined ? {} : { id })}
      bg="bg.error"
      color="fg.error"
      borderRadius="lg"
      px="3.5"
      py="2.5"
      textStyle="sm"
    >
      <Box fontWeight="semibold">{what}</Box>
      <Box>{todo}</Box>
    </Box>
  );
};
