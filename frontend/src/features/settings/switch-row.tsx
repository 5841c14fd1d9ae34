import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { SettingRow } from '../../components/page/section.tsx';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../lib/preferences/queries.ts';

type Chosen = ReturnType<typeof usePreferences>;
type Switched = { [K in keyof Chosen]: Chosen[K] extends boolean ? K : never }[keyof Chosen];

type Props = {
  name: string;
  label: string;
  hint: string;
  preference: Switched;
  isDisabled?: boolean;
};

/** Shows a preference that is on or off, with its switch. */
export const SwitchRow = ({ name, label, hint, preference, isDisabled = false }: Props) => {
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <SettingRow name={name} label={label} hint={hint} isBeside>
      <SmallSwitch
        label={label}
        checked={chosen[preference]}
        isDisabled={isDisabled}
        onChange={(isOn) => change({ [preference]: isOn })}
      />
    </SettingRow>
  );
};
