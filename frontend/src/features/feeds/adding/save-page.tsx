import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type ArticleRow, fullText } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { Input } from '../../../components/controls/inputs.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { FieldError } from '../../../components/page/states.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { sendLater } from '../../../lib/offline/outbox.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { renewLists } from '../../../lib/queries/refresh-lists.ts';
import { type SentPage, pageToSave, leaveOpener, useSentPage } from './sent-page.ts';

const details = z.object({ reason: fullText.shape.reason.unwrap() });

/** The address of a page, and its document if a bookmark handed it over. */
type Asked = { url: string; html?: string | undefined };

/** Saves a page and returns its article; null if only its address could be kept until the server is reached again. */
const savePage = async ({ url, html }: Asked): Promise<ArticleRow | null> => {
  try {
    return await call('savePage', { body: { url, ...(html === undefined ? {} : { html }) } });
  } catch (error) {
    // A document is too large to wait in the browser, so the reader presses again.
    if (html !== undefined || !(error instanceof ApiError) || error.status !== 0) throw error;
    sendLater({ kind: 'save-page', url });
    return null;
  }
};

/** Saves a page, and tells it. Its errors are shown where it is asked for. `onDone` is told whether the article is there. */
export const useSavePage = (onDone: (isThere: boolean) => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('adding').savePage;
  const { t } = useI18n();
  return useDeed({
    mutationFn: savePage,
    onSuccess: (row, { url }) => {
      notify.info(row === null ? t.offline.addLater(url) : texts.saved(row.title));
      onDone(row !== null);
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

/** Says that the text comes from the page that the reader sees, or why not. */
const Sent = ({ url, title, html }: SentPage) => {
  const texts = useTexts('adding').savePage;
  return (
    <Box mt="3" textStyle="sm" overflowWrap="anywhere">
      {html === null ? texts.tooLarge : texts.sent(title || url)}
    </Box>
  );
};

/** The address of the page to save, and the document that a bookmark handed over for it, unless the reader changed the address. */
const useAddress = () => {
  const [asked] = useState(() => pageToSave(window.location));
  const [url, setUrl] = useState(asked);
  const handed = useSentPage(asked);
  return { url, setUrl, sent: url.trim() === asked ? handed : null };
};

type Props = { open: boolean; onClose: () => void; onSaved: () => void };

/** Asks for the address of a page, which a link or another app may have given, and saves it. */
export const SavePage = ({ open, onClose, onSaved }: Props) => {
  const texts = useTexts('adding').savePage;
  const { address } = useTexts('adding').addFeed;
  const id = useId();
  const { url, setUrl, sent } = useAddress();
  const { mutate, error, isPending, reset } = useSavePage((isThere) => {
    if (isThere && leaveOpener('/?filter=saved')) return;
    setUrl('');
    onClose();
    if (isThere) onSaved();
  });
  const isEmpty = url.trim() === '';
  return (
    <Modal
      title={texts.title}
      open={open}
      onClose={() => {
        if (leaveOpener('/')) return;
        reset();
        onClose();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !isPending) mutate({ url: url.trim(), html: sent?.html ?? undefined });
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
        {sent === null ? null : <Sent {...sent} />}
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
