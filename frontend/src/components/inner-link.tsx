import { chakra } from '@chakra-ui/react';
import type { ComponentProps, MouseEvent } from 'react';
import { movedTo } from '../lib/motion.ts';

/** The target of a link within the application: its address, and how to go there without loading the page again. */
export type LinkTo = { href: string; go: () => void };

/** Returns what makes an `a` such a link. With a modifier key, the browser opens a new tab or window by itself. */
export const linkTo = ({ href, go }: LinkTo) => ({
  href,
  onClick: (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    movedTo(href, go);
  },
});

type Props = Omit<ComponentProps<typeof chakra.a>, 'href' | 'onClick'> & { to: LinkTo };

/** Shows a link within the application. */
export const InnerLink = ({ to, ...rest }: Props) => (
  <chakra.a _hover={{ textDecoration: 'underline' }} {...rest} {...linkTo(to)} />
);
