import { clientGuides, fillSetting } from '@tollgate/contract'
import type { Place } from './cli.ts'

/** What users are told to set for a client: files below the home, and variables. */
export function guided(id: string, { url, bearer, model }: Place) {
  const guide = clientGuides.find(each => each.id === id)
  if (!guide) throw new Error(`nobody is told how to set ${id} up`)
  const files: Record<string, string> = {}
  const environment: Record<string, string> = {}
  for (const setting of guide.settings) {
    const { where } = setting
    const filled = fillSetting(setting, { address: url, key: bearer, model })
    if ('file' in where) files[where.file.replace('~/', '')] = `${filled}\n`
    else if ('shell' in where) Object.assign(environment, variablesIn(filled))
  }
  return { files, environment }
}

const variablesIn = (script: string): Record<string, string> =>
  Object.fromEntries([...script.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
