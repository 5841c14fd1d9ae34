import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxFunction } from './functions.ts';

type Resource = { Type: string; Properties?: Record<string, unknown> };
type Output = { Value: unknown; Export?: { Name: string } };
type Stack = { name: string; Resources: Record<string, Resource>; Outputs?: Record<string, Output> };

/** A queue of a template, by names. */
export type QueueSpec = {
  name: string;
  isFifo: boolean;
  visibilitySeconds: number;
  retentionSeconds: number;
  redrive: { to: string; maxReceives: number } | undefined;
};

export type MappingSpec = {
  queue: string;
  functionName: string;
  batchSize: number;
  windowSeconds: number;
  maximumConcurrency: number;
  reportsFailures: boolean;
};

/** A function that runs on a schedule, and the queue for events that failed. */
export type ScheduleSpec = { functionName: string; expression: string; deadLetters: string };

const readStacks = (outdir: string): Stack[] =>
  readdirSync(outdir)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => ({
      name: file.replace('.template.json', ''),
      ...JSON.parse(readFileSync(join(outdir, file), 'utf8')),
    }));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '123456789012',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The name that CloudFormation would give a resource: here its logical id. */
const physicalName = (id: string, { Type, Properties }: Resource): string =>
  Type === 'AWS::SQS::Queue' && Properties?.['FifoQueue'] === true ? `${id}.fifo` : id;

/**
 * Reads a synthesised assembly: what its templates say of the parts that the box becomes.
 */
export const readAssembly = (outdir: string) => {
  const stacks = readStacks(outdir);

  /** Returns the text that CloudFormation would insert for a value of a stack. */
  const resolve = (stack: Stack, value: unknown, queueUrl: (name: string) => string): string => {
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
      return physicalName(id, stack.Resources[id] ?? { Type: '' });
    }
    if (intrinsic === 'Fn::Join' && Array.isArray(argument)) {
      const parts: unknown[] = argument[1];
      return parts.map(within).join(String(argument[0]));
    }
    if (intrinsic === 'Fn::ImportValue')
      for (const other of stacks)
        for (const { Value, Export } of Object.values(other.Outputs ?? {}))
          if (Export?.Name === argument) return resolve(other, Value, queueUrl);
    throw new Error(`the box cannot resolve ${JSON.stringify(value)}`);
  };

  const all = (type: string) =>
    stacks.flatMap((stack) =>
      Object.entries(stack.Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id, resource]) => ({ id, stack, resource, properties: resource.Properties ?? {} })),
    );
  const noUrl = (name: string): string => name;
  const number = (value: unknown, otherwise: number): number => Number(value ?? otherwise);
  const onlyName = (type: string, stackEnd: string): string => {
    const [found] = all(type).filter(({ stack }) => stack.name.endsWith(stackEnd));
    if (found === undefined) throw new Error(`the templates have no ${type}`);
    return physicalName(found.id, found.resource);
  };

  /** The function's name by its logical id: `api` for the function that is described as `Omomi api (…)`. */
  const functionNames = new Map(
    all('AWS::Lambda::Function').flatMap(({ id, properties }): [string, string][] => {
      const [, name] = /^Omomi (\w+) /.exec(JSON.stringify(properties['Description'] ?? '').slice(1)) ?? [];
      return name === undefined ? [] : [[id, name]];
    }),
  );
  const nameOf = (stack: Stack, value: unknown): string =>
    functionNames.get(resolve(stack, value, noUrl)) ?? 'unknown';

  return {
    tableName: onlyName('AWS::DynamoDB::Table', 'Database'),
    queues: all('AWS::SQS::Queue').map(({ id, stack, resource, properties }): QueueSpec => {
      const policy = properties['RedrivePolicy'];
      return {
        name: physicalName(id, resource),
        isFifo: properties['FifoQueue'] === true,
        visibilitySeconds: number(properties['VisibilityTimeout'], 30),
        retentionSeconds: number(properties['MessageRetentionPeriod'], 345_600),
        redrive: isRecord(policy)
          ? {
              to: resolve(stack, policy['deadLetterTargetArn'], noUrl),
              maxReceives: Number(policy['maxReceiveCount']),
            }
          : undefined,
      };
    }),
    mappings: all('AWS::Lambda::EventSourceMapping').map(({ stack, properties }): MappingSpec => {
      const scaling = properties['ScalingConfig'];
      const types = properties['FunctionResponseTypes'];
      return {
        queue: resolve(stack, properties['EventSourceArn'], noUrl),
        functionName: nameOf(stack, properties['FunctionName']),
        batchSize: number(properties['BatchSize'], 10),
        windowSeconds: number(properties['MaximumBatchingWindowInSeconds'], 0),
        maximumConcurrency: number(isRecord(scaling) ? scaling['MaximumConcurrency'] : undefined, 1000),
        reportsFailures: Array.isArray(types) && types.includes('ReportBatchItemFailures'),
      };
    }),
    schedules: all('AWS::Events::Rule').flatMap(({ stack, properties }): ScheduleSpec[] => {
      const target: unknown = Array.isArray(properties['Targets']) ? properties['Targets'][0] : undefined;
      const dead = isRecord(target) ? target['DeadLetterConfig'] : undefined;
      if (!isRecord(target) || !isRecord(dead)) return [];
      return [
        {
          functionName: nameOf(stack, target['Arn']),
          expression: String(properties['ScheduleExpression']),
          deadLetters: resolve(stack, dead['Arn'], noUrl),
        },
      ];
    }),
    /** The names of the functions that may send to themselves without end. */
    loopsAllowed: new Set(
      all('AWS::Lambda::Function')
        .filter(({ properties }) => properties['RecursiveLoop'] === 'Allow')
        .map(({ id }) => functionNames.get(id)),
    ),
    functions: (queueUrl: (name: string) => string): BoxFunction[] =>
      all('AWS::Lambda::Function').flatMap(({ id, stack, properties }): BoxFunction[] => {
        const name = functionNames.get(id);
        const { Code: code, Environment: environment } = properties;
        if (name === undefined || !isRecord(code) || !isRecord(environment)) return [];
        const [hash] = String(code['S3Key']).split('.');
        const variables = isRecord(environment['Variables']) ? environment['Variables'] : {};
        return [
          {
            name,
            file: join(outdir, `asset.${hash}`, 'index.mjs'),
            memoryMegabytes: Number(properties['MemorySize']),
            timeoutSeconds: Number(properties['Timeout']),
            env: Object.fromEntries(
              Object.entries(variables).map(([key, value]) => [key, resolve(stack, value, queueUrl)]),
            ),
          },
        ];
      }),
  };
};
