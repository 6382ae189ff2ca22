import { expect, test } from 'bun:test'
import { CONSOLE_LANGUAGES, fillIn, LANGUAGES } from '@tollgate/contract'
import { relaySentences } from './index.ts'
import type { RelayErrorCode } from './relay-errors.ts'
import { relaySentenceIn } from './relay-sentence-in.ts'

test('every sentence of a failed call is translated with its values', () => {
  const wrong = (Object.keys(relaySentences.en) as RelayErrorCode[]).flatMap(code =>
    LANGUAGES.flatMap(from =>
      CONSOLE_LANGUAGES.filter(to => {
        const values = valuesFor(relaySentences[from][code])
        const stored = fillIn(relaySentences[from][code], values)
        return relaySentenceIn(to, code, stored) !== fillIn(relaySentences[to][code], values)
      }).map(to => `${code} ${from} → ${to}`),
    ),
  )
  expect(wrong).toEqual([])
})

test('an upstream’s own words stay unchanged, whatever their code', () => {
  for (const [code, said] of [
    ['no_channel', 'No channel today'],
    ['model_unknown', 'The model  does not exist or you may not use it, says the host'],
    ['insufficient_quota', 'You exceeded your current quota'],
    ['', 'Something'],
    ['toString', 'Something'],
  ] as const)
    expect(relaySentenceIn('ru', code, said)).toBe(said)
})

/** A distinct name for each placeholder of a sentence. */
const valuesFor = (sentence: string) =>
  Object.fromEntries([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = ''], at) => [name, `${name}-${at}, 3.5`]))
