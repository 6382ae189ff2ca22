import type { FinishReason } from '../../canonical/answer.ts'
import { PartLedger, type PartNumbers } from '../../canonical/part-ledger.ts'
import type { Citation, TokenLogprob } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import type { Emit } from '../frame-reader.ts'
import { fromAddress, kindOfMime } from '../media.ts'
import { sealOfExtra, thinkingOf } from './read-content.ts'
import { isRedacted, sealOfDetail, textOfDetail } from './reasoning-details.ts'

const REASON_OF: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  // words of hosts that put another dialect's reason here
  model_length: 'length',
  max_tokens: 'length',
  tool_use: 'tool-calls',
  sensitive: 'content-filter',
  safety: 'content-filter',
  refusal: 'refusal',
}

/** One of the answers asked for: its chunks' deltas, or its one message, into parts. */
export class Choice {
  finished = false
  stopSequence: string | null = null
  private said: FinishReason = 'stop'
  private readonly ledger: PartLedger
  /** Which call of the ledger a wire index means now, and the id it came with. */
  private readonly callAt = new Map<number, { key: number; id: string | null; isWhole: boolean }>()
  private nextKey = 0
  private sawPlainReasoning = false

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
    this.said = REASON_OF[reason.toLowerCase()] ?? 'stop'
    // vLLM's: the stop sequence that was met
    this.stopSequence = asText(wire.stop_reason)
  }

  close(): void {
    this.ledger.closeAll()
  }

  /** Some hosts say `stop` although tools were called, or the other way round. */
  reason(): FinishReason {
    if (this.said === 'stop' && this.ledger.sawTool) return 'tool-calls'
    if (this.said === 'stop' && this.ledger.sawRefusal) return 'refusal'
    if (this.said === 'tool-calls' && !this.ledger.sawTool) return 'stop'
    return this.said
  }

  private message(message: JsonObject, logprobs: JsonObject | null): void {
    this.reasoning(message)
    this.content(message.content, logprobs)
    const refusal = asText(message.refusal)
    if (refusal !== null) this.ledger.flow({ type: 'text', refusal: true }, refusal, logprobsOf(logprobs?.refusal))
    for (const annotation of asObjects(message.annotations)) this.cite(annotation)
    const audio = asObject(message.audio)
    if (audio) this.audio(audio)
    for (const image of asObjects(message.images)) this.image(asText(asObject(image.image_url)?.url))
    const seal = sealOfExtra(message)
    const calls = asObjects(message.tool_calls)
    // one on the message is of its text, where there is one beside the calls
    const isOfCall = calls.length > 0 && asText(message.content) === null
    if (seal && !isOfCall) this.ledger.seal(seal)
    for (const [at, call] of calls.entries()) this.call(call, at, isOfCall && at === 0 ? seal : null)
    const legacy = asObject(message.function_call)
    if (legacy) this.call({ index: 0, function: legacy }, 0, null)
    for (const kind of SERVER_RUN) for (const value of asObjects(message[kind])) this.opaque(kind, value)
  }

  /**
   * Hosts tell reasoning as plain text, as details, or the same in both. Details say where parts end, so they win,
   * unless the plain text came before: then they are there for their seals.
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
      const seal = sealOfDetail(detail)
      if (text || seal)
        this.ledger.flow(isRedacted(detail) ? { type: 'reasoning', redacted: true } : { type: 'reasoning' }, text)
      if (seal) this.ledger.seal(seal)
    }
  }

  private content(content: unknown, logprobs: JsonObject | null): void {
    if (typeof content === 'string') {
      if (content) this.ledger.flow({ type: 'text' }, content, logprobsOf(logprobs?.content))
      return
    }
    for (const item of asObjects(content)) {
      if (typeof item.text === 'string' && item.text) this.ledger.flow({ type: 'text' }, item.text)
      else if (item.type === 'image_url') this.image(asText(item.image_url) ?? asText(asObject(item.image_url)?.url))
      else if (item.type !== 'thinking' && item.type !== 'text') this.opaque(String(item.type), item)
    }
  }

  private call(call: JsonObject, position: number, messageSeal: ReturnType<typeof sealOfExtra>): void {
    const custom = asObject(call.custom)
    const called = custom ?? asObject(call.function) ?? {}
    const id = asText(call.id)
    const name = asText(called.name)
    const written = custom ? called.input : called.arguments
    const pieces = typeof written === 'string' ? written : written ? JSON.stringify(written) : ''
    const seal = sealOfExtra(call) ?? messageSeal
    const key = this.keyOf(typeof call.index === 'number' ? call.index : position, id, name, pieces)
    this.ledger.call(key, {
      ...(id !== null && { id }),
      ...(name !== null && { name }),
      arguments: pieces,
      ...(custom && { custom: true }),
      ...(seal && { seal }),
    })
  }

  /**
   * Some hosts give every call the index 0, or none: another id, or another whole call without an id, is another call.
   */
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

  private cite(annotation: JsonObject): void {
    const cited = asObject(annotation.url_citation)
    if (!cited) {
      this.opaque(String(annotation.type), annotation)
      return
    }
    const index = this.ledger.flowingIndex('text') ?? this.ledger.flow({ type: 'text' }, '')
    const { start_index: start, end_index: end } = cited
    const citation: Citation = {
      ...(asText(cited.url) !== null && { url: String(cited.url) }),
      ...(asText(cited.title) !== null && { title: String(cited.title) }),
      ...(asText(cited.content) !== null && { quote: String(cited.content) }),
      ...(typeof start === 'number' && typeof end === 'number' && { start, end }),
    }
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

/** Where hosts tell of tools they ran themselves: Groq. */
const SERVER_RUN = ['executed_tools']

function logprobsOf(wire: unknown): { logprobs: TokenLogprob[] } | undefined {
  const logprobs = asArray(wire).filter(isLogprob)
  return logprobs.length > 0 ? { logprobs } : undefined
}

const isLogprob = (value: unknown): value is TokenLogprob => typeof asObject(value)?.token === 'string'
