/**
 * A SQLite thread: the writer, the quick reader, or the one that copies the log. Its first message is its `Assignment`.
 */
import { makeAnswer } from './answer.ts'
import { findTexts } from './texts.ts'

declare const self: Worker

let answer: ReturnType<typeof makeAnswer> | undefined
const read = findTexts()

self.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (answer) self.postMessage(JSON.stringify(answer(read(message))))
  else answer = makeAnswer(message)
}
