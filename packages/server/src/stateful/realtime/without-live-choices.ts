import { editMembers, type Loss, type ScannedObject, scanObject } from '@tollgate/gateway'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { addLosses } from '../../relay/response/losses-header.ts'
import { checkedBody } from '../../relay/upstream/checked-body.ts'

interface LiveTerms {
  /** The upstream's name of the model. */
  model: string
  channel: OpenChannel
  /** The session's losses; grows. */
  losses: Loss[]
}

/**
 * Returns a client's message without fields that clients may not choose on the channel, in the message itself and in settings
 * of a session or a response. A response uses its session's model.
 */
export function withoutLiveChoices(message: string, terms: LiveTerms): string {
  const scanned = scanSafely(message)
  if (!scanned) return message
  const checked = check(scanned, terms)
  // the settings were already checked as part of the message
  const ofSettings = { ...terms.channel, setting: { ...terms.channel.setting, known_parts_only: false } }
  const edited = editMembers(checked, (name, value) => {
    const settings = SETTINGS.has(name) && value().startsWith('{') ? scanSafely(value()) : null
    if (!settings) return undefined
    const inner = check(name === 'response' ? withoutModel(settings) : settings, { ...terms, channel: ofSettings })
    return inner === settings ? undefined : inner.text
  })
  return (edited ?? checked).text
}

const SETTINGS = new Set(['session', 'response'])

function check(body: ScannedObject, { model, channel, losses }: LiveTerms): ScannedObject {
  const checked = checkedBody(body, channel, { format: 'openai-realtime', model, operators: {} })
  addLosses(losses, checked.losses)
  return checked.body
}

const withoutModel = (settings: ScannedObject): ScannedObject =>
  editMembers(settings, name => (name.toLowerCase() === 'model' ? null : undefined)) ?? settings

/** Returns null for invalid JSON, which the upstream may refuse. */
function scanSafely(text: string): ScannedObject | null {
  try {
    return scanObject(text)
  } catch {
    return null
  }
}
