import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../storage.ts';

export const themeModes = ['auto', 'light', 'dark', 'sepia', 'contrast'] as const;
type ThemeMode = (typeof themeModes)[number];

/** The storage key, which must be the one that `first-paint.js` reads. */
const storageKey = 'omomi.theme';
const darkQuery = '(prefers-color-scheme: dark)';

const modeOf = (stored: string | null): ThemeMode => themeModes.find((mode) => mode === stored) ?? 'auto';

/** Sets the classes that the colours follow. High contrast is dark or light, as the system. */
const paint = (mode: ThemeMode, isDarkSystem: boolean): void => {
  const isDark = mode === 'dark' || (isDarkSystem && (mode === 'auto' || mode === 'contrast'));
  const { classList } = document.documentElement;
  classList.toggle('dark', isDark);
  classList.toggle('light', !isDark);
  classList.toggle('sepia', mode === 'sepia');
  classList.toggle('contrast', mode === 'contrast');
};

type Value = { mode: ThemeMode; setMode: (mode: ThemeMode) => void };
const ThemeContext = createContext<Value>({ mode: 'auto', setMode: () => undefined });

export const ThemeModeProvider = ({ children }: { children: ReactNode }) => {
  const [mode, setMode] = useState(() => modeOf(readStored(storageKey)));
  useEffect(() => {
    const system = window.matchMedia(darkQuery);
    const follow = () => paint(mode, system.matches);
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
