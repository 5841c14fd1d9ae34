import { IconButton as ChakraIconButton, type IconButtonProps } from '@chakra-ui/react/button';

type Props = Omit<IconButtonProps, 'aria-label' | 'children'> & { label: string; icon: React.ReactNode };

/** Shows a button with only an icon, at least 40 px wide and high. `label` is its accessible name and tooltip. */
export const IconButton = ({ label, icon, ...rest }: Props) => (
  <ChakraIconButton
    aria-label={label}
    title={label}
    type="button"
    variant="ghost"
    size="md"
    color="fg.muted"
    _hover={{ bg: 'bg.muted', color: 'fg' }}
    {...rest}
  >
    {icon}
  </ChakraIconButton>
);
