/** A thread of `inspection-pool.ts`. */
import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../../api-error.ts'
import type { RelayErrorCode } from '../../errors/relay-error.ts'
import { inspectBody } from './inspect-body.ts'
import type { InspectRequest, InspectResponse } from './inspection-pool.ts'

let words: readonly string[] = []

parentPort?.on('message', ({ id, body, keepsWords }: InspectRequest) => {
  if (!keepsWords) words = body.forbiddenWords
  parentPort?.postMessage({ id, ...inspect({ ...body, forbiddenWords: words }) } satisfies InspectResponse)
})

function inspect(body: InspectRequest['body']): Omit<InspectResponse, 'id'> {
  try {
    return { inspected: inspectBody(body) }
  } catch (error) {
    // inspecting a body throws errors of the relay alone
    if (error instanceof ApiError)
      return { error: { code: error.code as RelayErrorCode, parameters: error.parameters } }
    return { crash: String(error) }
  }
}
