import { Input as ChakraInput } from '@chakra-ui/react/input';
import { Textarea as ChakraTextarea } from '@chakra-ui/react/textarea';
import { inputRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { Box, defineRecipe, chakra } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';

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

type FindProps = { label: string; value: string; onChange: (text: string) => void };

/** A field that narrows down the rows of a table. */
export const FindInput = ({ label, value, onChange }: FindProps) => (
  <Box flex={{ base: '1 0 100%', sm: '1 1 14rem' }} maxW={{ sm: '22rem' }}>
    <Input
      type="search"
      size="md"
      value={value}
      maxLength={200}
      aria-label={label}
      placeholder={label}
      onChange={({ target }) => onChange(target.value)}
    />
  </Box>
);

/** The value of an option; null where nothing is chosen. */
type Value = string | number | null;

type Props<T extends Value> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

const Options = <T extends Value>({ options }: Pick<Props<T>, 'options'>) =>
  options.map((option) => (
    <option key={option.value} value={String(option.value)}>
      {option.label}
    </option>
  ));

/** Returns the handler of a select element, which names the chosen option by its value as a text. */
const choosing =
  <T extends Value>({ options, onChange }: Pick<Props<T>, 'options' | 'onChange'>) =>
  ({ target }: { target: { value: string } }): void => {
    const chosen = options.find(({ value }) => String(value) === target.value);
    if (chosen !== undefined) onChange(chosen.value);
  };

/** Offers many options in the browser's own select element. */
export const Select = <T extends Value>({ label, value, options, onChange }: Props<T>) => (
  <chakra.select
    aria-label={label}
    value={String(value)}
    onChange={choosing({ options, onChange })}
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
    <Options options={options} />
  </chakra.select>
);

type WideProps<T extends Value> = Props<T> & { isDisabled?: boolean; hint?: ReactNode };

/** Offers options over the full width, with the label above and a hint below. */
export const WideSelect = <T extends Value>(props: WideProps<T>) => {
  const { label, value, options, onChange, isDisabled = false, hint } = props;
  const id = useId();
  return (
    <Box textStyle="sm">
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {label}
      </chakra.label>
      <chakra.select
        id={id}
        value={String(value)}
        disabled={isDisabled}
        onChange={choosing({ options, onChange })}
        w="full"
        minH="11"
        px="3"
        borderWidth="1px"
        borderColor="border"
        borderRadius="lg"
        bg="bg"
      >
        <Options options={options} />
      </chakra.select>
      {hint === undefined ? null : (
        <Box color="fg.muted" mt="1.5">
          {hint}
        </Box>
      )}
    </Box>
  );
};

type LabelledInputProps = { label: string; hint?: string } & Omit<
  ComponentProps<typeof Input>,
  'id' | 'size'
>;

/** A field with its label above it, and a hint below it. */
export const LabelledInput = ({ label, hint, ...input }: LabelledInputProps) => {
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

type CredentialProps = { label: string; value: string; onChange: (text: string) => void };

/** Takes the name with which a reader signs in. */
export const ReaderNameInput = ({
  onChange,
  ...input
}: CredentialProps & Pick<ComponentProps<typeof LabelledInput>, 'readOnly'>) => (
  <LabelledInput
    maxLength={64}
    autoComplete="username"
    autoCapitalize="none"
    onChange={({ target }) => onChange(target.value)}
    {...input}
  />
);

/** Takes a password. `isNew` tells managers of passwords to offer one. */
export const PasswordInput = ({
  isNew,
  onChange,
  ...input
}: CredentialProps & { isNew: boolean; hint?: string }) => (
  <LabelledInput
    type="password"
    maxLength={256}
    autoComplete={isNew ? 'new-password' : 'current-password'}
    onChange={({ target }) => onChange(target.value)}
    {...input}
  />
);
