import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, streamText, tool } from 'ai'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Reached } from './client.ts'

// The SDK warns about models it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Vercel's AI SDK, with each of its providers that can reach a gateway. */
export const aiSdkClients: readonly Client[] = [
  {
    name: 'ai, openai-compatible',
    dropsSignedThoughts: 'always',
    dropsSignedTexts: 'always',
    begin: (gateway, isStream) => converse(openAiCompatible(gateway), isStream),
  },
  {
    name: 'ai, anthropic',
    dropsSignedTexts: 'streamed',
    begin: ({ url, bearer }, isStream) => converse(createAnthropic({ baseURL: `${url}/v1`, apiKey: bearer }), isStream),
  },
  {
    name: 'ai, google',
    begin: ({ url, bearer }, isStream) =>
      converse(createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: bearer }), isStream),
  },
]

const openAiCompatible = ({ url, bearer }: Reached) =>
  createOpenAICompatible({ name: 'tollgate', baseURL: `${url}/v1`, apiKey: bearer, includeUsage: true })

/** How to ask each provider for reasoning. */
const providerOptions = {
  tollgate: { reasoningEffort: 'medium' },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } },
  google: { thinkingConfig: { includeThoughts: true } },
}

const { name: toolName, description, parameters } = TOOL
// The library's JSON Schema type requires mutable arrays.
const inputSchema = jsonSchema<Record<string, unknown>>({ ...parameters, required: ['city'] })
const tools = { [toolName]: tool({ description, inputSchema }) }

function converse(modelOf: (model: string) => LanguageModel, isStream: boolean): ReturnType<Client['begin']> {
  const messages: ModelMessage[] = [{ role: 'user', content: QUESTION }]
  let waiting: string[] = []
  return {
    async send(model, results = [], question) {
      if (results.length > 0) {
        const content = results.map((value, at) => ({
          type: 'tool-result' as const,
          toolCallId: waiting[at] ?? '',
          toolName,
          output: { type: 'text' as const, value },
        }))
        messages.push({ role: 'tool', content })
      }
      if (question) messages.push({ role: 'user', content: question })
      const asked = { model: modelOf(model), system: SYSTEM, messages, tools, providerOptions, maxRetries: 0 }
      const answer = isStream ? streamText({ ...asked, onError: raise }) : await generateText(asked)
      const calls = await answer.toolCalls
      const usage = await answer.usage
      messages.push(...(await answer.response).messages)
      waiting = calls.map(({ toolCallId }) => toolCallId)
      return {
        thought: (await answer.reasoningText) ?? '',
        text: await answer.text,
        // The schema makes a tool's input an object.
        calls: calls.map(call => ({ name: call.toolName, args: call.input as Record<string, unknown> })),
        finish: (await answer.finishReason) === 'tool-calls' ? 'calls' : 'stop',
        tokens: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
      }
    },
  }
}

function raise({ error }: { error: unknown }): never {
  throw error
}
