import { feedCandidate, type FeedCandidate } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useId, useState } from 'react';
import { z } from 'zod';
import { Input } from '../../../components/controls/text-input.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { FieldError } from '../../../components/page/states.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { sendLater } from '../../../lib/offline/outbox.ts';
import { addingTexts } from '../../../lib/i18n/texts/adding.ts';
import { Candidates } from './candidates.tsx';
import { useAddFeed, useDiscover } from '../mutations.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

type Props = { open: boolean; onClose: () => void; onAdded: (feedId: string) => void };

const offers = z.object({ candidates: z.array(feedCandidate) });

/** Returns what an address without a feed offers instead, from the answer that there is none. */
const offeredBy = (error: unknown): FeedCandidate[] =>
  error instanceof ApiError ? (offers.safeParse(error.details).data?.candidates ?? []) : [];

const useAddForm = ({ onClose, onAdded }: Omit<Props, 'open'>) => {
  const texts = useTexts(addingTexts).addFeed;
  const { t } = useI18n();
  const notify = useNotify();
  const [url, setUrl] = useState('');
  const add = useAddFeed();
  const discover = useDiscover();
  // Kept while one of them is added.
  const [offered, setOffered] = useState<FeedCandidate[]>([]);
  const found = discover.data?.items ?? offered;
  const forgetAnswers = (): void => {
    setOffered([]);
    add.reset();
    discover.reset();
  };
  const close = (): void => {
    setUrl('');
    forgetAnswers();
    onClose();
  };
  return {
    url,
    type: (text: string): void => {
      setUrl(text);
      forgetAnswers();
    },
    busy: add.isPending || discover.isPending,
    isAdding: add.isPending,
    found,
    error: offeredBy(add.error).length > 0 ? null : (add.error ?? discover.error),
    close,
    follow: (address: string): void =>
      add.mutate(address, {
        onSuccess: (feed) => {
          notify.info(texts.added(feed.title));
          onAdded(feed.feed_id);
          close();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 0) {
            sendLater({ kind: 'follow', url: address });
            notify.info(t.offline.followLater(address));
            close();
            return;
          }
          setOffered((before) => (before.length > 0 ? before : offeredBy(error)));
        },
      }),
    look: (): void => {
      add.reset();
      discover.mutate(url.trim());
    },
  };
};

type Form = ReturnType<typeof useAddForm>;

const AddressField = ({ url, type, error }: Pick<Form, 'url' | 'type' | 'error'>) => {
  const texts = useTexts(addingTexts).addFeed;
  const id = useId();
  return (
    <>
      <Box as="label" display="block" textStyle="sm" fontWeight="semibold" mb="1.5" {...{ htmlFor: id }}>
        {texts.address}
      </Box>
      <Input
        id={id}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="lg"
        value={url}
        placeholder={texts.placeholder}
        aria-describedby={error === null ? `${id}-hint` : `${id}-error`}
        aria-invalid={error !== null}
        onChange={(event) => type(event.target.value)}
      />
      <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
        {texts.hint}
      </Box>
      {error === null ? null : (
        <Box mt="4">
          <FieldError error={error} id={`${id}-error`} invalid={texts.notAddress} />
        </Box>
      )}
    </>
  );
};

/** Asks for the address of a feed, or of a page that links to feeds. If there are several, the reader chooses one. */
export const AddFeed = ({ open, onClose, onAdded }: Props) => {
  const texts = useTexts(addingTexts).addFeed;
  const form = useAddForm({ onClose, onAdded });
  const { url, busy, found } = form;
  return (
    <Modal title={texts.title} open={open} onClose={form.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim() !== '' && !busy) form.follow(url.trim());
        }}
      >
        <AddressField url={url} type={form.type} error={form.error} />
        {found.length > 0 ? <Candidates found={found} busy={busy} onPick={form.follow} /> : null}
        <Flex justifyContent="space-between" alignItems="center" gap="2" mt="6" wrap="wrap">
          <Button
            variant="ghost"
            color="fg.muted"
            px="2"
            ms="-2"
            disabled={busy || url.trim() === ''}
            onClick={form.look}
          >
            {texts.look}
          </Button>
          <Button type="submit" disabled={url.trim() === '' || busy} aria-busy={busy}>
            {form.isAdding ? texts.working : texts.submit}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
