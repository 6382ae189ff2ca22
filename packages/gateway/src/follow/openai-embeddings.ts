import { asArray } from '../raw/json.ts'
import { readOpenAiUsage } from '../usage/index.ts'
import { following } from './following.ts'
import { noteIdentity, noteUsage } from './note.ts'

export const followOpenAiEmbeddings = following({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.data).length > 0
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})
