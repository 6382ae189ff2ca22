import type { AnswerEvent } from '../../canonical/answer.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import { type PartNumbers, partNumbers } from '../../canonical/part-ledger.ts'
import { addUsage, noUsage, type Usage } from '../../canonical/usage.ts'
import { findError } from '../../errors/index.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { noteMost } from '../../observers/note.ts'
import { asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import type { AnswerReaderStage, ReadAnswerContext, SoFar } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { Candidate } from './read-candidate.ts'
import { readTier } from './read-request.ts'
import { groundingBilled, mergeGeminiUsage, readGeminiUsage, startsRound } from './read-usage.ts'

/** Calls are objects here, so they are parsed without rounding numbers. */
export const readStream = (context?: ReadAnswerContext): AnswerReaderStage =>
  frameReader(emit => new GeminiReader(emit, context?.origin ?? 'google'), parseExact)

/** A whole answer is one chunk; the chunks of an array come one after another. */
export function readWhole(body: unknown, context?: ReadAnswerContext): AnswerEvent[] {
  const chunks = Array.isArray(body) ? asObjects(body) : [asObject(body) ?? {}]
  return readAtOnce(emit => new GeminiReader(emit, context?.origin ?? 'google'), chunks)
}

/** https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse: each chunk has the shape of the whole. */
class GeminiReader implements WireReader {
  private started = false
  private model = ''
  private usage: JsonObject | null = null
  private earlierRounds: Usage | null = null
  private readonly grounding: Record<string, number> = {}
  private isBlocked = false
  private readonly numbers: PartNumbers = partNumbers()
  private readonly candidates: Candidate[] = []

  readonly soFar: SoFar = {
    report: () => this.usage,
    usage: () => this.readUsage(),
    earlierRounds: () => this.earlierRounds,
    isEnding: () => this.candidates.some(({ finished }) => finished),
  }

  constructor(
    private readonly emit: Emit,
    private readonly origin: string,
  ) {}

  read(chunk: JsonObject): void {
    const error = asObject(chunk.error) ? findError(chunk) : null
    const candidates = asObjects(chunk.candidates)
    const feedback = asObject(chunk.promptFeedback)
    if (asObject(chunk.usageMetadata)) this.noteUsage(chunk.usageMetadata)
    if (!this.started && (candidates.length > 0 || feedback || asText(chunk.responseId) !== null)) this.start(chunk)
    for (const wire of candidates) this.candidateAt(wire.index).read(wire)
    noteMost(this.grounding, groundingBilled(candidates, this.model))
    if (feedback) this.feedback(feedback)
    if (error) this.fail(error)
  }

  /** A stream has no last event: it ends once every candidate has a finish reason. */
  end(done: boolean): void {
    const [first] = this.candidates
    if (!first || !(first.finished || done)) {
      this.tellUsage()
      return
    }
    for (const candidate of this.candidates) candidate.close()
    const fault = first.fault()
    if (fault) {
      this.fail({ status: 502, type: 'upstream_error', param: null, ...fault })
      return
    }
    const [reason = 'stop', ...otherReasons] = this.candidates.map(candidate => candidate.reason())
    this.emit({
      type: 'finish',
      reason,
      usage: this.readUsage(),
      ...(otherReasons.length > 0 && { otherReasons }),
    })
  }

  private noteUsage(report: unknown): void {
    const before = startsRound(this.usage, report) && this.readUsage()
    if (before) this.earlierRounds = addUsage(this.earlierRounds ?? noUsage(), before)
    this.usage = mergeGeminiUsage(this.usage, report)
  }

  private start(chunk: JsonObject): void {
    this.started = true
    this.model = asText(chunk.modelVersion) ?? ''
    const id = asText(chunk.responseId) ?? ''
    this.numbers.answerId = id
    const created = Date.parse(asText(chunk.createTime) ?? '')
    const tier = asText(this.usage?.serviceTier)
    this.emit({
      type: 'start',
      id,
      model: this.model,
      ...(Number.isFinite(created) && { created: Math.floor(created / 1000) }),
      ...(tier !== null && { serviceTier: readTier(tier) }),
    })
    this.tellUsage()
  }

  private candidateAt(index: unknown): Candidate {
    const at = typeof index === 'number' && index > 0 && index < MOST_CANDIDATES ? Math.floor(index) : 0
    while (this.candidates.length <= at) {
      this.candidates.push(new Candidate(this.emit, this.numbers, this.candidates.length, this.origin))
    }
    return this.candidates[at] as Candidate // the line above created it
  }

  /** A prompt that Google refuses gets no candidate, only the reason. */
  private feedback(feedback: JsonObject): void {
    if (this.isBlocked || asText(feedback.blockReason) === null) return
    this.isBlocked = true
    this.candidateAt(0).read({ finishReason: 'SAFETY', finishMessage: feedback.blockReasonMessage })
  }

  private fail(error: UpstreamError): void {
    this.tellUsage()
    this.emit({ type: 'error', error })
  }

  /** At the start, for the prompt's usage, and at the end if no finish event will report it. */
  private tellUsage(): void {
    const usage = this.started && this.readUsage()
    if (usage) this.emit({ type: 'usage', usage })
  }

  private readUsage(): Usage | null {
    const usage = this.usage && readGeminiUsage(this.usage)?.usage
    if (!usage) return null
    return { ...usage, toolCalls: { ...this.grounding, ...usage.toolCalls } }
  }
}

const MOST_CANDIDATES = 128
