import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Channel, NewChannel } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '../../components/controls/choice.tsx';
import { LabelledInput } from '../../components/controls/inputs.tsx';
import { ListLine, Tag } from '../../components/list-line.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { deviceText } from '../../lib/device-text.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { morningQuery, useAddChannel, useDeleteChannel } from './queries.ts';
import { canPush, PushRefused, subscribePush } from './subscribe-push.ts';

const kinds = ['ntfy', 'telegram', 'webhook'] as const;
/** Names, which are the same in every language. */
const names = { ntfy: 'ntfy', telegram: 'Telegram', webhook: 'Webhook' } as const;
type Kind = (typeof kinds)[number];

/** Returns the channel that was typed in; an empty secret is none. `address` is that of a topic or a server, or a chat. */
const channelOf = (kind: Kind, address: string, secret: string): NewChannel => {
  const hasSecret = secret !== '';
  switch (kind) {
    case 'ntfy':
      return { kind, address, ...(hasSecret ? { token: secret } : {}) };
    case 'telegram':
      return { kind, address: 'https://api.telegram.org', chat: address, token: secret };
    case 'webhook':
      return { kind, address, ...(hasSecret ? { secret } : {}) };
  }
};

const examples: Record<Kind, string> = {
  ntfy: 'https://ntfy.sh/…',
  telegram: '123456789',
  webhook: 'https://…',
};

/** Adds this browser, where it takes push messages. */
const AddThisDevice = ({ add }: { add: ReturnType<typeof useAddChannel> }) => {
  const texts = useTexts('notifications');
  return (
    <Box mt="4">
      <Button variant="subtle" size="md" disabled={add.isPending} onClick={() => add.mutate(subscribePush)}>
        {texts.thisDevice}
      </Button>
      {add.error instanceof PushRefused ? (
        <Box role="alert" color="fg.error" textStyle="sm" mt="2">
          {texts.refused}
        </Box>
      ) : null}
    </Box>
  );
};

/** Adds mails, where they can be sent to an address that the reader has confirmed. */
const AddMails = ({
  channels,
  add,
}: {
  channels: readonly Channel[];
  add: ReturnType<typeof useAddChannel>;
}) => {
  const texts = useTexts('notifications');
  const { data } = useQuery(morningQuery);
  const isThere = channels.some(({ kind }) => kind === 'mail');
  if (data?.can_send !== true || !data.is_confirmed || data.address === null || isThere) return null;
  return (
    <Box mt="3">
      <Button
        variant="subtle"
        size="md"
        disabled={add.isPending}
        onClick={() => add.mutate({ kind: 'mail' })}
      >
        {texts.mailsTo(data.address)}
      </Button>
    </Box>
  );
};

const AddChannel = ({ add }: { add: ReturnType<typeof useAddChannel> }) => {
  const texts = useTexts('notifications');
  const [kind, setKind] = useState<Kind>('ntfy');
  const [address, setAddress] = useState('');
  const [secret, setSecret] = useState('');
  const typed = address.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const done = (): void => {
          setAddress('');
          setSecret('');
        };
        if (typed !== '') add.mutate(channelOf(kind, typed, secret.trim()), { onSuccess: done });
      }}
    >
      <Flex direction="column" gap="3" mt="4">
        <Box>
          <Choice
            label={texts.kind}
            value={kind}
            onChange={setKind}
            options={kinds.map((value) => ({ value, label: names[value] }))}
          />
        </Box>
        <LabelledInput
          label={texts.address[kind]}
          type={kind === 'telegram' ? 'text' : 'url'}
          value={address}
          maxLength={1000}
          placeholder={examples[kind]}
          autoComplete="off"
          onChange={({ target }) => setAddress(target.value)}
        />
        <LabelledInput
          label={texts.secret[kind]}
          type="password"
          value={secret}
          maxLength={300}
          autoComplete="off"
          onChange={({ target }) => setSecret(target.value)}
        />
        {add.error === null || add.error instanceof PushRefused ? null : <FieldError error={add.error} />}
        <Button type="submit" alignSelf="end" disabled={typed === '' || add.isPending}>
          {texts.add}
        </Button>
      </Flex>
    </form>
  );
};

/** Lists the channels, each with how its last message went, and adds others. */
export const Channels = ({ channels }: { channels: readonly Channel[] }) => {
  const texts = useTexts('notifications');
  const { account } = useTexts('account');
  const { mutate: remove } = useDeleteChannel();
  const add = useAddChannel();
  const nameOf = ({ kind, name }: Channel): string => (kind === 'push' ? deviceText(account, name) : name);
  const tagOf = ({ kind }: Channel): string =>
    kind === 'push' ? texts.browser : kind === 'mail' ? texts.mail : names[kind];
  const stateOf = ({ problem }: Channel): string => {
    if (problem === null) return texts.works;
    const { reason, status } = problem;
    return reason === 'refused' ? texts.problems.refused(status) : texts.problems[reason];
  };
  return (
    <Box as="section" aria-label={texts.channels} mt="4">
      <Box as="h3" textStyle="sm" fontWeight="semibold" mb="2">
        {texts.channels}
      </Box>
      {channels.length === 0 ? (
        <Box color="fg.muted" textStyle="sm">
          {texts.noChannels}
        </Box>
      ) : (
        <Box as="ul" listStyleType="none">
          {channels.map((channel) => (
            <ListLine
              key={channel.channel_id}
              testId="channel"
              title={
                <>
                  {nameOf(channel)}
                  <Tag tone={channel.problem === null ? 'plain' : 'error'}>{tagOf(channel)}</Tag>
                </>
              }
              facts={stateOf(channel)}
              action={
                <Button
                  size="md"
                  variant="ghost"
                  aria-label={texts.removeOf(nameOf(channel))}
                  onClick={() => remove(channel.channel_id)}
                >
                  {texts.remove}
                </Button>
              }
            />
          ))}
        </Box>
      )}
      {canPush() ? <AddThisDevice add={add} /> : null}
      <AddMails channels={channels} add={add} />
      <AddChannel add={add} />
    </Box>
  );
};
