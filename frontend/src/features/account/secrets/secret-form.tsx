import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type ReactNode, useId, useState } from 'react';
import { Input } from '../../../components/controls/text-input.tsx';
import { FieldError } from '../../../components/page/states.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { accountTexts } from '../../../lib/i18n/texts/account.ts';
import { SecretField } from './secret-field.tsx';

type Secret = { label: string; value: string; testId: string };

type NewSecretsProps = {
  title: string;
  /** Tells the reader to keep the secrets, which are never shown again. */
  text: string;
  secrets: readonly Secret[];
  onDone: () => void;
};

/** Shows new secrets until the reader says that they have copied them. Several have their labels above them. */
const NewSecrets = ({ title, text, secrets, onDone }: NewSecretsProps) => {
  const texts = useTexts(accountTexts).tokens;
  return (
    <Box as="output" display="block" bg="shu.subtle" borderRadius="xl" p="4">
      <Box fontWeight="semibold">{title}</Box>
      <Box textStyle="sm" color="fg.muted">
        {text}
      </Box>
      {secrets.map(({ label, value, testId }) => (
        <Box key={testId} mt="3">
          {secrets.length === 1 ? null : (
            <Box textStyle="sm" fontWeight="medium" mb="1">
              {label}
            </Box>
          )}
          <SecretField secret={value} label={label} testId={testId} />
        </Box>
      ))}
      <Button mt="3" size="md" variant="outline" bg="bg.panel" onClick={onDone}>
        {texts.done}
      </Button>
    </Box>
  );
};

type Props = {
  texts: { name: string; namePlaceholder: string; create: string };
  creation: { error: unknown; isPending: boolean; reset: () => void };
  onCreate: (name: string) => void;
  /** The secrets that were created; null before that. */
  created: Omit<NewSecretsProps, 'onDone'> | null;
  /** A choice between the name and the button. */
  choice?: ReactNode;
};

/** Creates something by its name, and shows its secrets once. */
export const SecretForm = ({ texts, creation, onCreate, created, choice }: Props) => {
  const id = useId();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  if (created !== null)
    return (
      <NewSecrets
        {...created}
        onDone={() => {
          creation.reset();
          setName('');
        }}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '') onCreate(trimmed);
      }}
    >
      <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        {texts.name}
      </chakra.label>
      <Input
        id={id}
        size="lg"
        value={name}
        maxLength={100}
        placeholder={texts.namePlaceholder}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Flex gap="3" mt="3" wrap="wrap" alignItems="center" justifyContent="space-between">
        {choice}
        <Button type="submit" disabled={trimmed === '' || creation.isPending}>
          {texts.create}
        </Button>
      </Flex>
      {creation.error === null ? null : (
        <Box mt="3">
          <FieldError error={creation.error} />
        </Box>
      )}
    </form>
  );
};
