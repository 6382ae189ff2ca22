import type { AnswerEvent } from '../../canonical/answer.ts'
import { mergeUsage } from '../../canonical/merge-usage.ts'
import { type PartNumbers, partNumbers } from '../../canonical/part-ledger.ts'
import type { Citation } from '../../canonical/parts.ts'
import type { Usage } from '../../canonical/usage.ts'
import { findChunkError } from '../../errors/index.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { noteMostCalls } from '../../observers/note.ts'
import { asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import type { AnswerReaderStage, SoFar } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCreated } from '../common/openai-created.ts'
import { Choice } from './read-choice.ts'
import { readSources } from './read-sources.ts'
import { searchesBilled } from './searches-billed.ts'

export const readStream = (): AnswerReaderStage => frameReader(emit => new ChatReader(emit))

/** A whole answer is one chunk whose deltas are whole messages. */
export const readWhole = (body: unknown): AnswerEvent[] =>
  readAtOnce(emit => new ChatReader(emit), [asObject(body) ?? {}])

/** https://platform.openai.com/docs/api-reference/chat-streaming, and the variations of compatible hosts. */
class ChatReader implements WireReader {
  private started = false
  private usage: JsonObject | null = null
  private readonly searches: Record<string, number> = {}
  private readonly numbers: PartNumbers = partNumbers()
  private readonly choices: Choice[] = []
  private readonly sources: Citation[] = []

  readonly soFar: SoFar = {
    report: () => this.usage,
    usage: () => this.readUsage(),
    isEnding: () => this.choices.some(({ finished }) => finished),
  }

  constructor(private readonly emit: Emit) {}

  read(chunk: JsonObject): void {
    const choices = asObjects(chunk.choices)
    const error = findChunkError(chunk)
    if (!this.started && (choices.length > 0 || asText(chunk.id) !== null || error)) this.start(chunk)
    this.noteUsage(chunk, choices)
    for (const wire of choices) this.choice(wire.index).read(wire)
    if (chunk.citations || chunk.web_search) this.sources.push(...readSources(chunk))
    if (error) this.fail(error)
  }

  end(done: boolean): void {
    const first = this.choices[0]
    // some hosts send nothing but [DONE]
    if (!first || !(first.finished || done)) return
    first.citeAll(this.sources)
    for (const choice of this.choices) choice.close()
    const fault = first.fault()
    if (fault) {
      this.fail(fault)
      return
    }
    const reasons = this.choices.map(choice => choice.reason())
    const [reason = 'stop', ...otherReasons] = reasons
    this.emit({
      type: 'finish',
      reason,
      ...(first.stopSequence !== null && reason === 'stop' && { stopSequence: first.stopSequence }),
      usage: this.readUsage(),
      ...(otherReasons.length > 0 && { otherReasons }),
    })
  }

  private fail(error: UpstreamError): void {
    const usage = this.readUsage()
    if (usage) this.emit({ type: 'usage', usage })
    this.emit({ type: 'error', error })
  }

  private start(chunk: JsonObject): void {
    this.started = true
    const tier = asText(chunk.service_tier)
    const id = asText(chunk.id) ?? ''
    this.numbers.answerId = id
    this.emit({
      type: 'start',
      id,
      model: asText(chunk.model) ?? '',
      ...readCreated(chunk.created),
      ...(tier !== null && { serviceTier: tier }),
    })
  }

  private choice(index: unknown): Choice {
    const at = typeof index === 'number' && index > 0 && index < MOST_CHOICES ? Math.floor(index) : 0
    while (this.choices.length <= at) this.choices.push(new Choice(this.emit, this.numbers, this.choices.length))
    return this.choices[at] as Choice // the line above created it
  }

  /** Moonshot reports inside the choice, Groq under a name of its own. */
  private noteUsage(chunk: JsonObject, choices: readonly JsonObject[]): void {
    const usage = asObject(chunk.usage) ?? asObject(choices[0]?.usage) ?? asObject(asObject(chunk.x_groq)?.usage)
    if (usage) this.usage = mergeUsage(this.usage, usage)
    noteMostCalls(this.searches, 'web_search', searchesBilled(chunk))
  }

  private readUsage(): Usage | null {
    const usage = this.usage && readOpenAiUsage(this.usage)?.usage
    return usage ? { ...usage, toolCalls: { ...this.searches, ...usage.toolCalls } } : null
  }
}

const MOST_CHOICES = 128
