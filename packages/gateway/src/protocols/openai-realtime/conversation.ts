import { CACHE_KEPT_SECONDS, inputTotal, type Usage } from '../../canonical/usage.ts'
import { liveTokens } from '../../metering/sound-tokens.ts'
import { asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'
import { keepsCache } from './keeps-cache.ts'
import type { RealtimeMessage } from './message.ts'
import { nothing, type Said, saidIn, sumOf } from './said.ts'
import { secondsOf, slowestRate } from './sound-rate.ts'
import { newTranscriptions, type Transcriptions } from './transcriptions.ts'

const SESSION_SETTINGS = /^(transcription_)?session\.(created|updated)$/
const SESSION_UPDATE = /^(transcription_)?session\.update$/

/** The context of a live session's model, as counts only: each response is charged for all of it. */
export interface Conversation {
  /** Counts a message of the client's. Returns a function that takes it back, for a message that does not go up. */
  addClientMessage(message: RealtimeMessage): () => void
  /** A request for a response goes up: the response reads what was said until now. */
  ask(): void
  /** Notes what the upstream says of the session: its settings, its responses, and the client's speech that became an item. */
  addUpstreamMessage(message: RealtimeMessage): void
  /** Notes the consumption of the response that ended last: everything before it, and itself. */
  addResponse(usage: Usage): void
  /** Estimated tokens of its text that are not cached. */
  readonly textTokens: number
  /** The most tokens that this text can come to. */
  readonly mostTextTokens: number
  /** Length of its sound, without what is cached. */
  readonly soundSeconds: number
  /** Tokens that the upstream was seen to cache lately, as long as the client leaves the beginning of the prompt alone. */
  readonly cachedTokens: number
  readonly transcriptions: Transcriptions
  /** The slowest format of answers that was asked for or reported; undefined: none. */
  readonly outputFormat: unknown
  /** A client's message referred to content it did not carry, or was unknown. */
  pointsOutside: boolean
}

/** @param now seconds */
export function newConversation(now: () => number): Conversation {
  const transcriptions = newTranscriptions()
  let inputRate = PCM_BYTES_PER_SECOND
  /** The format the client has requested since, if it is slower: the same bytes last longer. */
  let askedRate = PCM_BYTES_PER_SECOND
  let outputFormat: unknown
  /** The settings that a client sent last, as JSON by member. */
  const settings = { instructions: '', tools: '' }
  /** What the last response read and wrote, without what is cached. */
  let kept = nothing()
  let cached = { text: 0, sound: 0 }
  let cachedAt = 0
  /** What the next response reads, and what was said after it was asked for. */
  let [asked, later] = [nothing(), nothing()]
  /** Responses that read something else than the conversation: beside it, or with an input of their own. */
  const others = { beside: false, ofOwn: false }
  let isBeside = false

  function all(): Said {
    expireCache()
    return sumOf(kept, asked, later)
  }

  function expireCache(): void {
    if (now() - cachedAt >= CACHE_KEPT_SECONDS) forgetCache()
  }

  /** Nothing that was cached stays so: the prompt begins otherwise. */
  function forgetCache(): void {
    const seconds = cached.sound / liveTokens.inputPerSecond
    kept = sumOf(kept, { text: cached.text, most: cached.text, seconds })
    cached = { text: 0, sound: 0 }
  }

  function noteSettings(session: unknown): void {
    const formats = formatsOf(session, 'input')
    if (formats.length > 0) askedRate = slowestRate(formats)
    for (const format of formatsOf(session, 'output'))
      if (outputFormat === undefined || slowestRate([format]) < slowestRate([outputFormat])) outputFormat = format
    transcriptions.ask(session)
  }

  function noteRequest(response: JsonObject): void {
    others.ofOwn ||= response.input != null && response.conversation !== 'none'
    others.beside ||= response.conversation != null && response.conversation !== 'auto'
  }

  return {
    transcriptions,
    pointsOutside: false,
    get textTokens() {
      return all().text
    },
    get mostTextTokens() {
      return all().most
    },
    get soundSeconds() {
      return all().seconds
    },
    get cachedTokens() {
      expireCache()
      return cached.text + cached.sound
    },
    get outputFormat() {
      return outputFormat
    },
    addClientMessage({ type, event }) {
      const before = { ...settings }
      const isUpdate = SESSION_UPDATE.test(type)
      const settled = isUpdate ? newSettings(event.session, settings) : {}
      const said = isUpdate ? saidIn(settled, 1) : saidOf(type, event, Math.min(inputRate, askedRate))
      if (isUpdate) noteSettings(event.session)
      if (type === 'response.create') noteRequest(objectOrEmpty(event.response))
      if (type === 'input_audio_buffer.append') transcriptions.hear(said.seconds)
      if (!keepsCache(type, event, settled)) forgetCache()
      const place = later
      Object.assign(place, sumOf(place, said))
      return () => {
        Object.assign(settings, before)
        Object.assign(place, sumOf(place, negative(said)))
      }
    },
    ask() {
      asked = sumOf(asked, later)
      later = nothing()
    },
    addUpstreamMessage({ type, event }) {
      const itemId = asText(event.item_id) ?? ''
      if (type === 'input_audio_buffer.committed') transcriptions.commit(itemId)
      if (type === 'conversation.item.input_audio_transcription.delta') transcriptions.show(itemId)
      if (type === 'conversation.item.input_audio_transcription.failed') transcriptions.take(itemId)
      if (type === 'response.done') isBeside = others.beside && asText(dig(event.response, 'conversation_id')) === null
      if (!SESSION_SETTINGS.test(type)) return
      transcriptions.report(event.session)
      outputFormat = formatsOf(event.session, 'output')[0] ?? outputFormat
      const formats = formatsOf(event.session, 'input')
      // A host that names no format has taken the one asked for, as far as anybody knows.
      if (formats.length === 0) return
      inputRate = slowestRate(formats)
      askedRate = inputRate
    },
    addResponse(usage) {
      const sound = usage.audioInput + usage.audioOutput
      if (isBeside || others.ofOwn || usage.raw === null) {
        // Nobody reports what the conversation comes to; the answer may be added to it.
        const seconds = usage.audioOutput / liveTokens.inputPerSecond
        kept = sumOf(kept, { text: usage.output, most: usage.output, seconds })
        return
      }
      const text = inputWithoutCache(usage) + usage.output
      kept = { text, most: text, seconds: sound / liveTokens.inputPerSecond }
      cached = cachedIn(usage)
      cachedAt = now()
      // What was said since the response was asked for; without a request nobody knows what it has read of that.
      asked = later
      later = nothing()
    },
  }
}

const negative = ({ text, most, seconds }: Said): Said => ({ text: -text, most: -most, seconds: -seconds })

const saidOf = (type: string, event: JsonObject, rate: number): Said =>
  type === 'input_audio_buffer.append' ? { ...nothing(), seconds: secondsOf(event.audio, rate) } : saidIn(event, rate)

/** Text and images that were read and not cached. */
const inputWithoutCache = (usage: Usage): number => inputTotal(usage) - usage.audioInput - usage.cacheRead

/** Cached sound counts as such where the usage says so, and where it does not say. */
function cachedIn({ cacheRead, raw }: Usage): { text: number; sound: number } {
  const told = dig(raw, 'input_token_details.cached_tokens_details.audio_tokens')
  const sound = typeof told === 'number' && told >= 0 ? Math.min(told, cacheRead) : cacheRead
  return { text: cacheRead - sound, sound }
}

/** Formats as either generation of the protocol spells them. */
const formatsOf = (session: unknown, side: 'input' | 'output'): unknown[] =>
  [dig(session, `audio.${side}.format`), dig(session, `${side}_audio_format`)].filter(format => format != null)

/**
 * Returns what an update says anew, and notes it. Nothing is subtracted for what it replaces, because an upstream
 * may refuse it, and what it leaves out stays in force.
 */
function newSettings(update: unknown, settings: Record<'instructions' | 'tools', string>): JsonObject {
  const { instructions, tools, ...others } = objectOrEmpty(update)
  const said: JsonObject = { ...others }
  for (const [name, value] of Object.entries({ instructions, tools }) as [keyof typeof settings, unknown][]) {
    const written = JSON.stringify(value) ?? ''
    if (written === '' || written === settings[name]) continue
    settings[name] = written
    said[name] = value
  }
  return said
}
