import { mergeUsage } from '../canonical/merge-usage.ts'
import { outputTotal } from '../canonical/usage.ts'
import { asText, isObject, type JsonObject } from '../raw/json.ts'
import { estimateTokens } from '../usage/estimate-tokens.ts'
import type { ReportedUsage } from '../usage/report.ts'
import type { Tally } from './tally.ts'

/** Counts a piece of text from the model; other values are ignored. */
export function noteText(tally: Tally, text: unknown): void {
  if (typeof text !== 'string' || text === '') return
  tally.outputTokens += estimateTokens(text)
  tally.produced = true
}

/** Notes the index of one of several answers to a request; hosts number them from 0. */
export function noteChoice(tally: Tally, index: unknown): void {
  if (typeof index === 'number' && index > 0) tally.units = Math.max(tally.units ?? 1, Math.trunc(index) + 1)
}

/** Notes the id, service tier, model and fingerprint in an event. */
export function noteIdentity(tally: Tally, event: JsonObject, idName = 'id', modelName = 'model'): void {
  tally.responseId = asText(event[idName]) ?? tally.responseId
  tally.model = asText(event[modelName]) ?? tally.model
  tally.fingerprint = asText(event.system_fingerprint) ?? tally.fingerprint
  tally.serviceTier = asText(event.service_tier) ?? tally.serviceTier
}

/**
 * Notes a usage object, if it is one. Reports may come in pieces (Messages), grow, or come twice: later fields replace
 * earlier ones, but an absent or zero count never replaces an earlier one.
 */
export function noteUsage(
  tally: Tally,
  report: unknown,
  read: (raw: unknown) => ReportedUsage | null,
  merge: (earlier: unknown, later: unknown) => JsonObject = mergeUsage,
): void {
  if (!isObject(report)) return
  const reported = read(isObject(tally.usage?.raw) ? merge(tally.usage.raw, report) : report)
  if (!reported) return
  for (const field of reported.suspect) noteSuspect(tally, field)
  Object.assign(tally.toolCalls, reported.usage.toolCalls)
  reported.usage.toolCalls = tally.toolCalls
  tally.usage = reported.usage
  noteCounted(tally)
}

/** Notes that the output so far is counted, except by a report that comes before all content. */
export function noteCounted(tally: Tally): void {
  const { usage, earlierRounds, produced, outputTokens, media } = tally
  if (!usage || (usage.reasoning === 0 && !(produced && outputTotal(usage) > 0))) return
  tally.countedTokens = outputTokens
  if (!media) return
  const { imageOutput, audioOutput } = media
  const counted = outputTotal(usage) + (earlierRounds ? outputTotal(earlierRounds) : 0)
  // our estimates are rather too high than too low
  if (counted * 2 >= outputTokens + imageOutput + audioOutput) media.counted = { imageOutput, audioOutput }
}

/** Notes the event that shows the most calls of a tool; 0 notes nothing. */
export function noteMostCalls(counts: Record<string, number>, tool: string, calls: number): void {
  if (calls > (counts[tool] ?? 0)) counts[tool] = calls
}

/** Counts in a stream's events grow, so the largest is kept. */
export function noteMost(counts: Record<string, number>, seen: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(seen)) counts[name] = Math.max(counts[name] ?? 0, count)
}

export function noteSuspect(tally: Tally, field: string): void {
  if (!tally.suspect.includes(field)) tally.suspect.push(field)
}
