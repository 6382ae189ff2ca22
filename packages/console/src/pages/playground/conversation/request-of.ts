import type { ModelRequest } from '../formats/format.ts'
import { parseObject } from '../formats/json.ts'
import { isValueOf, PARAMETER_NAMES } from '../parameters.ts'
import { sentMessages } from './sent-messages.ts'
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
