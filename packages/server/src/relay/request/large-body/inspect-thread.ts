/** The thread of `inspect-aside.ts`. */
import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../../api-error.ts'
import type { RelayErrorCode } from '../../errors/relay-error.ts'
import type { InspectRequest, InspectResponse } from './inspect-aside.ts'
import { inspectBody } from './inspect-body.ts'

parentPort?.on('message', ({ id, sent }: InspectRequest) => {
  parentPort?.postMessage({ id, ...answerTo(sent) } satisfies InspectResponse)
})

function answerTo(sent: InspectRequest['sent']): Omit<InspectResponse, 'id'> {
  try {
    return { inspected: inspectBody(sent) }
  } catch (error) {
    // a body is refused by relayed calls' codes alone
    if (error instanceof ApiError)
      return { refused: { code: error.code as RelayErrorCode, parameters: error.parameters } }
    return { failed: String(error) }
  }
}
