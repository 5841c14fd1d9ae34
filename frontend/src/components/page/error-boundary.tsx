import { Box } from '@chakra-ui/react';
import { type ReactNode, Component } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorText } from '../../lib/api/error-text.ts';
import type { Dictionary } from '../../lib/i18n/en/start.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { retryParts } from '../../lib/load-part.tsx';
import { Problem } from './states.tsx';
import { joined } from '../../lib/format.ts';

/** Shows a box over the lower edge of the page, for a message whose own window could not be opened. */
const Overlay = ({ children }: { children: ReactNode }) => (
  <Box
    position="fixed"
    bottom="var(--above-foot)"
    insetX="4"
    zIndex="toast"
    maxW="26rem"
    mx="auto"
    borderRadius="xl"
    boxShadow="lg"
    css={{ '& > *': { marginBlock: 0 } }}
  >
    {children}
  </Box>
);

type Pane = keyof Dictionary['broken']['panes'];

type Props = {
  /** The part of the page inside the boundary. It chooses the message; that of a window lies over the page. */
  pane: Pane;
  /** Shows the list of articles instead of the failed part. */
  onBack: () => void;
  /** When this value changes, the boundary tries again, because the reader has moved on. */
  resetKey?: string;
  children: ReactNode;
};

type State = { failure: { error: unknown } | null; resetKey: string | undefined };

const Message = ({
  pane,
  error,
  onRetry,
  onBack,
}: Pick<Props, 'pane' | 'onBack'> & { error: unknown; onRetry: () => void }) => {
  const { t } = useI18n();
  const { what, todo } = error instanceof ApiError ? errorText(t, error) : t.broken;
  const problem = (
    <Problem
      title={t.broken.panes[pane]}
      text={joined([what, todo])}
      actions={[
        { label: t.common.retry, run: onRetry },
        { label: t.broken.back, run: onBack },
      ]}
    />
  );
  if (pane === 'window') return <Overlay>{problem}</Overlay>;
  return (
    <Box maxW="48rem" mx="auto" px={pane === 'page' ? { base: '4', md: '6' } : '3'}>
      {problem}
    </Box>
  );
};

/** Shows a message in the place of a pane that failed; the other panes stay usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Pick<State, 'failure'> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failure: null, resetKey };
  }

  override componentDidCatch(): void {
    // Allow the part to be loaded again the next time it is shown.
    retryParts();
  }

  readonly #clear = (): void => this.setState({ failure: null });

  override render(): ReactNode {
    const { pane, onBack, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return children;
    return (
      <Message
        pane={pane}
        error={failure.error}
        onRetry={this.#clear}
        onBack={() => {
          onBack();
          this.#clear();
        }}
      />
    );
  }
}
