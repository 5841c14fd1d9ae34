import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type ReactNode, useEffect, useRef } from 'react';
import { type ErrorText, errorText } from '../../lib/api/error-text.ts';
import { useLimitEnd } from '../../lib/api/limit.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { joined } from '../../lib/format.ts';

type TroubleText = ErrorText & {
  /** True while `todo` counts the seconds down until a rate limit ends. */
  isCounting: boolean;
};

/** Explains the error of a query. After a rate limit it counts down, and calls `retry` when the limit has ended. */
export const useTroubleText = (error: unknown, retry: () => void): TroubleText => {
  const { t } = useI18n();
  const seconds = useLimitEnd(error, retry);
  const { what, todo } = errorText(t, error);
  return { what, todo: seconds === null ? todo : t.goesOnIn(seconds), isCounting: seconds !== null };
};

type Props = {
  title: string;
  text: string;
  /** True if the text counts seconds down. Screen readers do not read each second then. */
  isCounting?: boolean;
  /** True in a list of articles, which has less room beside it on a phone than other pages. */
  isInList?: boolean;
  actions: readonly { label: string; run: () => void }[];
};

/** Shows a problem, a remedy, and the buttons for it. */
export const Problem = ({ title, text, isCounting = false, isInList = false, actions }: Props) => (
  <Box
    role="alert"
    borderWidth="1px"
    borderColor="border"
    bg="bg.panel"
    borderRadius="xl"
    p="5"
    my="4"
    mx={isInList ? { base: '3', md: '0' } : '0'}
    css={{ wordBreak: 'auto-phrase' }}
  >
    <Box fontWeight="semibold">{title}</Box>
    <Box
      color="fg.muted"
      mt="1"
      textStyle="sm"
      fontVariantNumeric="tabular-nums"
      {...(isCounting ? { role: 'timer' } : {})}
    >
      {text}
    </Box>
    <Flex mt="4" gap="2" wrap="wrap">
      {actions.map(({ label, run }) => (
        <Button key={label} size="md" variant="subtle" onClick={run}>
          {label}
        </Button>
      ))}
    </Flex>
  </Box>
);

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
    // Japanese lines break between phrases, where the browser can.
    css={{ wordBreak: 'auto-phrase' }}
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

type ErrorProps = { title: string; error: unknown; isInList?: boolean; onRetry: () => void };

/** Says why something could not be loaded. After a rate limit it counts down and then loads again by itself. */
export const ErrorState = ({ title, error, isInList = false, onRetry }: ErrorProps) => {
  const { t } = useI18n();
  const { what, todo, isCounting } = useTroubleText(error, onRetry);
  return (
    <Problem
      title={title}
      text={joined([what, todo])}
      isCounting={isCounting}
      isInList={isInList}
      actions={[{ label: t.common.retry, run: onRetry }]}
    />
  );
};

type FieldErrorProps = {
  error: unknown;
  id?: string;
  /** The message to show when the server finds the field's text invalid. */
  invalid?: ErrorText;
  /** A sentence to show instead of the usual advice, where the cause is known. */
  why?: string | undefined;
  /** A message to show instead of the usual one, where the form knows what the error means. */
  text?: ErrorText | undefined;
};

/** Shows the error message under a field or form. */
export const FieldError = ({ error, id, invalid, why, text }: FieldErrorProps) => {
  const { t } = useI18n();
  const { what, todo } = text ?? errorText(t, error, invalid);
  return (
    <Box
      role="alert"
      id={id}
      bg="bg.error"
      color="fg.error"
      borderRadius="lg"
      px="3.5"
      py="2.5"
      textStyle="sm"
    >
      <Box fontWeight="semibold">{what}</Box>
      <Box>{why ?? todo}</Box>
    </Box>
  );
};

/** Calls `onNear` when the end of the list comes near the screen. */
export const EndOfList = ({ onNear }: { onNear: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onNear(),
      { rootMargin: '900px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={ref} aria-hidden="true" style={{ height: 1 }} />;
};
