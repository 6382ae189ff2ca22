/**
 * A SQLite thread: the writer, the quick reader, or the one that copies the log. Its first message is its `Assignment`.
 */
import { makeAnswer } from './answer.ts'

declare const self: Worker

let answer: ReturnType<typeof makeAnswer> | undefined

self.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (answer) self.postMessage(JSON.stringify(answer(message)))
  else answer = makeAnswer(message)
}
