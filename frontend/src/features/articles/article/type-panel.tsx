import { Box } from '@chakra-ui/react';
import { Popover } from '../../../components/overlays/popover.tsx';
import { ThemeChoice, TypeChoices } from '../../../components/type-choices.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';

type Props = { button: HTMLElement; onClose: () => void };

/** The rows of the settings, close together: each label beside its choice where there is room, on a phone too. */
const dense = {
  '& > div': {
    flexFlow: 'row wrap',
    alignItems: 'center',
    py: '1',
    rowGap: '0',
    columnGap: '3',
    border: '0 !important',
  },
  '& > div > :first-of-type': { flex: '1 1 3rem' },
} as const;

/** Shows the choices of type and colours over a part of the article, which follows at once. */
export const TypePanel = ({ button, onClose }: Props) => {
  const texts = useTexts('reading');
  return (
    <Popover title={texts.type} button={button} onClose={onClose}>
      <Box css={dense}>
        <ThemeChoice />
        <TypeChoices />
      </Box>
    </Popover>
  );
};
