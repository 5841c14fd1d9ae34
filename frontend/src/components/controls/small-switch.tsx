import { Switch } from '@chakra-ui/react/switch';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** A switch beside its text; the text says the same to the eye as the label to a screen reader. */
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
