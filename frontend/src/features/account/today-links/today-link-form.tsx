import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useId, useState } from 'react';
import { FieldError } from '../../../components/page/states.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { accountTexts } from '../../../lib/i18n/texts/account.ts';
import { useCreateTodayLink } from '../queries.ts';
import { SecretField } from '../secret-field.tsx';

type Created = { name: string; atom_path: string; json_path: string };

/** Shows the two addresses of a new link until the reader says that they have copied them. */
const NewAddresses = ({ created, onDone }: { created: Created; onDone: () => void }) => {
  const { tokens, todayLinks: texts } = useTexts(accountTexts);
  const addresses = [
    { format: texts.atom, path: created.atom_path, testId: 'today-atom' },
    { format: texts.json, path: created.json_path, testId: 'today-json' },
  ];
  return (
    <Box as="output" display="block" bg="shu.subtle" borderRadius="xl" p="4">
      <Box fontWeight="semibold">{texts.created(created.name)}</Box>
      <Box textStyle="sm" color="fg.muted">
        {texts.once}
      </Box>
      {addresses.map(({ format, path, testId }) => (
        <Box key={format} mt="3">
          <Box textStyle="sm" fontWeight="medium" mb="1">
            {format}
          </Box>
          <SecretField secret={`${window.location.origin}${path}`} label={format} testId={testId} />
        </Box>
      ))}
      <Button mt="3" size="md" variant="outline" bg="bg.panel" onClick={onDone}>
        {tokens.done}
      </Button>
    </Box>
  );
};

/** Makes the addresses of Today as a feed and shows them once. */
export const TodayLinkForm = () => {
  const { todayLinks: texts } = useTexts(accountTexts);
  const id = useId();
  const [name, setName] = useState('');
  const create = useCreateTodayLink();
  if (create.data !== undefined)
    return (
      <NewAddresses
        created={create.data}
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
        if (name.trim() !== '') create.mutate(name.trim());
      }}
    >
      <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        {texts.name}
      </chakra.label>
      <Flex gap="2" direction={{ base: 'column', sm: 'row' }}>
        <Input
          id={id}
          size="lg"
          value={name}
          maxLength={100}
          placeholder={texts.namePlaceholder}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" size="lg" disabled={name.trim() === '' || create.isPending}>
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
