/** The thread of `inspect-aside.ts`. */
import { parentPort } from 'node:worker_threads'
import { Refusal } from '../../errors/api-error.ts'
import type { Answered, SentRequest } from './inspect-aside.ts'
import { inspectBody } from './inspect-body.ts'

parentPort?.on('message', ({ id, sent }: SentRequest) => {
  parentPort?.postMessage({ id, ...answerTo(sent) } satisfies Answered)
})

function answerTo(sent: SentRequest['sent']): Omit<Answered, 'id'> {
  try {
    return { inspected: inspectBody(sent) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, parameters: error.parameters } }
    return { failed: String(error) }
  }
}
