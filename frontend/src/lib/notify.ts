import { createContext, useContext } from 'react';

/** An action that a notice offers, by its button or the z key. Choosing it dismisses the notice. */
export type Offer = { label: string; run: () => void };

export type Notify = {
  info: (text: string) => void;
  error: (error: unknown) => void;
  offer: (text: string, offer: Offer) => void;
};

export const NotifyContext = createContext<Notify>({
  info: () => undefined,
  error: () => undefined,
  offer: () => undefined,
});

/** Returns functions that show short messages over the page, for a few seconds each. */
export const useNotify = (): Notify => useContext(NotifyContext);
