import { Input as ChakraInput } from '@chakra-ui/react/input';
import { Textarea as ChakraTextarea } from '@chakra-ui/react/textarea';
import { inputRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { defineRecipe } from '@chakra-ui/react';
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
