import { Box, chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

type Props<T extends string> = {
  label: string;
  value: T;
  options: readonly T[];
  names: Record<T, string>;
  hint: ReactNode;
  isBusy: boolean;
  onChange: (value: T) => void;
};

/** Shows a choice of a feed over the full width, with its label above and a hint below. */
export const FeedChoice = <T extends string>({
  label,
  value,
  options,
  names,
  hint,
  isBusy,
  onChange,
}: Props<T>) => {
  const id = useId();
  return (
    <Box mt="5" textStyle="sm">
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {label}
      </chakra.label>
      <chakra.select
        id={id}
        value={value}
        disabled={isBusy}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        w="full"
        minH="11"
        px="3"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        bg="bg"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </chakra.select>
      <Box color="fg.muted" mt="1.5">
        {hint}
      </Box>
    </Box>
  );
};
