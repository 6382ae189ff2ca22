import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Real exchanges with providers, as they are kept. */
export interface RecordingFile {
  /** `openai/test_openai--test_stream--0` */
  name: string
  provider: string
  /** What the file holds; see `recordings/README.md`. */
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, whose readers know what they look for
  exchange: any
}

const project = join(import.meta.dir, '../../../../..')

/** The project's own set, and a fuller set beside the checkout, at ../shared/recordings, where there is one. */
const FOLDERS = [join(project, 'recordings'), join(project, '../shared/recordings')]

/** OpenAI's description of what its API speaks, with the schemas that the laws check against. */
export const openAiDescription = join(project, 'recordings/openai-openapi.json')

/** Returns every recording at hand, by provider and name. */
export function readRecordingFiles(): RecordingFile[] {
  return [...paths()].map(([name, path]) => ({
    name,
    provider: name.split('/')[0] ?? '',
    exchange: JSON.parse(readFileSync(path, 'utf8')),
  }))
}

/** Returns the exchange of a name; undefined: it is not at hand. */
export function readRecordingFile(name: string): RecordingFile['exchange'] | undefined {
  const path = paths().get(name)
  return path && JSON.parse(readFileSync(path, 'utf8'))
}

let found: Map<string, string> | null = null

/** By name, where each is. What both folders hold counts once: the project's own. */
function paths(): Map<string, string> {
  found ??= new Map(
    FOLDERS.flatMap(filesIn)
      .toReversed()
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  )
  return found
}

function filesIn(folder: string): [name: string, path: string][] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => /^[^/\\]+[/\\].*\.json$/.test(file))
    .map(file => [file.replace(/\.json$/, '').replaceAll('\\', '/'), join(folder, file)])
}
