import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { Choice } from '../../components/controls/choice.tsx';
import { Logo } from '../../components/icons.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { languageName, languages } from '../../lib/i18n/languages.ts';

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
