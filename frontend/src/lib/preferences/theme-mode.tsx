import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../storage.ts';

export const themeModes = ['auto', 'light', 'dark'] as const;
type ThemeMode = (typeof themeModes)[number];

/** The storage key, which must be the one that `first-paint.js` reads. */
const storageKey = 'omomi.theme';
const darkQuery = '(prefers-color-scheme: dark)';

const modeOf = (stored: string | null): ThemeMode => themeModes.find((mode) => mode === stored) ?? 'auto';

const paint = (isDark: boolean): void => {
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('light', !isDark);
};

type Value = { mode: ThemeMode; setMode: (mode: ThemeMode) => void };
const ThemeContext = createContext<Value>({ mode: 'auto', setMode: () => undefined });

export const ThemeModeProvider = ({ children }: { children: ReactNode }) => {
  const [mode, setMode] = useState(() => modeOf(readStored(storageKey)));
  useEffect(() => {
    const system = window.matchMedia(darkQuery);
    const follow = () => paint(mode === 'dark' || (mode === 'auto' && system.matches));
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [mode]);
  const value = useMemo<Value>(
    () => ({
      mode,
      setMode: (chosen) => {
        // `first-paint.js` reads this copy. The preferences at the server take precedence.
        writeStored(storageKey, chosen);
        setMode(chosen);
      },
    }),
    [mode],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
};

export const useThemeMode = (): Value => useContext(ThemeContext);
