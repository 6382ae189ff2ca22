import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsoleLanguage } from '@tollgate/contract'

const PHRASES = join(import.meta.dir, '..', 'src', 'phrases')

/**
 * Writes the files that a further language does not have, in English and ready to be translated, and completes the list
 * of its first phrases. Returns what it wrote.
 */
export function writeMissing(language: ConsoleLanguage): string[] {
  const written = ['', 'options'].flatMap(folder => {
    mkdirSync(join(PHRASES, language, folder), { recursive: true })
    return readdirSync(join(PHRASES, 'en', folder))
      .filter(file => file.endsWith('.ts') && (folder !== '' || !['index.ts', 'first.ts'].includes(file)))
      .map(file => join(folder, file))
  })
  const missing = written.filter(file => !existsSync(join(PHRASES, language, file)))
  for (const file of missing) writeFileSync(join(PHRASES, language, file), asFurther(language, file))
  writeFileSync(join(PHRASES, language, 'first.ts'), firstOf(language))
  return [...missing, 'first.ts'].map(file => `wrote ${language}/${file}`)
}

const english = (file: string) => readFileSync(join(PHRASES, 'en', file), 'utf8')

/** The English file with the types of a further language. */
function asFurther(language: ConsoleLanguage, file: string): string {
  const hasOne = new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes('one')
  const code = hasOne ? english(file) : english(file).replace(/^\s*\w+_one:\s+'.*',\n/gm, '')
  if (file.startsWith('options'))
    return `import type { Incomplete } from '../../language-pack.ts'\n${code.replace(/\} satisfies (.+)/, '} satisfies Incomplete<$1>')}`
  // Sentences of the contract.
  if (code.startsWith('export {')) return code.replace('/en/', `/${language}/`)
  const imports = "import type { FurtherPhrases } from '../language-pack.ts'\n\n"
  return imports + code.replace(/^export const (\w+) = \{/m, "export const $1: FurtherPhrases['$1'] = {")
}

/** The English list with the language's own dates and component texts. */
function firstOf(language: ConsoleLanguage): string {
  const own = readFileSync(join(PHRASES, language, 'first.ts'), 'utf8')
  const libraries = own.split('\n').filter(line => /'(dayjs|antd)\//.test(line))
  return english('first.ts').replace(/^import componentWords .*$/m, libraries.join('\n'))
}
