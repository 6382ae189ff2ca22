/** A process for long reads of SQLite; its parent kills it to end a read. Its first message is its `Assignment`. */
import { makeAnswer } from './answer.ts'

let answer: ReturnType<typeof makeAnswer> | undefined

process.on('message', message => {
  if (answer) process.send?.(answer(message as never))
  else answer = makeAnswer(message as never)
})
process.on('disconnect', () => process.exit())

// The process receives no message while a query runs, so it must notice a killed parent this way.
const parent = process.ppid
new Worker(
  URL.createObjectURL(
    new Blob([`setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL') }, 500)`]),
  ),
)
