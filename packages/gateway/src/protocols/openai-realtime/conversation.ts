import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import { liveTokens } from '../../metering/sound-tokens.ts'
import { asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import type { RealtimeMessage } from './message.ts'
import { bytesPerSecond, secondsOf } from './sound-rate.ts'

/** The context of a live session's model, as counts only: each response is charged for all of it. */
export interface Conversation {
  /** Counts a message of the client's. */
  addClientMessage(message: RealtimeMessage, text: string): void
  /** Notes the session settings the upstream reports. */
  applySession({ event }: RealtimeMessage): void
  /** Notes a response's consumption: everything before it, and itself. */
  addResponse(usage: Usage): void
  /** Estimated tokens of its text, without what is cached. */
  readonly textTokens: number
  /** Length of its sound, without what is cached. */
  readonly soundSeconds: number
  /** Tokens of everything a response was given or gave, if the upstream caches it. */
  readonly cachedTokens: number
  /** The model that transcribes the client's speech; null: none is known. */
  readonly transcriber: string | null
  /** A client's message referred to content it did not carry, or was unknown. */
  pointsOutside: boolean
}

export function newConversation(): Conversation {
  let inputRate = PCM_BYTES_PER_SECOND
  /** The settings that a client sent last, as JSON by member. */
  const settings = { instructions: '', tools: '' }
  const known = {
    textTokens: 0,
    soundSeconds: 0,
    cachedTokens: 0,
    transcriber: null as string | null,
    pointsOutside: false,
  }
  return Object.assign(known, {
    addClientMessage({ type, event }: RealtimeMessage, text: string) {
      if (type === 'input_audio_buffer.append') {
        known.soundSeconds += secondsOf(event.audio, inputRate)
        return
      }
      known.textTokens += estimateInput(type === 'session.update' ? newSettings(event.session, settings) : text)
    },
    applySession({ event }: RealtimeMessage) {
      inputRate = bytesPerSecond(dig(event, 'session.audio.input.format') ?? dig(event, 'session.input_audio_format'))
      known.transcriber =
        asText(dig(event, 'session.audio.input.transcription.model')) ??
        asText(dig(event, 'session.input_audio_transcription.model'))
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

/**
 * Returns what an update says anew, as JSON, and notes it. Nothing is subtracted for what it replaces, because an upstream
 * may refuse it, and what it leaves out stays in force.
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
