/** Prints what is wrong with each language's phrases; `scripts/phrases.mjs` runs it. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CONSOLE_LANGUAGES, type ConsoleLanguage, isDraft, languageOfTag, messages } from '@tollgate/contract'
import { readTexts } from '../src/phrases/read-texts.ts'
import { type Report, reportOn, type Texts, textsOf } from '../src/phrases/report.ts'
import { writeMissing } from './write-missing-phrases.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'write-missing': { type: 'boolean', default: false } },
})

const TITLES: Record<keyof Report, string> = {
  missing: 'missing',
  unused: 'no longer used',
  placeholders: 'with other placeholders than English',
  long: 'longer than their place',
  asEnglish: 'the same as in English',
}

const asked = positionals.map(code => {
  const language = languageOfTag(code, CONSOLE_LANGUAGES)
  if (!language) throw new Error(`${code} is not in the table of languages: ${CONSOLE_LANGUAGES.join(', ')}`)
  return language
})
const languages = asked.length > 0 ? asked : CONSOLE_LANGUAGES
if (values['write-missing']) for (const language of asked) console.log(writeMissing(language).join('\n'))

const [en, zh, ru] = await Promise.all([readTexts('en'), readTexts('zh'), readTexts('ru')])
for (const language of languages) {
  const phrases = reportOn(language, await readTexts(language), { en, zh, ru })
  const [own, english] = await Promise.all([sentencesIn(language), sentencesIn('en')])
  const sentences = reportOn(language, own, { en: english, zh: {}, ru: {} })
  // A sentence has a line for itself.
  const report = reportOfBoth(phrases, { ...sentences, long: [] })
  const isBroken = report.missing.length + report.unused.length + report.placeholders.length > 0
  if (isBroken && !isDraft(language)) process.exitCode = 1
  const state = isDraft(language) ? (isBroken ? ' (draft)' : ' (draft that lacks nothing)') : ''
  console.log(`\n${language}${state}`)
  for (const [finding, title] of Object.entries(TITLES) as [keyof Report, string][]) {
    // English is not compared with itself.
    if (finding === 'asEnglish' && language === 'en') continue
    const keys = report[finding]
    console.log(`  ${keys.length} ${title}`)
    // All of them only for the languages asked for.
    if (asked.length > 0) for (const key of keys) console.log(`    ${key}`)
  }
}

/** The server's sentences: its own, and those of the contract. */
async function sentencesIn(language: ConsoleLanguage): Promise<Texts> {
  const folder = join(import.meta.dirname, '../../server/src/platform/messages', language, 'index.ts')
  const { errors, fields } = messages[language]
  return textsOf({ ...(await import(folder)), errors, fields })
}

function reportOfBoth(one: Report, other: Report): Report {
  const findings = Object.keys(one) as (keyof Report)[]
  return Object.fromEntries(
    findings.map(finding => [finding, [...one[finding], ...other[finding]]]),
  ) as unknown as Report
}
