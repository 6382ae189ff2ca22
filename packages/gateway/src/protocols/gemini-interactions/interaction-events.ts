import { asArray, asObjects, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { tryParseExact } from '../gemini/write-args.ts'

/**
 * Returns a function that takes the events of a stream, and returns the interaction with its steps once an event ends
 * it.
 */
export function collectInteraction(): (event: JsonObject) => JsonObject | null {
  const steps: JsonObject[] = []
  let step: JsonObject = {}
  let args = ''
  return event => {
    switch (event.event_type) {
      case 'step.start':
        step = { ...objectOrEmpty(event.step) }
        args = ''
        return null
      case 'step.delta': {
        const delta = objectOrEmpty(event.delta)
        if (delta.type === 'arguments_delta') args += asText(delta.arguments) ?? ''
        else extend(step, delta)
        return null
      }
      case 'step.stop':
        if (args) step.arguments = tryParseExact(args) ?? { arguments: args }
        steps.push(step)
        return null
      case 'interaction.completed':
        return { ...objectOrEmpty(event.interaction), steps }
      default:
        return null
    }
  }
}

function extend(step: JsonObject, { type, ...delta }: JsonObject): void {
  switch (type) {
    case 'text':
      addText(contentsOf(step, 'content'), delta.text)
      return
    case 'thought_summary':
      addText(contentsOf(step, 'summary'), objectOrEmpty(delta.content).text)
      return
    case 'thought_signature':
      step.signature = delta.signature
      return
    case 'text_annotation_delta': {
      const text = asObjects(step.content).at(-1)
      if (text) text.annotations = [...asArray(text.annotations), ...asArray(delta.annotations)]
      return
    }
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
      contentsOf(step, 'content').push({ type, ...delta })
      return
    default:
      // a tool that the upstream runs reports its members
      Object.assign(step, delta)
  }
}

/** The contents of a step, made when the first one comes. */
function contentsOf(step: JsonObject, name: 'content' | 'summary'): unknown[] {
  if (!Array.isArray(step[name])) step[name] = []
  return step[name] as unknown[] // the line above
}

function addText(contents: unknown[], text: unknown): void {
  const last = objectOrEmpty(contents.at(-1))
  if (last.type === 'text') last.text = `${String(last.text)}${asText(text) ?? ''}`
  else contents.push({ type: 'text', text: asText(text) ?? '' })
}

/** Returns the events of a finished interaction, with each step as one event. */
export function replayInteraction(interaction: JsonObject): JsonObject[] {
  const { steps, ...last } = interaction
  const { usage: _usage, ...head } = last
  return [
    { event_type: 'interaction.created', interaction: { ...head, status: 'in_progress' } },
    ...asObjects(steps).flatMap((step, index) => [
      { event_type: 'step.start', index, step },
      { event_type: 'step.stop', index },
    ]),
    { event_type: 'interaction.completed', interaction: last },
  ]
}
