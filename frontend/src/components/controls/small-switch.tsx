import { Switch } from '@chakra-ui/react/switch';
import { switchSlotRecipe } from '@chakra-ui/react/theme';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void; isDisabled?: boolean };

/** Shows a small switch. Hide the text beside it from screen readers, because `label` says the same. */
export const SmallSwitch = ({ label, checked, onChange, isDisabled = false }: Props) => (
  <Switch.Root
    recipe={switchSlotRecipe}
    size="xs"
    checked={checked}
    disabled={isDisabled}
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
