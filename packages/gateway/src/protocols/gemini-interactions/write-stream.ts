import type { AnswerEvent } from '../../canonical/answer.ts'
import { firstAnswer } from '../../canonical/first-answer.ts'
import { oneAtATime } from '../../canonical/one-at-a-time.ts'
import { chain } from '../../raw/stage.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { InteractionWriter } from './write-interaction.ts'

/** Writes events as the server-sent events of Interactions, whose steps come one after another. */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  let frames: string[] = []
  const writer = new InteractionWriter(context, losses, (type, members) => {
    frames.push(`event: ${type}\ndata: ${JSON.stringify({ event_type: type, ...members })}\n\n`)
    if (type === 'interaction.completed') frames.push('event: done\ndata: [DONE]\n\n')
  })
  const stage = chain(chain(firstAnswer(), oneAtATime()), {
    push(event: AnswerEvent) {
      writer.write(event)
      const written = frames
      frames = []
      return written
    },
    end: () => [] as string[],
  })
  return { losses, push: stage.push, end: stage.end }
}
