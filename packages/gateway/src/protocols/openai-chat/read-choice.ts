import type { FinishReason } from '../../canonical/answer.ts'
import { PartLedger, type PartNumbers } from '../../canonical/part-ledger.ts'
import type { Citation, TokenLogprob } from '../../canonical/parts.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp, objectOrEmpty, typeOf } from '../../raw/json.ts'
import type { Emit } from '../common/frame-reader.ts'
import { fromAddress, kindOfMime } from '../common/media.ts'
import { readLogprobs } from '../common/openai-logprobs.ts'
import { SERVER_RUN } from './answer-words.ts'
import { signatureOfExtra, thinkingOf } from './read-content.ts'
import { readAnnotation } from './read-sources.ts'
import { isRedacted, signatureOfDetail, textOfDetail } from './reasoning-details.ts'

const REASON_OF: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  // names of hosts that put another dialect's reason here
  model_length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  sensitive: 'content-filter',
  safety: 'content-filter',
  recitation: 'content-filter',
  blocklist: 'content-filter',
  prohibited_content: 'content-filter',
  refusal: 'refusal',
}

/** The host failed midway, whatever came before: OpenRouter and Mistral, Zhipu, DeepSeek. */
const FAULTS: ReadonlySet<string> = new Set(['error', 'network_error', 'insufficient_system_resource'])

/** One of the requested answers: turns its chunks' deltas, or its one message, into parts. */
export class Choice {
  finished = false
  stopSequence: string | null = null
  private wireReason = 'stop'
  private readonly ledger: PartLedger
  /** The ledger's call that a wire index currently stands for, and the id it came with. */
  private readonly callAt = new Map<number, { key: number; id: string | null; isWhole: boolean }>()
  private nextKey = 0
  private sawPlainReasoning = false
  private readonly cited = new Set<string | undefined>()

  constructor(
    private readonly emit: Emit,
    private readonly numbers: PartNumbers,
    private readonly position: number,
  ) {
    this.ledger = new PartLedger(emit, numbers, position)
  }

  read(wire: JsonObject): void {
    const message = asObject(wire.delta) ?? asObject(wire.message)
    if (message) this.message(message, asObject(wire.logprobs))
    const reason = asText(wire.finish_reason)
    if (reason === null) return
    this.finished = true
    // Google's Chat endpoint gives the reason after a colon
    this.wireReason = reason.toLowerCase().replace(/:.*/s, '')
    // vLLM's name for the stop sequence that matched
    this.stopSequence = asText(wire.stop_reason)
  }

  close(): void {
    this.ledger.closeAll()
  }

  /** An ending without a finish reason. */
  fault(): UpstreamError | null {
    if (!FAULTS.has(this.wireReason)) return null
    const message = `The upstream's answer ended with ${this.wireReason}.`
    return { status: 502, message, type: 'upstream_error', code: this.wireReason, param: null }
  }

  /** Some hosts report `stop` although tools were called, or the reverse. */
  reason(): FinishReason {
    const mappedReason = lookUp(REASON_OF, this.wireReason) ?? 'stop'
    if (mappedReason === 'stop' && this.ledger.sawTool) return 'tool-calls'
    if (mappedReason === 'stop' && this.ledger.sawRefusal) return 'refusal'
    if (mappedReason === 'tool-calls' && !this.ledger.sawTool) return 'stop'
    return mappedReason
  }

  /** Cites the sources of the whole answer, except those already cited in place. */
  citeAll(sources: readonly Citation[]): void {
    for (const source of sources) if (!this.cited.has(source.url)) this.cite(source)
  }

  private message(message: JsonObject, logprobs: JsonObject | null): void {
    this.reasoning(message)
    this.content(message.content, logprobs)
    const refusal = asText(message.refusal)
    if (refusal !== null) this.ledger.flow({ type: 'text', refusal: true }, refusal, logprobsOf(logprobs?.refusal))
    for (const annotation of asObjects(message.annotations)) this.cite(readAnnotation(annotation))
    const audio = asObject(message.audio)
    if (audio) this.audio(audio)
    for (const image of asObjects(message.images)) this.image(asText(asObject(image.image_url)?.url))
    const signature = signatureOfExtra(message)
    const calls = asObjects(message.tool_calls)
    // a signature on the message belongs to its text if it has text besides the calls
    const isOfCall = calls.length > 0 && asText(message.content) === null
    if (signature && !isOfCall) this.ledger.signature(signature)
    for (const [at, call] of calls.entries()) this.call(call, at, isOfCall && at === 0 ? signature : null)
    const legacy = asObject(message.function_call)
    if (legacy) this.call({ index: 0, function: legacy }, 0, null)
    for (const kind of SERVER_RUN) for (const value of asObjects(message[kind])) this.opaque(kind, value)
  }

  /**
   * Hosts write reasoning as plain text, as details, or the same in both. Details show where parts end, so they take
   * precedence, unless the plain text came before: then the details only supply signatures.
   */
  private reasoning(message: JsonObject): void {
    const plain = asText(message.reasoning_content) ?? asText(message.reasoning) ?? thinkingOf(message.content)
    const details = asObjects(message.reasoning_details)
    const detailed = details.map(textOfDetail).join('')
    const usesDetails = plain ? detailed === plain : !this.sawPlainReasoning
    if (plain && !usesDetails) {
      this.sawPlainReasoning = true
      this.ledger.flow({ type: 'reasoning' }, plain)
    }
    for (const detail of details) {
      const text = usesDetails ? textOfDetail(detail) : ''
      const signature = signatureOfDetail(detail)
      if (text || signature)
        this.ledger.flow(isRedacted(detail) ? { type: 'reasoning', redacted: true } : { type: 'reasoning' }, text)
      if (signature) this.ledger.signature(signature)
    }
  }

  private content(content: unknown, logprobs: JsonObject | null): void {
    if (!Array.isArray(content)) {
      const text = asText(content) ?? ''
      const more = logprobsOf(logprobs?.content)
      if (text || more) this.ledger.flow({ type: 'text' }, text, more)
      return
    }
    for (const item of content.map(toItem)) {
      if (typeof item.text === 'string' && item.text) this.ledger.flow({ type: 'text' }, item.text)
      else if (item.type === 'image_url') this.image(asText(item.image_url) ?? asText(asObject(item.image_url)?.url))
      else if (item.type !== 'thinking' && item.type !== 'text') this.opaque(typeOf(item), item)
    }
  }

  private call(call: JsonObject, position: number, messageSignature: ReturnType<typeof signatureOfExtra>): void {
    const custom = asObject(call.custom)
    const called = custom ?? asObject(call.function) ?? {}
    const id = asText(call.id)
    const name = asText(called.name)
    const written = custom ? called.input : called.arguments
    const pieces = typeof written === 'string' ? written : toPieces(asObject(written))
    const signature = signatureOfExtra(call) ?? messageSignature
    const begun = name === null ? this.placeOf(id) : undefined
    const index = typeof call.index === 'number' ? call.index : (begun ?? position)
    const key = this.keyOf(index, id, name, pieces)
    this.ledger.call(key, {
      ...(id !== null && { id }),
      ...(name !== null && { name }),
      arguments: pieces,
      ...(custom && { custom: true }),
      ...(signature && { signature }),
    })
  }

  /** Some hosts give every call the index 0, or none: another id, or another whole call without an id, is another call. */
  private keyOf(index: number, id: string | null, name: string | null, pieces: string): number {
    const known = this.callAt.get(index)
    const isWhole = name !== null && pieces !== ''
    const isAnother =
      known &&
      name !== null &&
      (id === null ? known.id === null && known.isWhole && isWhole : known.id !== null && known.id !== id)
    if (known && !isAnother) {
      known.id ??= id
      return known.key
    }
    const key = this.nextKey++
    this.callAt.set(index, { key, id, isWhole })
    return key
  }

  /** The earlier call meant by a host that does not number calls. */
  private placeOf(id: string | null): number | undefined {
    return id === null ? undefined : [...this.callAt].find(([, call]) => call.id === id)?.[0]
  }

  private cite(citation: Citation): void {
    this.cited.add(citation.url)
    const index = this.ledger.flowingIndex('text') ?? this.ledger.flow({ type: 'text' }, '')
    this.emit({ type: 'cite', index, citation })
  }

  private audio(audio: JsonObject): void {
    const id = asText(audio.id) ?? undefined
    const open = this.ledger.flowingIndex('media')
    const data = asText(audio.data) ?? ''
    const transcript = asText(audio.transcript)
    const more = transcript === null ? undefined : { transcript }
    if (open === null) this.ledger.flow({ type: 'media', kind: 'audio', mime: null, ...(id && { id }) }, data, more)
    else if (data || more) this.emit({ type: 'delta', index: open, text: data, ...more })
  }

  private image(address: string | null): void {
    if (address === null) return
    const { source, mime } = fromAddress(address)
    const kind = mime === null ? 'image' : kindOfMime(mime)
    this.ledger.closeFlowing()
    if (source.type === 'data') this.ledger.flow({ type: 'media', kind, mime }, source.base64)
    else this.ledger.flow({ type: 'media', kind, mime, url: address }, '')
    this.ledger.closeFlowing()
  }

  private opaque(kind: string, value: JsonObject): void {
    if (this.position > 0) return
    const part = { type: 'opaque', dialect: 'openai-chat', kind, value } as const
    this.emit({ type: 'opaque', index: this.numbers.next++, part })
  }
}

/** Some hosts list plain texts. */
const toItem = (item: unknown): JsonObject =>
  typeof item === 'string' ? { type: 'text', text: item } : objectOrEmpty(item)

/** Arguments as text if the host writes an object; an empty object means that they are still to come. */
const toPieces = (written: JsonObject | null): string =>
  written && Object.keys(written).length > 0 ? JSON.stringify(written) : ''

function logprobsOf(wire: unknown): { logprobs: TokenLogprob[] } | undefined {
  const logprobs = readLogprobs(wire)
  return logprobs.length > 0 ? { logprobs } : undefined
}
