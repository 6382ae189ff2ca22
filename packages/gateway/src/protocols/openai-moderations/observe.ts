import { noteIdentity, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'

/** Moderations. OpenAI reports no usage for them; others do. */
export const observer = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.results).length > 0
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})
