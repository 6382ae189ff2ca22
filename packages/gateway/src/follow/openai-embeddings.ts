import { asText } from '../raw/json.ts'
import { readMembers } from '../raw/read-members.ts'
import { MalformedJson, scanObject } from '../raw/scan-json.ts'
import { readOpenAiUsage } from '../usage/index.ts'
import { following } from './following.ts'
import { noteUsage } from './note.ts'

/** Embeddings. What is read of them stands beside vectors that may be many megabytes, so those are only passed over. */
export const followOpenAiEmbeddings = following({
  parse: readBesideVectors,
  read(answer, tally) {
    tally.model = asText(answer.model)
    tally.produced = answer.hasVectors === true
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})

function readBesideVectors(text: string): unknown {
  try {
    const scanned = scanObject(text)
    const data = scanned.members.find(member => member.name === 'data')
    const hasVectors = data !== undefined && text.startsWith('[{', data.valueStart)
    return { ...readMembers(scanned, ['model', 'usage', 'error']), hasVectors }
  } catch (error) {
    if (error instanceof MalformedJson) return undefined
    throw error
  }
}
