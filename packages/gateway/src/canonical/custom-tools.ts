import type { Stage } from '../raw/stage.ts'
import type { AnswerEvent } from './answer.ts'
import type { CustomTool, FunctionTool } from './request.ts'

/** Returns a free-text tool as a function with one text argument, for dialects that only know functions. */
export const customAsFunction = (tool: CustomTool): FunctionTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  schema: {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
  },
  ...(tool.extras && { extras: tool.extras }),
})

/** Returns the text of a free-text call as the arguments of that function. */
export const customArguments = (text: string): string => JSON.stringify({ input: text })

/** Turns calls of those functions back into free-text calls, for the client that named the tools. */
export function unwrapCustomCalls(customTools: ReadonlySet<string>): Stage<AnswerEvent, AnswerEvent> {
  const held = new Map<number, string>()

  const push = (event: AnswerEvent): AnswerEvent[] => {
    if (event.type === 'open' && event.part.type === 'tool-call' && !event.part.custom) {
      if (!customTools.has(event.part.name)) return [event]
      held.set(event.index, '')
      return [{ ...event, part: { ...event.part, custom: true } }]
    }
    if (event.type === 'delta' && held.has(event.index)) {
      held.set(event.index, held.get(event.index) + event.text)
      return []
    }
    if (event.type === 'close' && held.has(event.index)) {
      const text = inputOf(held.get(event.index) ?? '')
      held.delete(event.index)
      return [{ type: 'delta', index: event.index, text }, event]
    }
    return [event]
  }

  return { push, end: () => [] }
}

/** Returns the one argument, or the text unchanged if the model did not follow the schema. */
function inputOf(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value && 'input' in value && typeof value.input === 'string'
      ? value.input
      : json
  } catch {
    return json
  }
}
