import { asText, collectInteraction } from '@tollgate/gateway'
import type { Item } from '../store/index.ts'
import type { StoredFormat } from '../stored-format.ts'

/** Google's Interactions: a stream has each step once, and its last event says only how it ended. */
export const interactionsFormat: StoredFormat = {
  items: 'steps',
  reader(most) {
    const collect = collectInteraction()
    let size = 0
    return ({ data }) => {
      size += data.length
      return size > most || data === DONE ? null : collect(JSON.parse(data))
    }
  },
  event(data, number) {
    if (data === DONE) return { type: 'done', number, data }
    const event = JSON.parse(data) as Item
    return {
      type: asText(event.event_type) ?? '',
      number,
      data: JSON.stringify({ ...event, event_id: String(number) }),
    }
  },
  queued({ logged }, { members }, now) {
    const time = timeOf(now)
    return {
      object: 'interaction',
      model: logged.model,
      status: 'in_progress',
      created: time,
      updated: time,
      steps: [],
      ...members,
    }
  },
  failed: (interaction, { code, message }) => ({ ...interaction, status: 'failed', errors: [{ code, message }] }),
  failure(failed) {
    const type = 'interaction.completed'
    return { type, number: 0, data: JSON.stringify({ event_type: type, interaction: failed, event_id: '0' }) }
  },
}

const DONE = '[DONE]'

const timeOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
