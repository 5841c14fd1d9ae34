import type { Destination } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WideSelect, LabelledInput } from '../../components/controls/inputs.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { ListLine } from '../../components/list-line.tsx';
import { Loaded, Section } from '../../components/page/section.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { useNow } from '../../lib/clock.ts';
import { destinationsQuery, useAddDestination } from '../../lib/queries/destinations.ts';
import { type Chosen, type Typed, destinationOf, fieldsOf, services } from './services.ts';

const nothing: Typed = { name: '', address: '', secret: '', header: '', sends_saved: false };

/** The value of the choice before one is made. */
const UNCHOSEN = '';

const chosenOf = (value: string): Chosen | null => {
  if (value === 'mail' || value === 'open' || value === 'post') return value;
  const service = services.find(({ name }) => name === value);
  return service === undefined ? null : { service };
};

type FieldsProps = { chosen: Chosen; typed: Typed; onChange: (typed: Typed) => void };

/** The fields that a choice needs. A browser must take none of them for those of a sign-in. */
const Fields = ({ chosen, typed, onChange }: FieldsProps) => {
  const texts = useTexts('account').destinations;
  const has = fieldsOf(chosen);
  const field = (name: Exclude<keyof Typed, 'sends_saved'>, maxLength: number) => ({
    value: typed[name],
    maxLength,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...typed, [name]: target.value }),
  });
  const hint = chosen === 'open' ? { hint: texts.template } : {};
  return (
    <>
      {has.name ? <LabelledInput label={texts.name} required {...field('name', 40)} /> : null}
      {has.address ? (
        <LabelledInput label={texts.address} required inputMode="url" {...hint} {...field('address', 500)} />
      ) : null}
      {has.server ? (
        <LabelledInput label={texts.server} required inputMode="url" {...field('address', 400)} />
      ) : null}
      {has.header ? <LabelledInput label={texts.header} {...field('header', 64)} /> : null}
      {has.token || (has.header && typed.header.trim() !== '') ? (
        <LabelledInput
          label={has.token ? texts.token : texts.value}
          required
          hint={texts.secretHint}
          {...field('secret', 1900)}
        />
      ) : null}
      {has.saved ? (
        <SmallSwitch
          isNamed
          label={texts.saved}
          checked={typed.sends_saved}
          onChange={(sends_saved) => onChange({ ...typed, sends_saved })}
        />
      ) : (
        <Box color="fg.muted" textStyle="sm">
          {texts.notSaved}
        </Box>
      )}
    </>
  );
};

const Adding = () => {
  const texts = useTexts('account').destinations;
  const [value, setValue] = useState(UNCHOSEN);
  const [typed, setTyped] = useState(nothing);
  const { mutate, error, isPending, reset } = useAddDestination();
  const chosen = chosenOf(value);
  const choose = (next: string): void => {
    setValue(next);
    setTyped(nothing);
    reset();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null)
          mutate(destinationOf(chosen, typed, texts.mail), { onSuccess: () => choose(UNCHOSEN) });
      }}
    >
      <Flex direction="column" gap="3.5">
        <WideSelect
          label={texts.service}
          value={value}
          onChange={choose}
          isDisabled={isPending}
          options={[
            { value: UNCHOSEN, label: texts.choose },
            ...services.map(({ name }) => ({ value: name, label: name })),
            ...(['mail', 'open', 'post'] as const).map((each) => ({ value: each, label: texts[each] })),
          ]}
        />
        {chosen === null ? null : (
          <>
            <Fields chosen={chosen} typed={typed} onChange={setTyped} />
            {error === null ? null : <FieldError error={error} invalid={texts.invalid} />}
            <Button type="submit" alignSelf="flex-end" disabled={isPending}>
              {texts.add}
            </Button>
          </>
        )}
      </Flex>
    </form>
  );
};

const Line = ({ destination, index }: { destination: Destination; index: number }) => {
  const texts = useTexts('account').destinations;
  const notify = useNotify();
  const now = useNow();
  const { language } = useI18n();
  const { last_sent: last } = destination;
  const isSent = (last?.status ?? 0) >= 200 && (last?.status ?? 0) < 300;
  const { mutate, isPending } = useDeed({
    mutationFn: () => call('deleteDestination', { params: { destination_id: destination.destination_id } }),
    onSuccess: () => notify.info(texts.removed(destination.name)),
    reload: [keys.destinations],
  });
  return (
    <ListLine
      testId="destination"
      title={destination.name}
      facts={[
        texts.key(index + 1),
        destination.kind === 'open' ? texts.opens : texts.sends,
        ...(destination.sends_saved ? [texts.sendsSaved] : []),
        ...(last === null ? [] : [texts.lastSent(relativeTime(last.at, now, language), last.status, isSent)]),
        destination.address,
      ].join(' · ')}
      action={
        <Button
          size="md"
          variant="ghost"
          aria-label={texts.removeOf(destination.name)}
          disabled={isPending}
          onClick={() => mutate()}
        >
          {texts.remove}
        </Button>
      }
    />
  );
};

/** Adds, lists and removes the places that articles are sent to. */
export const DestinationSettings = () => {
  const settings = useTexts('settings');
  const texts = useTexts('account').destinations;
  const places = useQuery(destinationsQuery);
  return (
    <Section title={texts.title} text={texts.text} name="destinations">
      <Adding />
      <Loaded query={places} failed={settings.loadFailed}>
        {({ items }) =>
          items.length === 0 ? null : (
            <Box as="ul" listStyleType="none" mt="6">
              {items.map((destination, index) => (
                <Line key={destination.destination_id} destination={destination} index={index} />
              ))}
            </Box>
          )
        }
      </Loaded>
    </Section>
  );
};
