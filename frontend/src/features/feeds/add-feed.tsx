import type { FeedCandidate } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useId, useState } from 'react';
import { Modal } from '../../components/overlays/modal.tsx';
import { useNotify } from '../../lib/notify.ts';
import { FieldError } from '../../components/page/states.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useAddFeed, useDiscover } from './mutations.ts';

type Props = { open: boolean; onClose: () => void; onAdded: (feedId: string) => void };

const Candidates = ({
  found,
  busy,
  onPick,
}: {
  found: FeedCandidate[];
  busy: boolean;
  onPick: (url: string) => void;
}) => {
  const { t } = useI18n();
  return (
    <Box mt="5">
      <Box textStyle="sm" fontWeight="semibold" mb="2">
        {t.addFeed.found(found.length)}
      </Box>
      <Flex as="ul" direction="column" gap="2" listStyleType="none">
        {found.map((candidate) => (
          <li key={candidate.url}>
            <Button
              variant="outline"
              w="full"
              h="auto"
              minH="12"
              py="2"
              justifyContent="flex-start"
              textAlign="start"
              whiteSpace="normal"
              disabled={busy}
              onClick={() => onPick(candidate.url)}
            >
              <Box minW="0">
                <Box fontWeight="semibold">{candidate.title ?? t.addFeed.unnamed}</Box>
                <Box color="fg.muted" textStyle="xs" wordBreak="break-all">
                  {candidate.url}
                </Box>
              </Box>
            </Button>
          </li>
        ))}
      </Flex>
    </Box>
  );
};

/** Takes the address of a feed or of a page that has one; a page with several lets the reader choose. */
export const AddFeed = ({ open, onClose, onAdded }: Props) => {
  const { t } = useI18n();
  const notify = useNotify();
  const id = useId();
  const [url, setUrl] = useState('');
  const add = useAddFeed();
  const discover = useDiscover();
  const busy = add.isPending || discover.isPending;
  const found = discover.data?.items ?? [];
  const error = add.error ?? discover.error;

  const close = (): void => {
    setUrl('');
    add.reset();
    discover.reset();
    onClose();
  };
  const follow = (address: string): void => {
    add.mutate(address, {
      onSuccess: (feed) => {
        notify.info(t.addFeed.added(feed.title));
        onAdded(feed.feed_id);
        close();
      },
    });
  };

  return (
    <Modal title={t.addFeed.title} open={open} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim() !== '' && !busy) follow(url.trim());
        }}
      >
        <Box as="label" display="block" textStyle="sm" fontWeight="semibold" mb="1.5" {...{ htmlFor: id }}>
          {t.addFeed.address}
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
          placeholder={t.addFeed.placeholder}
          aria-describedby={error === null ? `${id}-hint` : `${id}-error`}
          aria-invalid={error !== null}
          onChange={(event) => {
            setUrl(event.target.value);
            add.reset();
            discover.reset();
          }}
        />
        <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
          {t.addFeed.hint}
        </Box>
        {error === null ? null : (
          <Box mt="4">
            <FieldError error={error} id={`${id}-error`} invalid={t.addFeed.notAddress} />
          </Box>
        )}
        {found.length > 0 ? <Candidates found={found} busy={busy} onPick={follow} /> : null}
        <Flex justifyContent="space-between" alignItems="center" gap="2" mt="6" wrap="wrap">
          <Button
            variant="ghost"
            color="fg.muted"
            px="2"
            ms="-2"
            disabled={busy || url.trim() === ''}
            onClick={() => {
              add.reset();
              discover.mutate(url.trim());
            }}
          >
            {t.addFeed.look}
          </Button>
          <Button type="submit" disabled={url.trim() === '' || busy} aria-busy={busy}>
            {add.isPending ? t.addFeed.working : t.addFeed.submit}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
