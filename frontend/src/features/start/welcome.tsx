import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon } from '../../components/icons.tsx';
import { Logo } from '../../components/logo.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { addingTexts } from '../../lib/i18n/texts/adding.ts';
import { Scenery } from './scenery.tsx';

type Props = { busy: boolean; onSamples: () => void; onMenu: () => void };

/** Says what Omomi is, and lets the reader see it at once with the sample feeds. */
export const Welcome = ({ busy, onSamples, onMenu }: Props) => {
  const { t, language } = useI18n();
  const texts = useTexts(addingTexts).start;
  const phrases = language === 'ja' ? { wordBreak: 'auto-phrase' } : { textWrap: 'pretty' };
  return (
    <Flex
      direction={{ base: 'column', xl: 'row-reverse' }}
      alignItems="stretch"
      gap={{ base: '4', md: '6', xl: '10' }}
    >
      <Box
        flex={{ base: 'none', xl: '1' }}
        h={{ base: '6rem', sm: '10rem', xl: 'auto' }}
        minH={{ xl: '15rem' }}
        position="relative"
        borderRadius="2xl"
        overflow="hidden"
        bg="bg.muted"
      >
        <Box position="absolute" inset="0">
          <Scenery />
        </Box>
      </Box>
      <Box flex={{ base: 'none', xl: '1.25' }} minW="0">
        <Flex justifyContent="space-between" alignItems="center">
          <Logo size={40} />
          <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={onMenu} hideFrom="md" />
        </Flex>
        <Box
          as="h1"
          fontSize={{ base: '1.75rem', md: '2.25rem' }}
          fontWeight="bold"
          lineHeight="1.25"
          mt={{ base: '3', md: '4' }}
          letterSpacing="-0.02em"
        >
          {texts.title}
        </Box>
        <Box color="fg.muted" textStyle={{ base: 'md', md: 'lg' }} mt="2" maxW="36rem" css={phrases}>
          {texts.lead}
        </Box>
        <Flex mt="5" columnGap="4" rowGap="2" wrap="wrap" alignItems="center">
          <Button variant="outline" size="lg" bg="bg.panel" disabled={busy} onClick={onSamples}>
            {texts.samples}
          </Button>
          <Box flex="1" minW="14rem" maxW="30rem" color="fg.muted" textStyle="xs" css={phrases}>
            {texts.samplesText}
          </Box>
        </Flex>
      </Box>
    </Flex>
  );
};
