import type { ComponentProps } from 'react';
import { LabelledInput } from './labelled-input.tsx';

type Props = { label: string; value: string; onChange: (text: string) => void };

/** Takes the name with which a reader signs in. */
export const ReaderNameInput = ({
  onChange,
  ...input
}: Props & Pick<ComponentProps<typeof LabelledInput>, 'readOnly'>) => (
  <LabelledInput
    maxLength={64}
    autoComplete="username"
    autoCapitalize="none"
    onChange={({ target }) => onChange(target.value)}
    {...input}
  />
);

/** Takes a password. `isNew` tells managers of passwords to offer one. */
export const PasswordInput = ({ isNew, onChange, ...input }: Props & { isNew: boolean; hint?: string }) => (
  <LabelledInput
    type="password"
    maxLength={256}
    autoComplete={isNew ? 'new-password' : 'current-password'}
    onChange={({ target }) => onChange(target.value)}
    {...input}
  />
);
