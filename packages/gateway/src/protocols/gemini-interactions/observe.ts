import { findError } from '../../errors/index.ts'
import { noteMedia } from '../../observers/media.ts'
import { noteIdentity, noteText, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asObjects, asText, isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { readInteractionUsage } from './read-usage.ts'

const RUNNING: ReadonlySet<unknown> = new Set(['in_progress', 'queued'])

/** Steps that Google runs and bills. */
const TOOL_OF_STEP = new Map<unknown, string>([
  ['google_search_call', 'web_search'],
  ['google_maps_call', 'google_maps'],
])

/** An interaction, whole or as its events. */
export const observer = makeObserver({
  read(event, tally) {
    switch (event.event_type) {
      case undefined:
        noteInteraction(tally, event)
        for (const step of asObjects(event.steps)) noteStep(tally, step)
        return
      case 'interaction.created':
      case 'interaction.completed':
        return noteInteraction(tally, objectOrEmpty(event.interaction))
      case 'step.start':
        return noteStep(tally, objectOrEmpty(event.step))
      case 'step.delta':
        return noteDelta(tally, objectOrEmpty(event.delta))
    }
  },
  stop: (_last, { responseId, model }) => {
    const interaction = { id: responseId, object: 'interaction', model, status: 'incomplete' }
    const event = 'interaction.completed'
    return [
      { event, data: { event_type: event, interaction } },
      { event: 'done', data: '[DONE]' },
    ]
  },
})

function noteInteraction(tally: Tally, interaction: JsonObject): void {
  noteIdentity(tally, interaction)
  const status = asText(interaction.status)
  if (status !== null && !RUNNING.has(status)) {
    tally.finishReason = status
    tally.finished = true
  }
  if (status === 'failed') tally.error ??= findError(interaction)
  noteUsage(tally, interaction.usage, readInteractionUsage)
  tally.usageIsFinal = tally.usage !== null && tally.finished
}

function noteStep(tally: Tally, step: JsonObject): void {
  if (step.type === 'user_input') return
  const tool = TOOL_OF_STEP.get(step.type)
  if (tool) tally.toolCalls[tool] = (tally.toolCalls[tool] ?? 0) + 1
  noteText(tally, step.name)
  const args = objectOrEmpty(step.arguments)
  if (Object.keys(args).length > 0) noteText(tally, JSON.stringify(args))
  for (const content of [...asObjects(step.content), ...asObjects(step.summary)]) noteContent(tally, content)
}

function noteDelta(tally: Tally, delta: JsonObject): void {
  noteText(tally, delta.arguments)
  if (isObject(delta.arguments)) noteText(tally, JSON.stringify(delta.arguments))
  noteContent(tally, delta)
  noteContent(tally, objectOrEmpty(delta.content))
}

function noteContent(tally: Tally, { type, text, data, uri, mime_type }: JsonObject): void {
  noteText(tally, text)
  if (!data && !uri) return
  tally.produced = true
  noteMedia(tally, asText(mime_type) ?? asText(type) ?? '', asText(data) ?? '')
}
