import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Morning, MorningSettings } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Input, LabelledInput } from '../../components/controls/inputs.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { ListLine } from '../../components/list-line.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { Loaded, SettingRow } from '../../components/page/section.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { shortFullTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import {
  useHere,
  morningQuery,
  unsetMorning,
  useRemoveAddress,
  useSendNow,
  useSetAddress,
  useSetMorning,
} from './queries.ts';

const AddressForm = () => {
  const texts = useTexts('morning');
  const here = useHere();
  const [address, setAddress] = useState('');
  const save = useSetAddress();
  const typed = address.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') save.mutate({ ...here, address: typed });
      }}
    >
      <Flex direction="column" gap="3">
        <LabelledInput
          label={texts.address}
          hint={texts.addressHint}
          type="email"
          value={address}
          maxLength={254}
          autoComplete="email"
          onChange={({ target }) => setAddress(target.value)}
        />
        {save.error === null ? null : <FieldError error={save.error} />}
        <Button type="submit" alignSelf="end" disabled={typed === '' || save.isPending}>
          {texts.save}
        </Button>
      </Flex>
    </form>
  );
};

/** Shows where the mails go, and how the last one went. */
const Address = ({ address, is_confirmed, last_sent_at, problem }: Morning) => {
  const texts = useTexts('morning');
  const notifications = useTexts('notifications');
  const { language } = useI18n();
  const { mutate: remove } = useRemoveAddress();
  const state = (): string => {
    if (problem !== null) return texts.failed(problem.status);
    if (!is_confirmed) return texts.unconfirmed;
    return last_sent_at === null ? texts.waiting : texts.lastSent(shortFullTime(last_sent_at, language));
  };
  return (
    <Box as="ul" listStyleType="none">
      <ListLine
        testId="morning-address"
        title={address}
        facts={state()}
        action={
          <Button size="md" variant="ghost" aria-label={texts.remove} onClick={() => remove()}>
            {notifications.remove}
          </Button>
        }
      />
    </Box>
  );
};

/** 1 for Monday to 7 for Sunday. */
const week = [1, 2, 3, 4, 5, 6, 7];
/** A Monday, from which the names of the days are counted. */
const MONDAY = Date.UTC(2026, 0, 5);

type Changing = { settings: MorningSettings; change: (changes: Partial<MorningSettings>) => void };

const Days = ({ settings: { days }, change }: Changing) => {
  const texts = useTexts('morning');
  const { language } = useI18n();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const toggle = (day: number): void => {
    const others = days.filter((each) => each !== day);
    const chosen = days.includes(day) ? others : [...others, day].toSorted((a, b) => a - b);
    // A week without any day would be the switch.
    if (chosen.length > 0) change({ days: chosen });
  };
  return (
    <SettingRow label={texts.days}>
      <Flex as="fieldset" aria-label={texts.days} gap="1" wrap="wrap">
        {week.map((day) => {
          const isOn = days.includes(day);
          return (
            <chakra.button
              key={day}
              type="button"
              aria-pressed={isOn}
              onClick={() => toggle(day)}
              w="10"
              h="10"
              borderRadius="full"
              borderWidth="1px"
              borderColor={isOn ? 'shu.solid' : 'border.emphasized'}
              bg={isOn ? 'shu.subtle' : 'bg.panel'}
              color={isOn ? 'shu.fg' : 'fg.muted'}
              fontWeight={isOn ? 'semibold' : 'normal'}
              textStyle="sm"
              cursor="pointer"
              _hover={{ bg: isOn ? 'shu.muted' : 'bg.muted' }}
            >
              {weekday.format(MONDAY + (day - 1) * 86_400_000)}
            </chakra.button>
          );
        })}
      </Flex>
    </SettingRow>
  );
};

const When = ({ settings, change }: Changing) => {
  const texts = useTexts('morning');
  return (
    <>
      <SettingRow label={texts.hour} hint={texts.hourHint(settings.time_zone.replaceAll('_', ' '))} isBeside>
        <Input
          type="time"
          size="md"
          w="8rem"
          aria-label={texts.hour}
          value={settings.time}
          onChange={({ target }) => target.value !== '' && change({ time: target.value })}
        />
      </SettingRow>
      <Days settings={settings} change={change} />
    </>
  );
};

/** Sends what would come, so that the reader sees it. */
const SendNow = () => {
  const texts = useTexts('morning');
  const { mutate, isPending, data } = useSendNow();
  return (
    <Flex mt="4" gap="3" alignItems="center" wrap="wrap">
      <Button variant="subtle" size="md" disabled={isPending} onClick={() => mutate()}>
        {texts.now}
      </Button>
      <Box as="output" color="fg.muted" textStyle="sm">
        {data === undefined ? '' : texts.sent[data.state]}
      </Box>
    </Flex>
  );
};

const Chosen = ({ settings: set, is_confirmed, can_send }: Morning) => {
  const texts = useTexts('morning');
  const here = useHere();
  const settings = set ?? unsetMorning(here);
  const { mutate } = useSetMorning(here);
  const change = (changes: Partial<MorningSettings>): void => mutate({ ...changes, ...here });
  return (
    <Box mt="4">
      <SettingRow label={texts.on} hint={texts.onHint} isBeside>
        <SmallSwitch label={texts.on} checked={settings.is_on} onChange={(is_on) => change({ is_on })} />
      </SettingRow>
      {settings.is_on ? <When settings={settings} change={change} /> : null}
      {can_send && is_confirmed ? <SendNow /> : null}
    </Box>
  );
};

const Mails = (morning: Morning) => {
  const texts = useTexts('morning');
  if (!morning.can_send)
    return (
      <Box color="fg.muted" textStyle="sm">
        {texts.noServer}
      </Box>
    );
  return morning.address === null ? <AddressForm /> : <Address {...morning} />;
};

/** Sets when the morning edition is made, and where it comes as a mail. Every choice takes effect at once. */
export const MorningDialog = ({ onClose }: { onClose: () => void }) => {
  const texts = useTexts('morning');
  const settings = useTexts('settings');
  const query = useQuery(morningQuery);
  return (
    <Modal title={texts.title} open onClose={onClose}>
      <Loaded query={query} failed={settings.loadFailed}>
        {(data) => (
          <>
            <Mails {...data} />
            <Chosen {...data} />
          </>
        )}
      </Loaded>
    </Modal>
  );
};
