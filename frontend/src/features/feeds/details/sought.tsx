import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';

type Props = {
  texts: { title: string; look: string; none: string };
  isLooking: boolean;
  onLook: () => void;
  /** The lines of what was found; undefined before anybody looked. */
  found: ReactNode[] | undefined;
};

/** Shows what is looked for once a button is pressed, below a title, in the details of a feed. */
export const Sought = ({ texts, isLooking, onLook, found }: Props) => (
  <Box mt="5" textStyle="sm">
    <Box as="h3" fontWeight="semibold" mb="1.5">
      {texts.title}
    </Box>
    {found === undefined ? (
      <Button size="md" variant="subtle" disabled={isLooking} onClick={onLook}>
        {texts.look}
      </Button>
    ) : found.length === 0 ? (
      <Box as="output" display="block" color="fg.muted">
        {texts.none}
      </Box>
    ) : (
      <Box as="ul" listStyleType="none">
        {found}
      </Box>
    )}
  </Box>
);
