import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  hint?: string;
  /** Puts the control below the label, over the full width, instead of beside it. */
  wide?: boolean;
  children: ReactNode;
};

/** Shows a row of the settings: label and control. The control must have an accessible name of its own. */
export const SettingRow = ({ label, hint, wide = false, children }: Props) => (
  <Flex
    direction={wide ? 'column' : { base: 'column', sm: 'row' }}
    alignItems={wide ? 'stretch' : { base: 'start', sm: 'center' }}
    justifyContent="space-between"
    columnGap="6"
    rowGap="2"
    py="3"
    borderTopWidth="1px"
    borderColor="border"
    _last={{ borderBottomWidth: '1px' }}
  >
    <Box minW="0" textStyle="sm">
      <Box fontWeight="medium">{label}</Box>
      {hint === undefined ? null : (
        <Box color="fg.muted" textStyle="xs" maxW="26rem">
          {hint}
        </Box>
      )}
    </Box>
    <Box flexShrink="0" maxW="full">
      {children}
    </Box>
  </Flex>
);
