import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { CheckIcon, CopyIcon } from '../icons.tsx';

type Props = { text: string; label: string; copiedLabel: string; onFailed: () => void };

/** Puts a text on the clipboard; where the browser refuses, `onFailed` may select it for the reader to do so. */
export const CopyButton = ({ text, label, copiedLabel, onFailed }: Props) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No clipboard on plain http, or not allowed.
      onFailed();
    }
  };
  return (
    <Button type="button" size="lg" variant="subtle" flexShrink="0" onClick={() => void copy()}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied ? copiedLabel : label}</span>
    </Button>
  );
};
