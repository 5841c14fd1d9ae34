import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { TokenScope } from '@omomi/backend/contract';
import { useId, useState } from 'react';
import { Choice } from '../../components/controls/choice.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { accountTexts } from '../../lib/i18n/texts/account.ts';
import { useCreateToken } from './queries.ts';
import { SecretField } from './secret-field.tsx';

/** Shows the secret of a new token until the reader says that they have copied it. */
const NewToken = ({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) => {
  const texts = useTexts(accountTexts).tokens;
  return (
    <Box as="output" display="block" bg="shu.subtle" borderRadius="xl" p="4">
      <Box fontWeight="semibold">{texts.created(name)}</Box>
      <Box textStyle="sm" color="fg.muted" mb="3">
        {texts.once}
      </Box>
      <SecretField secret={secret} label={texts.created(name)} testId="token-secret" />
      <Button mt="3" size="md" variant="outline" bg="bg.panel" onClick={onDone}>
        {texts.done}
      </Button>
    </Box>
  );
};

/** Creates a token and shows its secret once. */
export const TokenForm = () => {
  const texts = useTexts(accountTexts).tokens;
  const id = useId();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const create = useCreateToken();
  if (create.data !== undefined)
    return (
      <NewToken
        name={create.data.name}
        secret={create.data.token}
        onDone={() => {
          create.reset();
          setName('');
        }}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') create.mutate({ name: name.trim(), scope });
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
        <Choice
          label={texts.scope}
          value={scope}
          onChange={setScope}
          options={(['read', 'write'] as const).map((each) => ({ value: each, label: texts.scopes[each] }))}
        />
        <Button type="submit" disabled={name.trim() === '' || create.isPending}>
          {texts.create}
        </Button>
      </Flex>
      {create.error === null ? null : (
        <Box mt="3">
          <FieldError error={create.error} />
        </Box>
      )}
    </form>
  );
};
