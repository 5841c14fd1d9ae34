import { Box, chakra } from '@chakra-ui/react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { queryTexts } from '../../../lib/i18n/texts/search/query.ts';
import { type Fault, pointAt } from '../query/fault.ts';

/**
 * Says what is wrong with the query and points it out. On a wide screen it lies over the page, so that nothing moves while one
 * types. On a phone it would hide what is below the field.
 */
export const FaultNote = ({ id, q, fault }: { id: string; q: string; fault: Fault }) => {
  const texts = useTexts(queryTexts);
  const { before, wrong, after } = pointAt(q, fault);
  return (
    <Box
      id={id}
      role="alert"
      position={{ base: 'static', md: 'absolute' }}
      top="100%"
      insetX="0"
      mt="1"
      zIndex="dropdown"
      bg="bg.error"
      color="fg.error"
      borderWidth="1px"
      borderColor="border.error"
      borderRadius="lg"
      boxShadow="md"
      px="3.5"
      py="2.5"
      textStyle="sm"
    >
      <Box fontFamily="mono" color="fg" overflowWrap="anywhere" whiteSpace="pre-wrap" mb="1">
        {before}
        <chakra.span
          data-testid="wrong-part"
          textDecoration="underline wavy"
          textDecorationColor="border.error"
          textUnderlineOffset="0.25em"
          fontWeight="bold"
        >
          {wrong}
        </chakra.span>
        {after}
      </Box>
      {fault.reason === 'other' ? fault.message : texts.faults[fault.reason]}
    </Box>
  );
};
