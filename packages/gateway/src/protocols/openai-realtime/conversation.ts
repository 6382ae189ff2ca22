import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import { liveTokens } from '../../metering/sound-tokens.ts'
import { asText, dig } from '../../raw/json.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import type { RealtimeMessage } from './message.ts'
import { bytesPerSecond, secondsOf } from './sound-rate.ts'

/** What the model of a live session has before it, in counts alone: each response is charged for all of it. */
export interface Conversation {
  /** Takes in a message of the client's. */
  addClientMessage(message: RealtimeMessage, text: string): void
  /** Takes in what the upstream says the session is set to. */
  applySession({ event }: RealtimeMessage): void
  /** Takes in what a response consumed: all that came before, and itself. */
  addResponse(usage: Usage): void
  /** Tokens of its text, estimated; what is cached apart. */
  readonly textTokens: number
  /** Length of its sound; what is cached apart. */
  readonly soundSeconds: number
  /** Tokens of all that a response was given or gave, where the upstream keeps such. */
  readonly cachedTokens: number
  /** Who writes down what the client says; null: nobody, as far as is known. */
  readonly transcriber: string | null
  /** A message of the client's pointed at something it did not carry, or was not known. */
  pointsOutside: boolean
}

export function newConversation(): Conversation {
  let inputRate = PCM_BYTES_PER_SECOND
  let instructions = 0
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
      const tokens = estimateInput(text)
      // Said anew, they take the place of those before.
      known.textTokens += type === 'session.update' ? tokens - instructions : tokens
      if (type === 'session.update') instructions = tokens
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
