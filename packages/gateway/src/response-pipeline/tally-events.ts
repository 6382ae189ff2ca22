import type { AnswerEvent, OpenPart } from '../canonical/answer.ts'
import { noteMedia } from '../observers/media.ts'
import { noteCounted, noteSuspect } from '../observers/note.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import type { SoFar } from '../protocols/common/dialect.ts'
import { estimateTokens } from '../usage/estimate-tokens.ts'

/**
 * Counts the events of a converted answer, as observers count the bytes of an unconverted one.
 *
 * @param soFar what the stream's reader knows before its events show it
 * @param showsReasoning the reasoning in this dialect is not a summary
 */
export function tallyEvents({
  soFar,
  showsReasoning = false,
}: {
  soFar?: SoFar | undefined
  showsReasoning?: boolean
} = {}): {
  tally: Tally
  note(event: AnswerEvent): void
  /** After each message: notes what no event shows yet. */
  noteProgress(): void
} {
  const tally = newTally()
  /** The type of each part whose deltas are images or sound, not text. */
  const media = new Map<number, string>()
  /** Parts that explain why there is no answer. */
  const refusals = new Set<number>()
  let report: object | null = null
  function noteMediaPart(index: number, { kind, mime }: Extract<OpenPart, { type: 'media' }>): void {
    media.set(index, mime ?? kind)
    if (kind === 'image') noteMedia(tally, 'image', '')
  }
  return {
    noteProgress() {
      if (!soFar || tally.finished) return
      tally.isEnding = soFar.isEnding()
      if (soFar.report() === report) return
      report = soFar.report()
      tally.usage = soFar.usage() ?? tally.usage
      tally.earlierRounds = soFar.earlierRounds?.() ?? null
      if (tally.usage) tally.toolCalls = tally.usage.toolCalls
      noteCounted(tally)
    },
    tally,
    note(event) {
      switch (event.type) {
        case 'start':
          tally.model = event.model || null
          tally.responseId = event.id || null
          tally.serviceTier = event.serviceTier ?? null
          break
        case 'open':
          if (event.part.type === 'tool-call') tally.outputTokens += estimateTokens(event.part.name)
          tally.showsReasoning ||= showsReasoning && event.part.type === 'reasoning' && !event.part.redacted
          if (event.part.type === 'media') noteMediaPart(event.index, event.part)
          if (event.part.type === 'text' && event.part.refusal) refusals.add(event.index)
          tally.produced ||= event.part.type === 'tool-call' || event.part.type === 'media'
          break
        case 'delta':
          tally.outputTokens += estimateTokens(media.has(event.index) ? (event.transcript ?? '') : event.text)
          if (media.get(event.index)?.startsWith('audio')) noteMedia(tally, media.get(event.index) ?? '', event.text)
          tally.produced ||= event.text !== '' && !refusals.has(event.index)
          break
        case 'opaque':
          tally.produced = true
          break
        case 'usage':
          tally.usage = event.usage
          break
        case 'finish':
          tally.usage = event.usage ?? tally.usage
          // a model's own words are output, a filter's are not
          tally.produced ||= refusals.size > 0 && event.reason === 'refusal'
          tally.usageIsFinal = event.usage !== null
          tally.finishReason = event.reason
          tally.finished = true
          break
        case 'error':
          tally.error = event.error
          tally.asides++
          break
        case 'signature':
        case 'cite':
        case 'close':
          break
      }
      if (!tally.usage) return
      tally.toolCalls = tally.usage.toolCalls
      for (const field of tally.usage.suspect ?? []) noteSuspect(tally, field)
    },
  }
}
