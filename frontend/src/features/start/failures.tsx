import { Box } from '@chakra-ui/react';
import { errorText } from '../../lib/api/error-text.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { addingTexts } from '../../lib/i18n/texts/adding.ts';
import type { Failure } from './add-all.ts';

/** Centres the list of failures. It pushes the buttons down, and centring keeps both on the screen. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

const FailureLine = ({ kind, text, error }: Failure) => {
  const { t } = useI18n();
  const { notAddress } = useTexts(addingTexts).addFeed;
  const { what, todo } = errorText(t, error, kind === 'feed' ? notAddress : undefined);
  return (
    <Box mt="1">
      <Box as="span" fontWeight="medium">
        {kind === 'feed' ? text.replace(/^https?:\/\//, '') : text}
      </Box>{' '}
      — {what} {todo}
    </Box>
  );
};

export const Failures = ({ failures }: { failures: readonly Failure[] }) => {
  const texts = useTexts(addingTexts).start;
  return (
    <Box ref={bringIntoView} role="alert" mt="8" bg="bg.error" borderRadius="xl" px="5" py="4" textStyle="sm">
      <Box fontWeight="semibold" color="fg.error">
        {texts.failed}
      </Box>
      {failures.map((failure) => (
        <FailureLine key={`${failure.kind} ${failure.text}`} {...failure} />
      ))}
    </Box>
  );
};
