import { noteIdentity, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray, asObject, dig } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'

/** Rerankings. Jina reports `usage`, others `meta.tokens`; Cohere bills searches. */
export const observer = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.results).length > 0
    noteUsage(tally, asObject(answer.usage) ?? dig(answer, 'meta.tokens'), readOpenAiUsage)
    const searches = dig(answer, 'meta.billed_units.search_units')
    if (typeof searches === 'number' && searches > 0) tally.units = searches
  },
})
