import { Box, Flex } from '@chakra-ui/react';
import { useId } from 'react';

type Props<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** True where two of them share the line of a phone. */
  isDense?: boolean;
};

/** Offers a few options side by side. Native radio buttons provide arrow keys and screen reader support. */
export const Choice = <T extends string>({ label, options, value, onChange, isDense = false }: Props<T>) => {
  // The name must be unique, because the browser treats radio buttons of the same name as one group.
  const name = useId();
  return (
    <Flex
      role="radiogroup"
      aria-label={label}
      bg="bg.muted"
      borderRadius="lg"
      p="0.5"
      gap="0.5"
      display="inline-flex"
      wrap="wrap"
      maxW="full"
    >
      {options.map((option) => (
        <Box
          as="label"
          key={option.value}
          position="relative"
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          minH="9"
          minW={isDense ? '9' : '10'}
          px={{ base: isDense ? '0.3125rem' : '2', sm: '3' }}
          borderRadius="md"
          textStyle="sm"
          cursor="pointer"
          whiteSpace="nowrap"
          color={option.value === value ? 'fg' : 'fg.muted'}
          bg={option.value === value ? 'bg.raised' : 'transparent'}
          // In high contrast the chosen option has nearly the background of the others, so an edge marks it.
          boxShadow={
            option.value === value
              ? '0 1px 2px rgba(40, 32, 20, 0.12), inset 0 0 0 1px var(--chakra-colors-gray-border)'
              : 'none'
          }
          transition="background 120ms, color 120ms"
          _hover={{ color: 'fg' }}
          _focusWithin={{ outline: '2px solid', outlineColor: 'shu.focusRing', outlineOffset: '1px' }}
          // Hide the ring unless the focus came from the keyboard.
          css={{ '&:focus-within:not(:has(:focus-visible))': { outline: 'none' } }}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            // The input covers the whole label, so that the touch target is 40 px high.
            style={{ position: 'absolute', inset: '-2px', opacity: 0, cursor: 'pointer' }}
          />
          <span>{option.label}</span>
        </Box>
      ))}
    </Flex>
  );
};
