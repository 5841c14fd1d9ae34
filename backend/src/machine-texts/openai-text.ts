import { z } from 'zod';
import type { TextModel } from '../model/text/text-model.ts';
import { ModelCallError, parseAnswer } from '../scoring/embedders/model-call.ts';
import { createOpenAiPost, type OpenAiServer } from '../scoring/embedders/openai.ts';

const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

/** Checks whether a server refuses the older name of the bound, as models of OpenAI do that think before they answer. */
const wantsNewName = (error: unknown): boolean =>
  error instanceof ModelCallError &&
  error.fault === 'text' &&
  error.message.includes('max_completion_tokens');

/**
 * Creates the function that asks a model by `POST /v1/chat/completions` (OpenAI API reference, "Create chat completion"). It
 * sends `max_tokens`, which Ollama and others know, and `max_completion_tokens` to a server that asks for it.
 */
export const createOpenAiText = (
  server: OpenAiServer,
  model: string,
  timeoutMs: number,
): TextModel['ask'] => {
  const post = createOpenAiPost(server);
  let isNewName = false;
  return async ({ instructions, text, mostTokens }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: text },
    ];
    const send = () =>
      post(
        'chat/completions',
        isNewName
          ? { model, messages, max_completion_tokens: mostTokens }
          : { model, messages, max_tokens: mostTokens, temperature: 0 },
        signal,
      );
    const answer = await send().catch((error: unknown) => {
      if (isNewName || !wantsNewName(error)) throw error;
      isNewName = true;
      return send();
    });
    const { choices, usage } = parseAnswer(answerSchema, answer);
    return {
      text: choices[0]?.message.content ?? '',
      tokens: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
    };
  };
};
