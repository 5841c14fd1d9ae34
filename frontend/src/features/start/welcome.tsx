import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon, Logo } from '../../components/icons.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';

const palette = {
  light: ['#c9d6d4', '#d6dcd4', '#e2e1d3', '#ece4d2', '#f3e4cf', '#d65a3d', '#b3c0b8', '#87a098', '#557069'],
  dark: ['#1d282e', '#263238', '#323b3d', '#414341', '#524b43', '#cf5f43', '#3a4a4a', '#2a393b', '#1b272a'],
} as const;

/** The land, the farthest first, in a frame of 640 by 360. */
const land = [
  'M0 214 Q90 168 176 196 T352 176 T520 190 Q570 230 640 214 V360 H0 Z',
  'M0 262 Q110 214 226 246 T430 232 T640 250 V360 H0 Z',
  'M0 318 Q150 262 300 300 T560 292 T640 304 V360 H0 Z',
] as const;
const skyBand = 52;

const fills = (theme: keyof typeof palette) =>
  Object.fromEntries(palette[theme].map((fill, at) => [`& > :nth-of-type(${at + 1})`, { fill }]));

/** A quiet picture in flat colours, as the sample feeds have. It says nothing that a screen reader should read. */
const Scenery = () => (
  <Box
    as="svg"
    aria-hidden="true"
    w="full"
    h="full"
    css={{ ...fills('light'), _dark: fills('dark') }}
    {...{ viewBox: '0 0 640 360', preserveAspectRatio: 'xMidYMid slice' }}
  >
    {palette.light.slice(0, 5).map((_, band) => (
      <path key={band} d={`M0 ${band * skyBand} H640 V360 H0 Z`} />
    ))}
    <path d="M404 161 a52 52 0 1 0 104 0 a52 52 0 1 0 -104 0" />
    {land.map((d) => (
      <path key={d} d={d} />
    ))}
  </Box>
);

type Props = { busy: boolean; onSamples: () => void; onMenu: () => void };

/** Says what Omomi is, and lets the reader see it at once with the sample feeds. */
export const Welcome = ({ busy, onSamples, onMenu }: Props) => {
  const { t, language } = useI18n();
  const texts = useTexts('adding').start;
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
          <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={onMenu} className="is-narrow" />
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
