import { isRecord, type Stack, type Stacks } from './stacks.ts';

type Condition = (permission: Readonly<Record<string, unknown>>, authType: unknown) => boolean;

/** Since October 2025 a caller of a function URL needs both, the second one for the URL alone. */
const invoking: readonly (readonly [action: string, condition: Condition])[] = [
  [
    'lambda:InvokeFunctionUrl',
    ({ FunctionUrlAuthType: type }, authType) => type === undefined || type === authType,
  ],
  ['lambda:InvokeFunction', ({ InvokedViaFunctionUrl: isViaUrl }) => isViaUrl === true],
];

/** A function URL of a template. */
export type FunctionUrl = {
  host: string;
  /** The ARN for which a caller needs permissions: that of the alias if the URL belongs to one, otherwise that of the function. */
  arn: string;
  functionName: string;
  authType: unknown;
};

/** Reads the function URLs. @throws Error for a URL of an alias that does not lead to a version of its function */
export const readUrls = (
  { all, resolve }: Stacks,
  nameOf: (stack: Stack, functionArn: unknown) => string,
): FunctionUrl[] => {
  /** Tells whether an alias leads to a version of the function with this id. */
  const leadsTo = (stack: Stack, alias: string, functionId: string): boolean =>
    all('AWS::Lambda::Alias').some(({ stack: its, properties }) => {
      if (its !== stack || properties['Name'] !== alias) return false;
      const version = stack.Resources[resolve(stack, properties['FunctionVersion'])];
      return (
        version?.Type === 'AWS::Lambda::Version' &&
        [properties, version.Properties].every((of) => resolve(stack, of?.['FunctionName']) === functionId)
      );
    });
  return all('AWS::Lambda::Url').map(({ id, stack, properties }) => {
    const { Qualifier: qualifier, TargetFunctionArn: target } = properties;
    const alias = qualifier === undefined ? undefined : resolve(stack, qualifier);
    const functionId = resolve(stack, target).split(':').at(-1) ?? '';
    if (alias !== undefined && !leadsTo(stack, alias, functionId))
      throw new Error(
        `the URL ${id} belongs to the alias ${alias}, which leads to no version of its function`,
      );
    const attribute = (name: string) => resolve(stack, { 'Fn::GetAtt': [id, name] });
    return {
      host: new URL(attribute('FunctionUrl')).hostname,
      arn: attribute('FunctionArn'),
      functionName: nameOf(stack, target),
      authType: properties['AuthType'],
    };
  });
};

/** Tells whether a principal may call a function URL; a service only for this source. */
export const mayCall = (
  { all, resolve }: Stacks,
  { arn, authType }: FunctionUrl,
  principal: string,
  source?: string,
): boolean =>
  invoking.every(([action, condition]) =>
    all('AWS::Lambda::Permission').some(
      ({ stack, properties }) =>
        properties['Action'] === action &&
        condition(properties, authType) &&
        properties['Principal'] === principal &&
        functionArnOf({ resolve }, stack, properties['FunctionName']) === arn &&
        (source === undefined || resolve(stack, properties['SourceArn']) === source),
    ),
  );

/** Returns the ARN of the function or alias of a permission, which may name a function without its ARN. */
const functionArnOf = ({ resolve }: Pick<Stacks, 'resolve'>, stack: Stack, value: unknown): string => {
  const isName =
    isRecord(value) &&
    'Ref' in value &&
    stack.Resources[String(value['Ref'])]?.Type === 'AWS::Lambda::Function';
  return resolve(stack, isName ? { 'Fn::GetAtt': [value['Ref'], 'Arn'] } : value);
};
