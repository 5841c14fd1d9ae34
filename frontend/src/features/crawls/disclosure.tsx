import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Shows a part that is folded at first, by the browser's own element. */
export const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <chakra.details mt="3" css={{ '& > summary::marker': { color: 'var(--chakra-colors-fg-subtle)' } }}>
    <chakra.summary
      display="list-item"
      listStylePosition="inside"
      w="fit-content"
      textStyle="sm"
      color="fg.muted"
      cursor="pointer"
      py="2.5"
      borderRadius="md"
      _hover={{ color: 'fg' }}
    >
      {title}
    </chakra.summary>
    {children}
  </chakra.details>
);
