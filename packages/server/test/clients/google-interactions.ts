import { GoogleGenAI, type Interactions } from '@google/genai'
import { QUESTION, SYSTEM, TOOL } from '../support/conversing-upstream/script.ts'
import type { Client, Conversation, Reached, Understood } from './client.ts'

type Step = Interactions.Step
type Told = Pick<Interactions.Interaction, 'id' | 'status' | 'usage'> & { steps: Step[] }

/** The gateway keeps the conversation. */
export const keptInteractions: Client = {
  name: '@google/genai, interactions',
  begin: (gateway, isStream) => converse(gateway, isStream, true),
}

/** The client keeps it and sends every step back. */
export const sentInteractions: Client = {
  name: '@google/genai, interactions that are not stored',
  begin: (gateway, isStream) => converse(gateway, isStream, false),
}

function converse({ url, bearer }: Reached, isStream: boolean, isKept: boolean): Conversation {
  const { interactions } = new GoogleGenAI({ apiKey: bearer, httpOptions: { baseUrl: url } })
  const { name, description, parameters } = TOOL
  const steps: Step[] = []
  let previous: Told | null = null
  return {
    async send(model, results = [], question = previous ? undefined : QUESTION) {
      const calls = (previous?.steps ?? []).flatMap(step => (step.type === 'function_call' ? step : []))
      const news: Step[] = [
        ...results.map(
          (result, at): Step => ({
            type: 'function_result',
            call_id: calls[at]?.id ?? '',
            ...(calls[at] && { name: calls[at].name }),
            result,
          }),
        ),
        ...(question ? [{ type: 'user_input' as const, content: [{ type: 'text' as const, text: question }] }] : []),
      ]
      steps.push(...news)
      const asked = {
        model,
        system_instruction: SYSTEM,
        generation_config: { thinking_summaries: 'auto' },
        tools: [{ type: 'function' as const, name, description, parameters }],
        ...(isKept
          ? { input: news, ...(previous && { previous_interaction_id: previous.id }) }
          : { input: steps, store: false }),
      }
      const told: Told = isStream
        ? await collected(await interactions.create({ ...asked, stream: true }))
        : await interactions.create(asked)
      previous = told
      steps.push(...told.steps)
      return understood(told)
    },
  }
}

/** Accumulates the events of a stream as Google's documentation does. */
async function collected(stream: AsyncIterable<Interactions.InteractionSSEEvent>): Promise<Told> {
  const steps: Step[] = []
  let args = ''
  for await (const event of stream) {
    if (event.event_type === 'step.start') {
      steps[event.index] = { ...event.step }
      args = ''
    }
    const step = event.event_type === 'step.delta' ? steps[event.index] : undefined
    if (event.event_type === 'step.delta' && step) {
      const { delta } = event
      if (step.type === 'model_output' && delta.type === 'text')
        step.content = [{ type: 'text', text: textIn(step.content) + delta.text }]
      if (step.type === 'thought' && delta.type === 'thought_summary' && delta.content?.type === 'text')
        step.summary = [{ type: 'text', text: textIn(step.summary) + delta.content.text }]
      if (step.type === 'thought' && delta.type === 'thought_signature' && delta.signature)
        step.signature = delta.signature
      if (step.type === 'function_call' && delta.type === 'arguments_delta') {
        args += delta.arguments ?? ''
        if (isWhole(args)) step.arguments = JSON.parse(args)
      }
    }
    if (event.event_type === 'error') throw new Error(event.error?.message)
    if (event.event_type === 'interaction.completed') return { ...event.interaction, steps }
  }
  throw new Error('the stream ended without an end')
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

const textIn = (contents: readonly { type: string; text?: string }[] = []): string =>
  contents.map(content => (content.type === 'text' ? (content.text ?? '') : '')).join('')

const understood = ({ steps, status, usage }: Told): Understood => ({
  thought: steps.map(step => (step.type === 'thought' ? textIn(step.summary) : '')).join(''),
  text: steps.map(step => (step.type === 'model_output' ? textIn(step.content) : '')).join(''),
  calls: steps.flatMap(step => (step.type === 'function_call' ? { name: step.name, args: step.arguments } : [])),
  finish: status === 'requires_action' ? 'calls' : 'stop',
  tokens: {
    input: usage?.total_input_tokens ?? 0,
    output: (usage?.total_output_tokens ?? 0) + (usage?.total_thought_tokens ?? 0),
  },
})
