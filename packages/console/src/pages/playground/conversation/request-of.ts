import type { ModelRequest } from '../formats/format.ts'
import { parseObject } from '../formats/json.ts'
import { isValueOf, PARAMETER_NAMES } from '../parameters.ts'
import type { Choice, Message, Settings } from './types.ts'

/** The request to a model: the messages of a branch, and the settings that are on. */
export function requestOf(settings: Settings, { model }: Choice, path: Message[]): ModelRequest {
  const parameters = PARAMETER_NAMES.flatMap(name => {
    const { isOn = false, value } = settings.parameters[name] ?? {}
    return isOn && isValueOf(name, value) ? [[name, value]] : []
  })
  return {
    model,
    system: settings.system.trim(),
    messages: sentMessages(path),
    parameters: Object.fromEntries(parameters),
    tools: settings.tools
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, description, schema }) => ({ name: name.trim(), description, schema: parseObject(schema) })),
    isStreamed: settings.isStreamed,
  }
}

/**
 * The messages of a branch as they can be sent: without tool calls that have no result, which every provider refuses, and without
 * empty answers.
 */
export function sentMessages(path: Message[]): Message[] {
  const answered = new Set(path.flatMap(message => (message.role === 'tool' ? resultIds(message.results) : [])))
  return path.flatMap((message): Message[] => {
    if (message.role !== 'assistant') return [message]
    const toolCalls = message.toolCalls.filter(({ id }) => answered.has(id))
    const isEmpty = message.text === '' && toolCalls.length === 0
    return isEmpty ? [] : [{ ...message, toolCalls }]
  })
}

const resultIds = (results: { callId: string }[]): string[] => results.map(({ callId }) => callId)
