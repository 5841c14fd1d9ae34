import { Input as ChakraInput } from '@chakra-ui/react/input';
import { Textarea as ChakraTextarea } from '@chakra-ui/react/textarea';
import { inputRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { defineRecipe, chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

// 16 px: smaller text in a field makes phones zoom in.
const field = { fontSize: 'md', borderRadius: 'lg', bg: 'bg.panel' } as const;

const inputLook = defineRecipe({ ...inputRecipe, base: { ...inputRecipe.base, ...field } });
const textareaLook = defineRecipe({ ...textareaRecipe, base: { ...textareaRecipe.base, ...field } });

/** A field of one line. Its look is loaded with it, so the theme does not name it. */
export const Input = (props: ComponentProps<typeof ChakraInput>) => (
  <ChakraInput recipe={inputLook} {...props} />
);

/** A field of several lines. */
export const Textarea = (props: ComponentProps<typeof ChakraTextarea>) => (
  <ChakraTextarea recipe={textareaLook} {...props} />
);

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
