import { asArray } from '../raw/json.ts'
import { readOpenAiUsage } from '../usage/index.ts'
import { noteIdentity, noteUsage } from './note.ts'
import { makeObserver } from './observer.ts'

/** Moderations. OpenAI reports no usage for them; others do. */
export const followOpenAiModerations = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.results).length > 0
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})
