import type { FinishReason } from '../../canonical/answer.ts'
import { type CallPiece, PartLedger, partNumbers } from '../../canonical/part-ledger.ts'
import type { Usage } from '../../canonical/usage.ts'
import { noUsage } from '../../canonical/usage.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asCode } from '../../raw/json.ts'
import { openReport } from '../../usage/report.ts'
import type { Emit } from './frame-reader.ts'
import type { Loss } from './losses.ts'

/** The events of an answer that comes piece by piece, for hosts with simple wire formats. */
export class PlainAnswer {
  private readonly numbers = partNumbers()
  private readonly ledger: PartLedger
  private started = false
  private ended = false

  constructor(private readonly emit: Emit) {
    this.ledger = new PartLedger(emit, this.numbers)
  }

  get hasStarted(): boolean {
    return this.started
  }

  /** Only the first call counts. */
  start(id = '', model = '', created?: number): void {
    if (this.started) return
    this.started = true
    this.numbers.answerId = id
    this.emit({ type: 'start', id, model, ...(created !== undefined && { created }) })
  }

  say(text: string | null): void {
    if (text) this.flow('text', text)
  }

  think(text: string | null): void {
    if (text) this.flow('reasoning', text)
  }

  call(key: string | number, piece: CallPiece): void {
    this.start()
    this.ledger.call(key, piece)
  }

  fail(error: UpstreamError): void {
    this.ended = true
    this.emit({ type: 'error', error })
  }

  finish(reason: FinishReason, usage: Usage | null, lost?: Loss): void {
    if (this.ended) return
    this.start()
    this.ended = true
    this.ledger.closeAll()
    const mended = reason === 'stop' && this.ledger.sawTool ? 'tool-calls' : reason
    this.emit({ type: 'finish', reason: mended, usage, ...(lost && { lost: { what: lost.what, why: lost.why } }) })
  }

  private flow(type: 'text' | 'reasoning', text: string): void {
    this.start()
    this.ledger.flow({ type }, text)
  }
}

/** Returns the error a host reports. */
export const failure = (message: string | null, code: unknown, status: number): UpstreamError => ({
  status,
  message: message ?? 'The upstream reports an error without a reason',
  type: 'upstream_error',
  code: asCode(code),
  param: null,
})

/**
 * Returns token counts by their members; null: there are none, or only zeros, which some hosts send instead of
 * counting.
 */
export function plainUsage(raw: unknown, input: string[], output: string[]): Usage | null {
  const report = openReport(raw)
  const usage = { ...noUsage(), input: report.count(...input), output: report.count(...output), raw }
  return usage.input + usage.output === 0 ? null : (report.close(usage)?.usage ?? null)
}
