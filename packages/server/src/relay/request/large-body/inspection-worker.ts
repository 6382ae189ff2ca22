/** A thread of `inspection-pool.ts`. */
import { parentPort } from 'node:worker_threads'
import { ApiError } from '../../../platform/http/api-error.ts'
import { loadLibc } from '../../../platform/process/libc.ts'
import type { RelayErrorCode } from '../../call/relay-error.ts'
import { decodeBody, inspectBeginning, inspectText } from './inspect-body.ts'
import type { FromThread, ToThread } from './inspection-pool.ts'
import { makeTexts, type Taken } from './text-steps.ts'

/** The main thread goes first if there are fewer processors than threads. */
const NICENESS = 10
/** Source: `PRIO_PROCESS` of Linux, where 0 is the calling thread. */
const THIS_THREAD = [0, 0] as const

loadLibc({ setpriority: { args: ['i32', 'u32', 'i32'], returns: 'i32' } })?.setpriority(...THIS_THREAD, NICENESS)

let words: readonly string[] = []
const texts = makeTexts()

parentPort?.on('message', (message: ToThread) => {
  const { id } = message
  try {
    const taken = take(message)
    if (!taken) return
    answer({ id, texts: taken.texts.length, found: taken.found })
    for (const text of taken.texts) answer({ id, text })
  } catch (error) {
    texts.end(id)
    if (error instanceof ApiError)
      answer({ id, error: { code: error.code as RelayErrorCode, parameters: error.parameters } })
    else if (error instanceof SyntaxError) answer({ id, fault: error.message, isSyntax: true })
    else answer({ id, fault: String(error), isSyntax: false })
  }
})

function take(message: ToThread): Taken {
  if ('step' in message) return texts.take(message.id, message)
  if (message.question === 'beginning') {
    inspectBeginning(message.pieces)
    return { texts: [] }
  }
  const { body, keepsWords } = message
  if (!keepsWords) words = body.forbiddenWords
  const text = texts.end(message.id) ?? decodeBody(body.pieces)
  return { found: inspectText(text, { format: body.format, forbiddenWords: words }), texts: [text] }
}

const answer = (message: FromThread): void => parentPort?.postMessage(message)
