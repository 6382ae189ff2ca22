import type { AnswerEvent, DeltaEvent, OpenPart } from '../../canonical/answer.ts'
import type { Citation, OpaquePart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { writeArgs } from '../gemini/write-args.ts'
import { limits } from './limits.ts'
import { writeRun } from './run-steps.ts'
import { writeForLast, writeForNext, writeForThought } from './signatures.ts'
import { writeAnnotations } from './write-annotations.ts'
import { writeMedia } from './write-content.ts'

/** Takes the type and the members of one event of the stream. */
export type Say = (type: string, members: JsonObject) => void

type PartEvent = Extract<AnswerEvent, { type: 'open' | 'delta' | 'signature' | 'cite' | 'close' | 'opaque' }>

/** Writes the parts of an answer, which come one after another, as steps: emitted as they grow, and kept whole. */
export class StepWriter {
  readonly steps: JsonObject[] = []
  private part: OpenPart | null = null
  /** The step of the open part, once it has content. */
  private isStarted = false
  private text = ''
  private citations: Citation[] = []
  private signature: Signature | null = null
  /** Calls of code that Gemini ran, whose results follow. */
  private runs = 0

  constructor(
    private readonly say: Say,
    private readonly losses: Loss[],
  ) {}

  write(event: PartEvent): void {
    if (event.type === 'open') this.open(event.part)
    else if (event.type === 'delta') this.delta(event)
    else if (event.type === 'signature') this.sealed(event.signature)
    else if (event.type === 'cite') this.citations.push(event.citation)
    else if (event.type === 'close') this.close()
    else this.opaque(event.part)
  }

  private open(part: OpenPart): void {
    loseNative(part, 'gemini-interactions', this.losses)
    this.part = part
    this.isStarted = false
    this.text = ''
    this.citations = []
    this.signature = null
    if (part.type !== 'tool-call') return
    if (part.signature) this.thought(writeForNext(part.signature))
    this.start({ type: 'function_call', id: part.id, name: part.name, arguments: {} })
  }

  private delta({ text, transcript, logprobs }: DeltaEvent): void {
    if (logprobs) note(this.losses, limits.logprobs)
    if (transcript !== undefined) note(this.losses, limits.transcript)
    if (!text) return
    this.text += text
    // a medium is only useful whole
    if (this.part?.type === 'text') {
      this.start({ type: 'model_output' })
      this.sayDelta({ type: 'text', text })
    } else if (this.part?.type === 'reasoning') {
      this.start({ type: 'thought' })
      this.sayDelta({ type: 'thought_summary', content: { type: 'text', text } })
    } else if (this.part?.type === 'tool-call') this.sayDelta({ type: 'arguments_delta', arguments: text })
  }

  private sealed(signature: Signature): void {
    this.signature = signature
    if (this.part?.type !== 'reasoning') return
    this.start({ type: 'thought' })
    this.sayDelta({ type: 'thought_signature', signature: writeForThought(signature, this.part.redacted) })
  }

  private close(): void {
    const { part, signature } = this
    this.part = null
    if (!part) return
    const step = this.wholeStep(part)
    if (step) this.stop(step)
    if (signature && part.type !== 'reasoning') this.thought(writeForLast(signature))
  }

  /** Returns the open part's step, whose start was emitted; null: it had no content. */
  private wholeStep(part: OpenPart): JsonObject | null {
    const { text } = this
    switch (part.type) {
      case 'text': {
        const annotations = writeAnnotations(this.citations, text, this.losses)
        if (annotations.length > 0) {
          this.start({ type: 'model_output' })
          this.sayDelta({ type: 'text_annotation_delta', annotations })
        }
        if (!this.isStarted) return null
        const content = { type: 'text', text, ...(annotations.length > 0 && { annotations }) }
        return { type: 'model_output', content: [content] }
      }
      case 'reasoning': {
        if (!this.isStarted) return null
        const signature = this.signature && writeForThought(this.signature, part.redacted)
        return { type: 'thought', ...(signature && { signature }), ...(text && { summary: [{ type: 'text', text }] }) }
      }
      case 'tool-call':
        return {
          type: 'function_call',
          id: part.id,
          name: part.name,
          arguments: writeArgs(text, limits.cutArguments, this.losses),
        }
      case 'media': {
        const { kind, mime, url } = part
        const source = url === undefined ? { type: 'data' as const, base64: text } : { type: 'url' as const, url }
        const content = writeMedia({ kind, mime, source })
        this.start({ type: 'model_output' })
        this.sayDelta(content)
        return { type: 'model_output', content: [content] }
      }
    }
  }

  private opaque(part: OpaquePart): void {
    const step = writeRun(part, `run_${this.runs}`)
    if (!step) {
      loseOpaque(part, this.losses)
      return
    }
    if (step.type === 'code_execution_result') this.runs++
    const { type, id, call_id, ...contents } = step
    this.isStarted = false
    this.start({ type, ...(id !== undefined && { id }), ...(call_id !== undefined && { call_id }) })
    this.sayDelta({ type, ...contents })
    this.stop(step)
  }

  /** An empty thought, for the signature of the part next to it. */
  private thought(signature: string): void {
    this.isStarted = false
    this.start({ type: 'thought' })
    this.sayDelta({ type: 'thought_signature', signature })
    this.stop({ type: 'thought', signature })
  }

  private start(step: JsonObject): void {
    if (this.isStarted) return
    this.isStarted = true
    this.say('step.start', { index: this.steps.length, step })
  }

  private sayDelta(delta: JsonObject): void {
    this.say('step.delta', { index: this.steps.length, delta })
  }

  private stop(step: JsonObject): void {
    this.say('step.stop', { index: this.steps.length })
    this.steps.push(step)
    this.isStarted = false
  }
}
