import { Box, chakra } from '@chakra-ui/react';
import { type ComponentProps, useId } from 'react';
import { Input } from './inputs.tsx';

type Props = { label: string; hint?: string } & Omit<ComponentProps<typeof Input>, 'id' | 'size'>;

/** A field with its label above it, and a hint below it. */
export const LabelledInput = ({ label, hint, ...input }: Props) => {
  const id = useId();
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        {label}
      </chakra.label>
      <Input
        id={id}
        size="lg"
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        {...input}
      />
      {hint === undefined ? null : (
        <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
          {hint}
        </Box>
      )}
    </Box>
  );
};
