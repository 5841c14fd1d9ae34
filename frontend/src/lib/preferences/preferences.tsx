import {
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useDeferredValue,
  useRef,
} from 'react';
import { type PreferenceChoices, defaultPreferences } from '@omomi/backend/contract';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { readStored, writeStored } from '../storage.ts';
import { obeyImageChoice } from '../image-address.ts';
import { storedLanguage, useI18n } from '../i18n/language.tsx';
import { keys } from '../queries/query-keys.ts';
import { preferencesQuery, useChangePreferences } from './queries.ts';
import { broughtAlong, readCopy, writeCopy } from './stored-copy.ts';

export const themeModes = ['auto', 'light', 'dark', 'sepia', 'contrast'] as const;
type ThemeMode = (typeof themeModes)[number];

/** The storage key, which must be the one that `first-paint.js` reads. */
const themeKey = 'omomi.theme';
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

type ThemeValue = { mode: ThemeMode; setMode: (mode: ThemeMode) => void };
const ThemeContext = createContext<ThemeValue>({ mode: 'auto', setMode: () => undefined });

export const ThemeModeProvider = ({ children }: { children: ReactNode }) => {
  const [mode, setMode] = useState(() => modeOf(readStored(themeKey)));
  useEffect(() => {
    const system = window.matchMedia(darkQuery);
    const follow = () => paint(mode, system.matches);
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [mode]);
  const value = useMemo<ThemeValue>(
    () => ({
      mode,
      setMode: (chosen) => {
        // `first-paint.js` reads this copy. The preferences at the server take precedence.
        writeStored(themeKey, chosen);
        setMode(chosen);
      },
    }),
    [mode],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
};

const useThemeMode = (): ThemeValue => useContext(ThemeContext);

const PreferencesContext = createContext<PreferenceChoices>(defaultPreferences);

/**
 * Provides the reader's preferences and applies their theme and language. Renders nothing until they are known, from
 * this browser's copy or from the server. If the first request fails, the defaults are used until one succeeds.
 */
export const PreferencesProvider = ({ children }: { children: ReactNode }) => {
  const { data, failureCount } = useQuery(preferencesQuery);
  const [copy] = useState(readCopy);
  const { mode, setMode } = useThemeMode();
  const { setLanguage } = useI18n();
  const { mutate } = useChangePreferences();
  const isSettled = useRef(copy !== null);
  const apply = useRef({ mode, setMode, setLanguage, mutate });
  useEffect(() => {
    apply.current = { mode, setMode, setLanguage, mutate };
  });
  useEffect(() => {
    if (data === undefined) return;
    const here = { theme: apply.current.mode, language: storedLanguage() };
    const brought = isSettled.current ? null : broughtAlong(data, here);
    isSettled.current = true;
    writeCopy({ ...data, ...brought });
    if (brought !== null) {
      apply.current.mutate(brought);
      return;
    }
    apply.current.setMode(data.theme);
    apply.current.setLanguage(data.language);
  }, [data]);
  const isSending = useIsMutating({ mutationKey: keys.preferences }) > 0;
  const isProxied = data?.proxy_images;
  useEffect(() => {
    // A page that is loaded anew while a choice is being sent would lose it.
    if (isProxied !== undefined && !isSending)
      obeyImageChoice(isProxied, () => readCopy()?.proxy_images === isProxied);
  }, [isProxied, isSending]);
  const known = data ?? copy ?? (failureCount === 0 ? null : defaultPreferences);
  // The whole page comes with them. As a deferred value they have React render it in slices.
  const isKnown = useDeferredValue(known !== null);
  if (known === null || !isKnown) return null;
  return <PreferencesContext value={known}>{children}</PreferencesContext>;
};

export const usePreferences = (): PreferenceChoices => useContext(PreferencesContext);
