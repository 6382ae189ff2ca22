/** The thread of `inspect-aside.ts`. */
import { parentPort } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { Answered, Asked } from './inspect-aside.ts'
import { inspectBody } from './inspect-body.ts'

parentPort?.on('message', ({ id, sent }: Asked) => {
  parentPort?.postMessage({ id, ...answerTo(sent) } satisfies Answered)
})

function answerTo(sent: Asked['sent']): Omit<Answered, 'id'> {
  try {
    return { inspected: inspectBody(sent) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, parameters: error.parameters } }
    return { failed: String(error) }
  }
}
