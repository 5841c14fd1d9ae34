import { type HTMLChakraProps, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = HTMLChakraProps<'details'> & { title: string; isSmall?: boolean; children: ReactNode };

/** Shows a part that is folded at first, by the browser's own element. */
export const Disclosure = ({ title, isSmall = false, children, ...rest }: Props) => (
  <chakra.details css={{ '& > summary::marker': { color: 'var(--chakra-colors-fg-subtle)' } }} {...rest}>
    <chakra.summary
      display="list-item"
      listStylePosition="inside"
      w="fit-content"
      textStyle={isSmall ? 'xs' : 'sm'}
      fontWeight={isSmall ? 'semibold' : 'normal'}
      color="fg.muted"
      cursor="pointer"
      py={isSmall ? '1' : '2.5'}
      borderRadius="md"
      _hover={{ color: 'fg' }}
    >
      {title}
    </chakra.summary>
    {children}
  </chakra.details>
);
