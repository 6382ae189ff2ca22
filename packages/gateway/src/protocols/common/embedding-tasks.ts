import { asText } from '../../raw/json.ts'

/** The purpose of a vector, in Google's words and in Cohere's. */
const TASKS: readonly { task: string; inputType: string }[] = [
  { task: 'RETRIEVAL_QUERY', inputType: 'search_query' },
  { task: 'QUESTION_ANSWERING', inputType: 'search_query' },
  { task: 'RETRIEVAL_DOCUMENT', inputType: 'search_document' },
  { task: 'CLASSIFICATION', inputType: 'classification' },
  { task: 'CLUSTERING', inputType: 'clustering' },
]

/** Most texts are embedded to be found. */
const USUAL = 'search_document'

export const inputTypeOf = (task: string | undefined): string =>
  TASKS.find(entry => entry.task === task)?.inputType ?? USUAL

/** Clients of OpenAI-compatible hosts use Cohere's words, or just `query` and `document`. */
export function taskOf(inputType: unknown): string | undefined {
  const given = asText(inputType)
  return given === null ? undefined : TASKS.find(entry => entry.inputType.endsWith(given))?.task
}
