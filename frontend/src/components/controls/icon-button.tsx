import './icon-button.css';
import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type' | 'children'> & {
  label: string;
  icon: ReactNode;
};

/**
 * Shows a button with only an icon, at least 40 px wide and high. `label` is its accessible name and tooltip. The style sheet has
 * the classes that change its look.
 */
export const IconButton = ({ label, icon, className = '', ...rest }: Props) => (
  <button {...rest} type="button" className={`icon-button ${className}`} aria-label={label} title={label}>
    {icon}
  </button>
);
