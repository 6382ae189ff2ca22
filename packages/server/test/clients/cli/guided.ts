import { type ClientGuide, type ClientSetting, clientGuides, fillSetting } from '@tollgate/contract'
import type { Cli, Place } from './cli.ts'

/** The settings of a guide, filled in. */
export interface Guided {
  /** Files below the home folder. */
  files: Record<string, string>
  /** Shell lines that run before the client. */
  shell: string
  /** What asks the first question: a shell line or a file; null if the guide has none. */
  first: { shell: string } | { file: string; text: string } | null
}

export function guided(cli: Cli, { url, bearer, model }: Omit<Place, 'home' | 'project'>): Guided {
  const { settings } = guideOf(cli)
  const fill = (setting: ClientSetting) => fillSetting(setting, { address: url, key: bearer, model })
  const files = settings.flatMap(setting =>
    'file' in setting.where ? [[setting.where.file.replace('~/', ''), `${fill(setting)}\n`]] : [],
  )
  const shell = settings.filter(({ where }) => 'shell' in where).map(fill)
  return { files: Object.fromEntries(files), shell: shell.join('\n'), first: firstOf(cli, settings, fill) }
}

function guideOf({ id, guide = id }: Cli): ClientGuide {
  const found = clientGuides.find(each => each.id === guide)
  if (!found) throw new Error(`nobody is told how to set ${guide} up`)
  return found
}

function firstOf(
  cli: Cli,
  settings: readonly ClientSetting[],
  fill: (setting: ClientSetting) => string,
): Guided['first'] {
  const command = settings.find(({ where }) => 'command' in where)
  if (command) return { shell: fill(command) }
  const language = cli.from === 'pip' ? 'python' : 'ts'
  const code = settings.find(({ where }) => 'code' in where && where.code === language)
  return code ? { file: language === 'python' ? 'hello.py' : 'hello.ts', text: fill(code) } : null
}
