import type { Feed, FeedCandidate } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useId, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useTexts, useI18n } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { FieldError } from '../../../components/page/states.tsx';
import { reload } from '../mutations.ts';
import { offeredBy } from '../../../components/adding/add-lines.ts';
import { Candidates } from '../../../components/adding/candidates.tsx';

/** Follows another address in the place of a feed. Shows no notice of an error, because the form shows it. */
const useChangeAddress = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { details: texts } = useTexts('feedDialogs');
  return useMutation({
    mutationFn: ({ feed, url }: { feed: Feed; url: string }) =>
      call('updateFeed', { params: { feed_id: feed.feed_id }, body: { url } }),
    onSuccess: ({ title, url }) => notify.info(texts.moved(title, url.split('#', 1)[0] ?? url)),
    onSettled: reload(client),
  });
};

type Props = {
  feed: Feed;
  /** Called with the id of the feed that takes its place. */
  onMoved: (feedId: string) => void;
};

type FormProps = Props & { onClose: () => void };

const AddressForm = ({ feed, onMoved, onClose }: FormProps) => {
  const { t } = useI18n();
  const { details: texts } = useTexts('feedDialogs');
  const { notAddress } = useTexts('adding').addFeed;
  const id = useId();
  const [url, setUrl] = useState(feed.url.split('#', 1)[0] ?? feed.url);
  const { mutate, error, isPending } = useChangeAddress();
  const offered: FeedCandidate[] = offeredBy(error);
  const change = (address: string): void =>
    mutate({ feed, url: address }, { onSuccess: ({ feed_id }) => onMoved(feed_id) });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (url.trim() !== '' && !isPending) change(url.trim());
      }}
    >
      <Input
        type="url"
        inputMode="url"
        aria-label={texts.newAddress}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== null && offered.length === 0}
        autoComplete="off"
        spellCheck={false}
        value={url}
        readOnly={isPending}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Box id={`${id}-hint`} color="fg.muted" mt="1.5">
        {texts.addressHint}
      </Box>
      {error === null || offered.length > 0 ? null : (
        <Box mt="2">
          <FieldError error={error} invalid={notAddress} />
        </Box>
      )}
      {offered.length === 0 ? null : (
        <Candidates
          found={offered}
          isBusy={isPending}
          // A feed that is followed already takes the place of this one too.
          followedAt={() => null}
          onPick={(candidate) => change(candidate.url)}
        />
      )}
      <Flex gap="2" mt="2">
        <Button type="submit" size="md" disabled={isPending || url.trim() === ''} aria-busy={isPending}>
          {isPending ? texts.changing : texts.change}
        </Button>
        <Button size="md" variant="ghost" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </Flex>
    </form>
  );
};

/** Shows the address of a feed, and lets the reader follow another one in its place. */
export const FeedAddress = ({ feed, onMoved }: Props) => {
  const { details: texts } = useTexts('feedDialogs');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <AddressForm feed={feed} onMoved={onMoved} onClose={() => setOpen(false)} />;
  return (
    <>
      {feed.url}{' '}
      <Button size="xs" minH="6" ms="1" variant="outline" onClick={() => setOpen(true)}>
        {texts.changeAddress}
      </Button>
    </>
  );
};
