import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { fullText } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { Input } from '../../../components/controls/inputs.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { FieldError } from '../../../components/page/states.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { renewLists } from '../../../lib/queries/refresh-lists.ts';
import { pageToSave } from './asked-address.ts';

const details = z.object({ reason: fullText.shape.reason.unwrap() });

/** Saves the page at an address, and tells it. Its errors are shown where it is asked for. */
export const useSavePage = (onSaved: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('adding').savePage;
  return useDeed({
    mutationFn: (url: string) => call('savePage', { body: { url } }),
    onSuccess: ({ title }) => {
      notify.info(texts.saved(title));
      onSaved();
      void renewLists(client);
    },
    onError: () => undefined,
  });
};

/** Says why a page could not be saved. */
export const NotSaved = ({ error }: { error: unknown }) => {
  const { failures } = useTexts('fullText');
  const { notAddress } = useTexts('adding').addFeed;
  const found = error instanceof ApiError ? details.safeParse(error.details).data : undefined;
  return (
    <Box mt="4">
      <FieldError
        error={error}
        invalid={notAddress}
        why={found === undefined ? undefined : failures[found.reason]}
      />
    </Box>
  );
};

type Props = { open: boolean; onClose: () => void; onSaved: () => void };

/** Asks for the address of a page, which a link or another app may have given, and saves it. */
export const SavePage = ({ open, onClose, onSaved }: Props) => {
  const texts = useTexts('adding').savePage;
  const { address } = useTexts('adding').addFeed;
  const id = useId();
  const [url, setUrl] = useState(() => pageToSave(window.location));
  const { mutate, error, isPending, reset } = useSavePage(() => {
    setUrl('');
    onClose();
    onSaved();
  });
  const isEmpty = url.trim() === '';
  return (
    <Modal
      title={texts.title}
      open={open}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !isPending) mutate(url.trim());
        }}
      >
        <Box as="label" display="block" textStyle="sm" fontWeight="semibold" mb="1.5" {...{ htmlFor: id }}>
          {address}
        </Box>
        <Input
          id={id}
          size="lg"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={url}
          readOnly={isPending}
          placeholder="https://example.com/page"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
          {texts.hint}
        </Box>
        {error === null ? null : <NotSaved error={error} />}
        <Flex justifyContent="flex-end" mt="6">
          <Button type="submit" disabled={isEmpty || isPending} aria-busy={isPending}>
            {isPending ? texts.working : texts.submit}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
