import type { Answer } from '../../canonical/answer.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { writeFinishReason } from '../openai-chat/answer-words.ts'
import { writeUsage } from '../openai-chat/write-usage.ts'
import { isText, writeChoice, writeHead } from './answer-words.ts'

/** Writes a gathered answer as a `text_completion`. */
export function writeWhole(answer: Answer, context: WriteAnswerContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const { start, parts, others, finish } = answer
  const reasons = [finish?.reason, ...(finish?.otherReasons ?? [])]
  const choices = [parts, ...others].map((choice, index) => {
    const texts = choice.filter(part => isText(part, losses))
    return writeChoice(index, texts.map(part => part.text).join(''), writeFinishReason(reasons[index] ?? 'stop', false))
  })
  const body = { ...writeHead(start, context), choices, ...(finish?.usage && { usage: writeUsage(finish.usage) }) }
  return { body, losses }
}
