import { generatePath } from 'react-router'
import { paths } from './paths.ts'

/** The address of a named item: its own page, or the list filtered to it. */
export const places = {
  channel: (id: number): string => generatePath(paths.editChannel, { id: String(id) }),
  /** The test dialog, over the list filtered to the channel. */
  channelTest: (id: number): string => at(paths.channels, { keyword: String(id), test: String(id) }),
  importRun: (id: number): string => generatePath(paths.importRun, { id: String(id) }),
  switch: (id: number): string => generatePath(paths.switch, { id: String(id) }),
  shadow: (id: number): string => generatePath(paths.shadow, { id: String(id) }),
  channels: (filters: Partial<Record<'keyword' | 'group' | 'model', string>>): string => at(paths.channels, filters),
  user: (name: string): string => at(paths.users, { keyword: name }),
  users: (group: string): string => at(paths.users, { group }),
  token: (name: string): string => at(paths.tokens, { keyword: name }),
  newToken: at(paths.tokens, { new: 'true' }),
  playground: (choice: Partial<Record<'model' | 'group' | 'format', string>>): string => at(paths.playground, choice),
  /** The log, filtered. */
  calls: (filters: Record<string, string>): string => at(paths.log, filters),
  /** An option's field on its tab. */
  option: (tab: string, key: string): string => `${at(paths.settings, { tab })}#option-${key}`,
}

function at(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
