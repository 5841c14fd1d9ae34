import { type PreferenceChoices, defaultPreferences } from '@omomi/backend/contract';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import {
  type ReactNode,
  createContext,
  useContext,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { obeyImageChoice } from '../images/image-address.ts';
import { storedLanguage, useI18n } from '../i18n/language.tsx';
import { useThemeMode } from './theme-mode.tsx';
import { keys } from '../queries/query-keys.ts';
import { preferencesQuery, useChangePreferences } from './queries.ts';
import { broughtAlong, readCopy, writeCopy } from './stored-copy.ts';

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
