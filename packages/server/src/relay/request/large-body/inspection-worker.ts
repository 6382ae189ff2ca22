/** A thread of `inspection-pool.ts`. */
import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../../platform/http/api-error.ts'
import { loadLibc } from '../../../platform/process/libc.ts'
import type { RelayErrorCode } from '../../call/relay-error.ts'
import { inspectBeginning, inspectBody } from './inspect-body.ts'
import type { InspectRequest, InspectResponse } from './inspection-pool.ts'

/** The main thread goes first if there are fewer processors than threads. */
const NICENESS = 10
/** Source: `PRIO_PROCESS` of Linux, where 0 is the calling thread. */
const THIS_THREAD = [0, 0] as const

loadLibc({ setpriority: { args: ['i32', 'u32', 'i32'], returns: 'i32' } })?.setpriority(...THIS_THREAD, NICENESS)

let words: readonly string[] = []

parentPort?.on('message', ({ id, body, keepsWords, isBeginning }: InspectRequest) => {
  if (!keepsWords) words = body.forbiddenWords
  try {
    if (isBeginning) {
      inspectBeginning(body.pieces)
      return answer({ id })
    }
    const { text, ...inspected } = inspectBody({ ...body, forbiddenWords: words })
    answer({ id, inspected })
    // A text in a message of its own is transferred without a copy.
    parentPort?.postMessage(text)
  } catch (error) {
    // inspecting a body throws only ApiErrors
    if (error instanceof ApiError)
      answer({ id, error: { code: error.code as RelayErrorCode, parameters: error.parameters } })
    else answer({ id, crash: String(error) })
  }
})

const answer = (response: InspectResponse): void => parentPort?.postMessage(response)
