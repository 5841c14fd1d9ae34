import { Box } from '@chakra-ui/react';
import { useTexts } from '../../lib/i18n/language.tsx';
import { isPlainHttp } from '../../lib/passkey.ts';

/** Says what it means to sign in at an address that is not https. Nothing elsewhere. */
export const PlainHttpNote = ({ isAllowed }: { isAllowed: boolean }) => {
  const texts = useTexts('ownWays');
  if (!isPlainHttp()) return null;
  return (
    <Box
      role="note"
      bg={isAllowed ? 'bg.subtle' : 'bg.error'}
      borderRadius="lg"
      px="3.5"
      py="2.5"
      textStyle="sm"
    >
      {isAllowed ? (
        texts.plain
      ) : (
        <>
          <Box fontWeight="semibold" color="fg.error">
            {texts.notHttps.title}
          </Box>
          {texts.notHttps.text}
        </>
      )}
    </Box>
  );
};
