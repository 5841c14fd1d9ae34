import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  hint?: string;
  /** True for a small control such as a switch, which stays beside the label on a phone too. */
  isBeside?: boolean;
  children: ReactNode;
};

/** Shows a row of the settings: label and control. The control must have an accessible name of its own. */
export const SettingRow = ({ label, hint, isBeside = false, children }: Props) => (
  <Flex
    // A control that is too wide for the place beside the label goes below it.
    wrap={isBeside ? 'nowrap' : { base: 'nowrap', sm: 'wrap' }}
    direction={isBeside ? 'row' : { base: 'column', sm: 'row' }}
    alignItems={isBeside ? 'center' : { base: 'start', sm: 'center' }}
    justifyContent="space-between"
    columnGap="6"
    rowGap="2"
    py="3"
    borderTopWidth="1px"
    borderColor="border"
    _last={{ borderBottomWidth: '1px' }}
  >
    <Box minW="0" flex={isBeside ? undefined : { sm: '1 1 9rem' }} textStyle="sm">
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
