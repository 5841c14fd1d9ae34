import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { CheckIcon, CopyIcon } from '../icons.tsx';

type Props = { text: string; label: string; copiedLabel: string; onFailed: () => void };

/** Copies a text to the clipboard. If the browser refuses, `onFailed` can select the text for the reader to copy. */
export const CopyButton = ({ text, label, copiedLabel, onFailed }: Props) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse the clipboard on plain http and without permission.
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
