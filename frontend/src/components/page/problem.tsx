import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';

type Props = {
  title: string;
  text: string;
  /** True if the text counts seconds down. Screen readers do not read each second then. */
  isCounting?: boolean;
  actions: readonly { label: string; run: () => void }[];
};

/** Shows a problem, a remedy, and the buttons for it. */
export const Problem = ({ title, text, isCounting = false, actions }: Props) => (
  <Box role="alert" borderWidth="1px" borderColor="border" bg="bg.panel" borderRadius="xl" p="5" my="4">
    <Box fontWeight="semibold">{title}</Box>
    <Box
      color="fg.muted"
      mt="1"
      textStyle="sm"
      fontVariantNumeric="tabular-nums"
      {...(isCounting ? { role: 'timer' } : {})}
    >
      {text}
    </Box>
    <Flex mt="4" gap="2" wrap="wrap">
      {actions.map(({ label, run }) => (
        <Button key={label} size="md" variant="subtle" onClick={run}>
          {label}
        </Button>
      ))}
    </Flex>
  </Box>
);
