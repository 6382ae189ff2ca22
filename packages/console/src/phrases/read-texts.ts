import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsoleLanguage } from '@tollgate/contract'
import { type Texts, textsOf } from './report.ts'

/** Files of a folder that are no area. */
const NO_AREAS: ReadonlySet<string> = new Set(['index.ts', 'first.ts'])

/** Reads every phrase of a language from its folder; those of the settings are below `options`. */
export async function readTexts(language: ConsoleLanguage): Promise<Texts> {
  const folder = join(import.meta.dir, language)
  const files = readdirSync(folder).filter(file => file.endsWith('.ts') && !NO_AREAS.has(file))
  const areas = await Promise.all(files.map(file => import(join(folder, file)) as Promise<object>))
  const settings = join(folder, 'options', 'index.ts')
  const options = existsSync(settings) ? (await import(settings)).default : {}
  return textsOf({ ...Object.assign({}, ...areas), options })
}
