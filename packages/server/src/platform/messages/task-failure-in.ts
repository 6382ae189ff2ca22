import { type ConsoleLanguage, fillIn } from '@tollgate/contract'
import { relaySentences, taskFailureSentences } from './index.ts'
import type { RelayErrorCode } from './relay-errors.ts'
import { valuesIn } from './values-in.ts'

/**
 * Codes that may end a task before its upstream accepts it. Sentences of other codes could be mistaken for an
 * upstream's own words.
 */
const OF_UPSTREAMS = (Object.keys(relaySentences.en) as RelayErrorCode[]).filter(code =>
  /^(upstream|proxy|certificate)_/.test(code),
)

/**
 * Returns why a task failed, in a language, if the gateway itself said it; undefined: the stored words are the
 * upstream's.
 */
export function taskFailureIn(language: ConsoleLanguage, stored: string): string | undefined {
  if (stored === '') return undefined
  for (const [english, spoken] of pairsIn(language)) {
    const values = valuesIn(english, stored)
    if (values) return fillIn(spoken, values)
  }
  return undefined
}

const pairsIn = (language: ConsoleLanguage): [english: string, spoken: string][] => [
  ...keysOf(taskFailureSentences.en).map((code): [string, string] => [
    taskFailureSentences.en[code],
    taskFailureSentences[language][code],
  ]),
  ...OF_UPSTREAMS.map((code): [string, string] => [relaySentences.en[code], relaySentences[language][code]]),
]

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[]
