import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import { liveTokens } from '../../metering/sound-tokens.ts'
import { asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import type { RealtimeMessage } from './message.ts'
import { bytesPerSecond, secondsOf } from './sound-rate.ts'
import { newTranscriptions, type Transcriptions } from './transcriptions.ts'

const SESSION_SETTINGS = /^(transcription_)?session\.(created|updated)$/
const SESSION_UPDATE = /^(transcription_)?session\.update$/

/** The context of a live session's model, as counts only: each response is charged for all of it. */
export interface Conversation {
  /** Counts a message from the client. */
  addClientMessage(message: RealtimeMessage, text: string): void
  /** Notes what the upstream reports about the session: its settings, and the client's speech that became an item. */
  addUpstreamMessage(message: RealtimeMessage): void
  /** Notes a response's consumption: everything before it, and itself. */
  addResponse(usage: Usage): void
  /** Estimated tokens of its text that are not cached. */
  readonly textTokens: number
  /** Seconds of its sound that are not cached. */
  readonly soundSeconds: number
  /** Tokens of all input and output of responses so far, if the upstream caches them. */
  readonly cachedTokens: number
  readonly transcriptions: Transcriptions
  /** A client's message referred to content outside it, or was unknown. */
  pointsOutside: boolean
}

export function newConversation(): Conversation {
  const transcriptions = newTranscriptions()
  let inputRate = PCM_BYTES_PER_SECOND
  /** The format the client has requested since, if it is slower: the same bytes last longer. */
  let askedRate = PCM_BYTES_PER_SECOND
  /** The settings that a client sent last, as JSON by member. */
  const settings = { instructions: '', tools: '' }
  const known = {
    textTokens: 0,
    soundSeconds: 0,
    cachedTokens: 0,
    transcriptions,
    pointsOutside: false,
  }
  return Object.assign(known, {
    addClientMessage({ type, event }: RealtimeMessage, text: string) {
      if (type === 'input_audio_buffer.append') {
        const seconds = secondsOf(event.audio, Math.min(inputRate, askedRate))
        known.soundSeconds += seconds
        transcriptions.hear(seconds)
        return
      }
      if (SESSION_UPDATE.test(type)) {
        const format = inputFormat(event.session)
        if (format != null) askedRate = bytesPerSecond(format)
        transcriptions.ask(event.session)
      }
      known.textTokens += estimateInput(SESSION_UPDATE.test(type) ? newSettings(event.session, settings) : text)
    },
    addUpstreamMessage({ type, event }: RealtimeMessage) {
      const itemId = asText(event.item_id) ?? ''
      if (type === 'input_audio_buffer.committed') transcriptions.commit(itemId)
      if (type === 'conversation.item.input_audio_transcription.delta') transcriptions.show(itemId)
      if (!SESSION_SETTINGS.test(type)) return
      transcriptions.report(event.session)
      const format = inputFormat(event.session)
      // A host that names no format is assumed to use the requested one.
      if (format == null) return
      inputRate = bytesPerSecond(format)
      askedRate = inputRate
    },
    addResponse(usage: Usage) {
      const all = inputTotal(usage) + outputTotal(usage)
      const keeps = usage.cacheRead > 0
      const sound = keeps ? 0 : usage.audioInput + usage.audioOutput
      known.cachedTokens = keeps ? all : 0
      known.soundSeconds = sound / liveTokens.inputPerSecond
      known.textTokens = keeps ? 0 : all - sound
    },
  })
}

const inputFormat = (session: unknown): unknown =>
  dig(session, 'audio.input.format') ?? dig(session, 'input_audio_format')

/**
 * Returns the new settings in an update, as JSON, and notes them. Nothing is subtracted for replaced settings, because
 * an upstream may refuse the update, and omitted settings stay in force.
 */
function newSettings(update: unknown, settings: Record<'instructions' | 'tools', string>): string {
  const { instructions, tools, ...others } = objectOrEmpty(update)
  const said: JsonObject = { ...others }
  for (const [name, value] of Object.entries({ instructions, tools }) as [keyof typeof settings, unknown][]) {
    const written = JSON.stringify(value) ?? ''
    if (written === '' || written === settings[name]) continue
    settings[name] = written
    said[name] = value
  }
  return JSON.stringify(said)
}
