import { Switch } from '@chakra-ui/react/switch';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** Shows a small switch. Hide the text beside it from screen readers, because `label` says the same. */
export const SmallSwitch = ({ label, checked, onChange }: Props) => (
  <Switch.Root
    size="xs"
    checked={checked}
    onCheckedChange={(change) => onChange(change.checked)}
    minH="6"
    alignItems="center"
  >
    <Switch.HiddenInput aria-label={label} />
    <Switch.Control>
      <Switch.Thumb />
    </Switch.Control>
  </Switch.Root>
);
