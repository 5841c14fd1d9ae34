import { chakra } from '@chakra-ui/react';

type Props<T extends string | number> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** Offers many options in the browser's own select element. */
export const Select = <T extends string | number>({ label, value, options, onChange }: Props<T>) => (
  <chakra.select
    aria-label={label}
    value={value}
    onChange={({ target }) => {
      const chosen = options.find((option) => String(option.value) === target.value);
      if (chosen !== undefined) onChange(chosen.value);
    }}
    minH="10"
    ps="3"
    pe="2"
    fontSize="md"
    borderWidth="1px"
    borderColor="border.emphasized"
    borderRadius="lg"
    bg="bg.panel"
    color="fg"
    maxW="full"
    // Gives way where it stands beside others on a narrow screen.
    minW="0"
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </chakra.select>
);
