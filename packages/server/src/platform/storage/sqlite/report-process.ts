/** A process for long reads of SQLite, which its parent kills to end one. Its first message is its `Assignment`. */
import { makeAnswer } from './answer.ts'

let answer: ReturnType<typeof makeAnswer> | undefined

process.on('message', message => {
  if (answer) process.send?.(answer(message as never))
  else answer = makeAnswer(message as never)
})
process.on('disconnect', () => process.exit())

// While a query runs nothing above is heard; a parent that is killed must not leave one behind.
const parent = process.ppid
new Worker(
  URL.createObjectURL(
    new Blob([`setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL') }, 500)`]),
  ),
)
