import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Real exchanges with providers, as stored. */
export interface RecordingFile {
  /** `openai/test_openai--test_stream--0` */
  name: string
  provider: string
  /** The file's content; see `recordings/README.md`. */
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, whose readers know what they look for
  exchange: any
}

const FOLDER = join(import.meta.dir, '../../../../../recordings')

/** OpenAI's API description, with the schemas that the laws check against. */
export const openAiDescription = join(FOLDER, 'openai-openapi.json')

/** Returns all recordings, by provider and name. */
export function readRecordingFiles(): RecordingFile[] {
  return [...paths()].map(([name, path]) => ({
    name,
    provider: name.split('/')[0] ?? '',
    exchange: JSON.parse(readFileSync(path, 'utf8')),
  }))
}

/** Returns the exchange of a name; undefined: there is no such recording. */
export function readRecordingFile(name: string): RecordingFile['exchange'] | undefined {
  const path = paths().get(name)
  return path && JSON.parse(readFileSync(path, 'utf8'))
}

let found: Map<string, string> | null = null

/** The path of each recording by name, sorted by name. */
function paths(): Map<string, string> {
  found ??= new Map(
    readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter(file => /^[^/\\]+[/\\].*\.json$/.test(file))
      .map(file => [file.replace(/\.json$/, '').replaceAll('\\', '/'), join(FOLDER, file)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  )
  return found
}
