import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { movedTo } from '../lib/motion.ts';

/** The target of a link within the application: its address, and how to go there without loading the page again. */
export type LinkTo = { href: string; go: () => void };

type Props = Omit<ComponentProps<typeof chakra.a>, 'href' | 'onClick'> & { to: LinkTo };

/** Shows a link within the application. With a modifier key, the browser opens a new tab or window by itself. */
export const InnerLink = ({ to, children, ...rest }: Props) => (
  <chakra.a
    href={to.href}
    _hover={{ textDecoration: 'underline' }}
    {...rest}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      movedTo(to.href, to.go);
    }}
  >
    {children}
  </chakra.a>
);
