import { asArray } from '../raw/json.ts'
import { readOpenAiUsage } from '../usage/index.ts'
import { noteIdentity, noteUsage } from './note.ts'
import { makeObserver } from './observer.ts'

export const followOpenAiEmbeddings = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.data).length > 0
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})
