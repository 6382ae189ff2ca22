import { type Content, type FunctionCall, type GenerateContentResponse, GoogleGenAI, type Part } from '@google/genai'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Conversation, Reached, Understood } from './client.ts'

const { name, description, parameters } = TOOL

export const googleClient: Client = {
  name: '@google/genai',
  begin: (gateway, isStream) => converse(gateway, isStream, parts => [...parts]),
}

/** Gemini CLI uses this library but sends back less: no thoughts, and joins texts under the first signature. */
export const geminiCli: Client = {
  name: 'Gemini CLI',
  dropsSignedTexts: 'streamed',
  begin: (gateway, isStream) => converse(gateway, isStream, withoutThoughts),
}

function withoutThoughts(parts: readonly Part[]): Part[] {
  const kept: Part[] = []
  for (const part of parts.filter(({ thought }) => !thought)) {
    const last = kept.at(-1)
    if (last?.text && part.text !== undefined) last.text += part.text
    else kept.push({ ...part })
  }
  return kept
}

function converse(
  { url, bearer }: Reached,
  isStream: boolean,
  handBack: (parts: readonly Part[]) => Part[],
): Conversation {
  const { models } = new GoogleGenAI({ apiKey: bearer, httpOptions: { baseUrl: url } })
  const contents: Content[] = [{ role: 'user', parts: [{ text: QUESTION }] }]
  const config = {
    systemInstruction: SYSTEM,
    thinkingConfig: { includeThoughts: true },
    tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }],
  }
  let waiting: FunctionCall[] = []
  return {
    async send(model, results = [], question) {
      if (results.length > 0) {
        const parts = results.map((output, at) => ({
          functionResponse: { id: waiting[at]?.id, name: waiting[at]?.name, response: { output } },
        }))
        contents.push({ role: 'user', parts })
      }
      if (question) contents.push({ role: 'user', parts: [{ text: question }] })
      const asked = { model, contents, config }
      const answers = isStream
        ? await Array.fromAsync(await models.generateContentStream(asked))
        : [await models.generateContent(asked)]
      const parts = partsOf(answers)
      contents.push({ role: 'model', parts: handBack(parts) })
      waiting = parts.flatMap(({ functionCall }) => functionCall ?? [])
      return understood(answers)
    },
  }
}

const partsOf = (answers: readonly GenerateContentResponse[]) =>
  answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])

function understood(answers: readonly GenerateContentResponse[]): Understood {
  const parts = partsOf(answers)
  const usage = answers.at(-1)?.usageMetadata
  const textOf = (isThought: boolean) =>
    parts.map(({ text = '', thought = false }) => (thought === isThought ? text : '')).join('')
  const calls = parts.flatMap(({ functionCall }) =>
    functionCall ? { name: functionCall.name ?? '', args: functionCall.args ?? {} } : [],
  )
  return {
    thought: textOf(true),
    text: textOf(false),
    calls,
    // Gemini reports STOP in both cases.
    finish: calls.length > 0 ? 'calls' : 'stop',
    tokens: {
      input: usage?.promptTokenCount ?? 0,
      output: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
    },
  }
}
