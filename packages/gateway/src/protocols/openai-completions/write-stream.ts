import type { AnswerEvent } from '../../canonical/answer.ts'
import { writeErrorEvent } from '../../errors/index.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { writeFinishReason } from '../openai-chat/answer-words.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import { writeUsage } from '../openai-chat/write-usage.ts'
import { isText, writeChoice, writeHead } from './answer-words.ts'

/** Writes events as the pieces of a `text_completion`. */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  /** The choice each open text belongs to. */
  const texts = new Map<number, number>()
  let head: JsonObject = {}
  const frame = (members: JsonObject): string => `data: ${JSON.stringify({ ...head, ...members })}\n\n`
  const piece = (choice: number, text: string, reason: string | null = null): string =>
    frame({ choices: [writeChoice(choice, text, reason)] })

  function push(event: AnswerEvent): string[] {
    switch (event.type) {
      case 'start':
        head = writeHead(event, context)
        return []
      case 'open':
        if (isText(event.part, losses)) texts.set(event.index, event.choice ?? 0)
        return []
      case 'delta': {
        const choice = texts.get(event.index)
        return choice === undefined ? [] : [piece(choice, event.text)]
      }
      case 'opaque':
        isText(event.part, losses)
        return []
      case 'finish': {
        const reasons = [event.reason, ...(event.otherReasons ?? [])]
        const ends = reasons.map((reason, choice) => piece(choice, '', writeFinishReason(reason, false)))
        if (context.includeUsage && event.usage) ends.push(frame({ choices: [], usage: writeUsage(event.usage) }))
        return [...ends, 'data: [DONE]\n\n']
      }
      case 'error':
        return [writeErrorEvent(openAiErrors, { ...event.error, requestId: context.requestId })]
      case 'signature':
      case 'cite':
      case 'close':
      case 'usage':
        return []
    }
  }

  return { losses, push, end: () => [] }
}
