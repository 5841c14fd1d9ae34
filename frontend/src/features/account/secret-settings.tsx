import type { AddressedList, CreatedFeedAddress } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from '../../components/controls/inputs.tsx';
import { ListLine, Tag } from '../../components/list-line.tsx';
import { Confirm } from '../../components/overlays/modal.tsx';
import { Loaded, Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/clock.ts';
import { feedAddressesQuery, useCreateFeedAddress, useRevokeFeedAddress } from './queries.ts';
import { SecretForm } from './secret-form.tsx';

type Item = { name: string; created_at: string; last_used_at: string | null };

type LineProps<T> = { item: T; testId: string; tag?: ReactNode; onRevoke: () => void };

const SecretLine = ({ item, testId, tag, onRevoke }: LineProps<Item>) => {
  const { language } = useI18n();
  const texts = useTexts('account').tokens;
  const now = useNow();
  const ago = (at: string): string => relativeTime(at, now, language);
  return (
    <ListLine
      testId={testId}
      title={
        <>
          {item.name}
          {tag}
        </>
      }
      facts={[
        item.last_used_at === null ? texts.never : texts.lastUsed(ago(item.last_used_at)),
        texts.made(ago(item.created_at)),
      ].join(' · ')}
      action={
        <Button size="md" variant="ghost" aria-label={texts.revokeOf(item.name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      }
    />
  );
};

type Props<T> = {
  query: { data: { items: T[] } | undefined; error: unknown; refetch: () => unknown };
  idOf: (item: T) => string;
  testId: string;
  /** A label beside the name. */
  tagOf?: (item: T) => ReactNode;
  texts: { empty: string; revokeText: string };
  revocation: { mutate: (item: T, options: { onSettled: () => void }) => void; isPending: boolean };
};

/** Lists what was created, with its use, and revokes it after a question. */
export const SecretList = <T extends Item>({ query, idOf, testId, tagOf, texts, revocation }: Props<T>) => {
  const settings = useTexts('settings');
  const { tokens } = useTexts('account');
  const [asked, setAsked] = useState<T | null>(null);
  return (
    <Box mt="8">
      <Loaded query={query} failed={settings.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <Box color="fg.muted" textStyle="sm" pb="4">
              {texts.empty}
            </Box>
          ) : (
            // The list ends with a line, and the next setting begins with one. The margin lays one on the other.
            <Box as="ul" listStyleType="none" mb="-1px">
              {items.map((item) => (
                <SecretLine
                  key={idOf(item)}
                  item={item}
                  testId={testId}
                  tag={tagOf?.(item)}
                  onRevoke={() => setAsked(item)}
                />
              ))}
            </Box>
          )
        }
      </Loaded>
      {asked === null ? null : (
        <Confirm
          open
          title={tokens.revokeTitle(asked.name)}
          text={texts.revokeText}
          action={tokens.revoke}
          busy={revocation.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => revocation.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </Box>
  );
};

type Listed = { list: AddressedList; label: string };

const textOf = ({ kind, ...rest }: AddressedList): string => [kind, ...Object.values(rest)].join(' ');

/** Makes, lists and revokes the addresses under which lists are feeds. `lists` are those of the reader, Today first. */
export const FeedAddressSettings = ({ lists }: { lists: readonly Listed[] }) => {
  const texts = useTexts('account').feedAddresses;
  const addresses = useQuery(feedAddressesQuery);
  const creation = useCreateFeedAddress();
  const revocation = useRevokeFeedAddress();
  const [chosen, setChosen] = useState(textOf({ kind: 'today' }));
  const labels = new Map(lists.map(({ list, label }) => [textOf(list), label]));
  const { list } = lists.find((each) => textOf(each.list) === chosen) ?? { list: { kind: 'today' } as const };
  const { data } = creation;
  const created = ({ name, atom_path, json_path, html_path, opml_path }: CreatedFeedAddress) => {
    const secrets = [
      { label: texts.atom, path: atom_path, testId: 'feed-atom' },
      { label: texts.json, path: json_path, testId: 'feed-json' },
      { label: texts.page, path: html_path, testId: 'feed-page' },
      { label: texts.opml, path: opml_path, testId: 'feed-opml' },
    ].flatMap(({ path, ...secret }) =>
      path === null ? [] : [{ ...secret, value: `${window.location.origin}${path}` }],
    );
    return {
      title: texts.created(name),
      text: texts.once,
      secrets,
      forPhone: secrets[0]?.value ?? '',
    };
  };
  return (
    <Section title={texts.title} text={texts.text} name="addresses">
      <SecretForm
        texts={texts}
        creation={creation}
        onCreate={(name) => creation.mutate({ name, list })}
        created={data === undefined ? null : created(data)}
        choice={
          <Select
            label={texts.list}
            value={chosen}
            onChange={setChosen}
            options={Array.from(labels, ([value, label]) => ({ value, label }))}
          />
        }
      />
      <SecretList
        query={addresses}
        idOf={({ address_id }) => address_id}
        testId="feed-address"
        tagOf={(address) => <Tag>{labels.get(textOf(address.list)) ?? texts.gone}</Tag>}
        texts={texts}
        revocation={revocation}
      />
    </Section>
  );
};
