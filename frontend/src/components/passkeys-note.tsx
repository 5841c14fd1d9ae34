import { Box } from '@chakra-ui/react';
import { useTexts } from '../lib/i18n/language.tsx';
import { passkeysNeed } from '../lib/passkey.ts';

/** Says why passkeys are not offered at this address. Nothing where they are. */
export const PasskeysNote = () => {
  const texts = useTexts('ownWays').passkeysNeed;
  const lacked = passkeysNeed();
  if (lacked === null) return null;
  return (
    <Box color="fg.muted" textStyle="sm">
      {texts[lacked]}
    </Box>
  );
};
