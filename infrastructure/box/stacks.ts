import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Resource = { Type: string; Properties?: Record<string, unknown> };
type Output = { Value: unknown; Export?: { Name: string } };
export type Stack = { name: string; Resources: Record<string, Resource>; Outputs?: Record<string, Output> };

const REGION = 'eu-central-1';
export const ACCOUNT = '123456789012';

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The ARNs of the types of resources that templates name by theirs. */
const arns: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::Table': (name) => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`,
  'AWS::SQS::Queue': (name) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::Lambda::Function': (name) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`,
  'AWS::Logs::LogGroup': (name) => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${name}:*`,
  'AWS::Events::Rule': (name) => `arn:aws:events:${REGION}:${ACCOUNT}:rule/${name}`,
};

export const tableArn = arns['AWS::DynamoDB::Table']!;
export const queueArn = arns['AWS::SQS::Queue']!;
export const logGroupArn = arns['AWS::Logs::LogGroup']!;
export const parameterArn = (name: string): string =>
  `arn:aws:ssm:${REGION}:${ACCOUNT}:parameter/${name.replace(/^\//, '')}`;
export const identityArn = (region: string, identity: string): string =>
  `arn:aws:ses:${region}:${ACCOUNT}:identity/${identity}`;
export const receiptRuleArn = (ruleSet: string, rule: string): string =>
  `arn:aws:ses:${REGION}:${ACCOUNT}:receipt-rule-set/${ruleSet}:receipt-rule/${rule}`;
export const ruleArn = arns['AWS::Events::Rule']!;
export const bucketArn = arns['AWS::S3::Bucket']!;

/** Returns an attribute of a function URL. The ARN is that of its alias, if it belongs to one. */
const urlAttribute = (id: string, attribute: unknown, functionArn: string, alias?: string): string => {
  if (attribute === 'FunctionUrl') return `https://${id.toLowerCase()}.lambda-url.${REGION}.on.aws/`;
  return alias === undefined ? functionArn : `${functionArn}:${alias}`;
};

/** Returns the name at the end of an ARN of a queue, a function or a bucket. */
export const nameInArn = (arn: string): string => arn.split(':').at(-1) ?? '';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of a resource: its own if the template names it, or that of CloudFormation, here its logical id. */
export const physicalName = (id: string, { Type, Properties }: Resource): string => {
  return Type === 'AWS::SES::ReceiptRuleSet' ? String(Properties?.['RuleSetName']) : id;
};

/** Reads the templates of a synthesised assembly, and resolves what CloudFormation would fill in. */
export const readStacks = (outdir: string) => {
  const stacks = readdirSync(outdir)
    .filter((file) => file.endsWith('.template.json'))
    .map((file): Stack => ({
      name: file.replace('.template.json', ''),
      ...JSON.parse(readFileSync(join(outdir, file), 'utf8')),
    }));

  /** Returns the text that CloudFormation would insert for a value of a stack; a queue's address by `queueUrl`. */
  const resolve = (
    stack: Stack,
    value: unknown,
    queueUrl: (name: string) => string = (name) => name,
  ): string => {
    const within = (each: unknown): string => resolve(stack, each, queueUrl);
    if (!isRecord(value)) return String(value);
    const [[intrinsic, argument] = []] = Object.entries(value);
    if (intrinsic === 'Ref') {
      const id = String(argument);
      const resource = stack.Resources[id];
      if (resource === undefined) return PSEUDO[id] ?? id;
      const name = physicalName(id, resource);
      return resource.Type === 'AWS::SQS::Queue' ? queueUrl(name) : name;
    }
    if (intrinsic === 'Fn::GetAtt' && Array.isArray(argument)) {
      const id = String(argument[0]);
      const resource = stack.Resources[id] ?? { Type: '' };
      const { Qualifier: alias, TargetFunctionArn: target } = resource.Properties ?? {};
      if (resource.Type === 'AWS::Lambda::Url')
        return urlAttribute(id, argument[1], within(target), alias === undefined ? alias : within(alias));
      const name = physicalName(id, resource);
      return argument[1] === 'Arn' ? (arns[resource.Type]?.(name) ?? name) : name;
    }
    if (intrinsic === 'Fn::Join' && Array.isArray(argument)) {
      const parts: unknown[] = argument[1];
      return parts.map(within).join(String(argument[0]));
    }
    if (intrinsic === 'Fn::Select' && Array.isArray(argument) && isRecord(argument[1])) {
      const [separator, text]: unknown[] = [argument[1]['Fn::Split']].flat();
      return within(text).split(String(separator))[Number(argument[0])] ?? '';
    }
    if (intrinsic === 'Fn::GetStackOutput' && isRecord(argument)) {
      const other = stacks.find(({ name }) => name === argument['StackName']);
      const output = other?.Outputs?.[String(argument['OutputName'])];
      if (other !== undefined && output !== undefined) return resolve(other, output.Value, queueUrl);
    }
    if (intrinsic === 'Fn::ImportValue')
      for (const other of stacks)
        for (const { Value, Export } of Object.values(other.Outputs ?? {}))
          if (Export?.Name === argument) return resolve(other, Value, queueUrl);
    throw new Error(`the box cannot resolve ${JSON.stringify(value)}`);
  };

  return {
    resolve,
    /** Returns the value of an output, by its name. @throws Error if no stack has it */
    output: (name: string): string => {
      for (const stack of stacks) {
        const found = stack.Outputs?.[name];
        if (found !== undefined) return resolve(stack, found.Value);
      }
      throw new Error(`the templates have no output ${name}`);
    },
    /** Returns the resources of a type in all stacks. */
    all: (type: string) =>
      stacks.flatMap((stack) =>
        Object.entries(stack.Resources)
          .filter(([, { Type }]) => Type === type)
          .map(([id, resource]) => ({ id, stack, resource, properties: resource.Properties ?? {} })),
      ),
  };
};

export type Stacks = ReturnType<typeof readStacks>;
