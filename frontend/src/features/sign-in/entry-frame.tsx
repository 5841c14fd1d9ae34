import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import type { ErrorText } from '../../lib/api/error-text.ts';
import { isCancelled, isMadeAlready, isPlainHttp, isRefused } from '../../lib/passkey.ts';
import { FieldError } from '../../components/page/states.tsx';
import { Choice } from '../../components/controls/choice.tsx';
import { Logo } from '../../components/icons.tsx';
import { languageName, languages } from '../../lib/i18n/languages.ts';

/** Says what it means to sign in at an address that is not https. Nothing elsewhere. */
export const PlainHttpNote = () => {
  const texts = useTexts('ownWays');
  if (!isPlainHttp()) return null;
  return (
    <Box role="note" bg="bg.subtle" borderRadius="lg" px="3.5" py="2.5" textStyle="sm">
      {texts.plain}
    </Box>
  );
};

/** Says that nobody can sign in at this address, and what to do. */
export const NotHttps = ({ more }: { more?: string }) => {
  const texts = useTexts('ownWays');
  return (
    <Box role="note" bg="bg.error" borderRadius="lg" px="3.5" py="2.5" textStyle="sm">
      <Box fontWeight="semibold" color="fg.error">
        {texts.notHttps.title}
      </Box>
      {texts.notHttps.text}
      {more === undefined ? null : <Box mt="1.5">{more}</Box>}
    </Box>
  );
};

/** The texts for a passkey: `cancelled` if the browser used or made none, `refused` if the server did not accept it. */
type PasskeyTexts = { cancelled: ErrorText; refused: ErrorText };

type OwnErrorProps = { error: unknown; passkey: PasskeyTexts | null };

/** Says why a password or a passkey did not work. `passkey` is null for a password. */
export const OwnError = ({ error, passkey }: OwnErrorProps) => {
  const texts = useTexts('ownWays');
  const told = isCancelled(error) ? passkey?.cancelled : isMadeAlready(error) ? texts.alreadyMade : undefined;
  if (told === undefined)
    return (
      <FieldError
        error={error}
        invalid={texts.invitation.badPassword}
        text={isRefused(error) ? passkey?.refused : undefined}
      />
    );
  return (
    <Box role="alert" bg="bg.subtle" borderRadius="lg" px="3.5" py="2.5" textStyle="sm">
      <Box fontWeight="semibold">{told.what}</Box>
      {told.todo}
    </Box>
  );
};

type Props = { title: string; lead: string; notice?: ReactNode; children: ReactNode };

/** The page of whoever is not signed in: a title, what it is about, and the choice of a language. */
export const EntryFrame = ({ title, lead, notice, children }: Props) => {
  const { t, language, setLanguage } = useI18n();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Flex
      as="main"
      minH="100dvh"
      direction="column"
      alignItems="center"
      px="5"
      pt={{ base: '14', md: '24' }}
      pb="8"
    >
      <Box w="full" maxW="25rem" flex="1">
        <Logo size={44} />
        <Box as="h1" textStyle="page" fontWeight="semibold" mt="5">
          {title}
        </Box>
        <Box color="fg.muted" mt="1.5">
          {lead}
        </Box>
        {notice}
        <Box mt="7">{children}</Box>
      </Box>
      <Box mt="8">
        <Choice
          label={t.settings.language}
          value={language}
          onChange={setLanguage}
          options={languages.map((each) => ({ value: each, label: languageName(each) }))}
        />
      </Box>
    </Flex>
  );
};
