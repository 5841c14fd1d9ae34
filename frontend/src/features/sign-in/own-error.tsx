import { Box } from '@chakra-ui/react';
import { FieldError } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { isCancelled } from '../../lib/passkey.ts';

/** Says why a password or a passkey did not work. */
export const OwnError = ({ error }: { error: unknown }) => {
  const texts = useTexts('ownWays');
  if (!isCancelled(error)) return <FieldError error={error} invalid={texts.invitation.badPassword} />;
  return (
    <Box role="alert" bg="bg.subtle" borderRadius="lg" px="3.5" py="2.5" textStyle="sm">
      <Box fontWeight="semibold">{texts.cancelled.what}</Box>
      {texts.cancelled.todo}
    </Box>
  );
};
