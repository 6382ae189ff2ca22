import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, streamText, tool } from 'ai'
import { QUESTION, SYSTEM, TOOL } from '../../testing/conversing-upstream/script.ts'
import type { Client, Reached } from './client.ts'

/** Vercel's AI SDK, by each of its providers that reaches a gateway. One line each. */
export const aiSdkClients: readonly Client[] = [
  aiSdk('openai-compatible', ({ url, bearer }) => {
    const provider = createOpenAICompatible({
      name: 'tollgate',
      baseURL: `${url}/v1`,
      apiKey: bearer,
      includeUsage: true,
    })
    return model => provider(model)
  }),
  aiSdk('anthropic', ({ url, bearer }) => createAnthropic({ baseURL: `${url}/v1`, apiKey: bearer })),
  aiSdk('google', ({ url, bearer }) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: bearer })),
]

/** How each provider is asked to think. */
const providerOptions = {
  tollgate: { reasoningEffort: 'medium' },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } },
  google: { thinkingConfig: { includeThoughts: true } },
}

const { name: toolName, description, parameters } = TOOL
// The schema is JSON Schema as it stands; the library's type of one wants its arrays to be writable.
const inputSchema = jsonSchema<Record<string, unknown>>(structuredClone(parameters) as object)
const tools = { [toolName]: tool({ description, inputSchema }) }

function aiSdk(provider: string, reach: (gateway: Reached) => (model: string) => LanguageModel): Client {
  return {
    name: `ai, ${provider}`,
    begin(gateway, isStream) {
      const modelOf = reach(gateway)
      const messages: ModelMessage[] = [{ role: 'user', content: QUESTION }]
      let waiting: string[] = []
      return {
        async ask(model, results = []) {
          if (results.length > 0) {
            const content = results.map((value, at) => ({
              type: 'tool-result' as const,
              toolCallId: waiting[at] ?? '',
              toolName,
              output: { type: 'text' as const, value },
            }))
            messages.push({ role: 'tool', content })
          }
          const asked = { model: modelOf(model), system: SYSTEM, messages, tools, providerOptions, maxRetries: 0 }
          const answer = isStream ? streamText({ ...asked, onError: raise }) : await generateText(asked)
          const calls = await answer.toolCalls
          const usage = await answer.usage
          messages.push(...(await answer.response).messages)
          waiting = calls.map(({ toolCallId }) => toolCallId)
          return {
            thought: (await answer.reasoningText) ?? '',
            text: await answer.text,
            calls: calls.map(call => ({ name: call.toolName, args: call.input as Record<string, unknown> })), // by the schema
            finish: (await answer.finishReason) === 'tool-calls' ? 'calls' : 'stop',
            tokens: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
          }
        },
      }
    },
  }
}

function raise({ error }: { error: unknown }): never {
  throw error
}
