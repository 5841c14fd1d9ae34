import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of the rule pack on this construct and those below it, each with a reason. */
export const accept = (construct: IConstruct, reasons: Record<string, string>): void => {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
};
