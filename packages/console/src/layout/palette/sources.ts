import type { Access, NeededRight } from '@tollgate/contract'
import type { Entry } from './entry.ts'
import { type Find, findCall, findChannels, findTests, findTokens, findUsers } from './found-on-server.ts'
import type { Known } from './use-known.ts'

export const KINDS = ['pages', 'actions', 'settings', 'tests', 'channels', 'tokens', 'users', 'calls'] as const
export type Kind = (typeof KINDS)[number]

/** A kind of entry in the palette: `list` is known here and narrowed while typing, `find` asks the server. */
export interface Source {
  kind: Kind
  /** Who sees it; the server checks every call again. */
  access: Access
  right?: NeededRight
  list?: (known: Known) => readonly Entry[]
  find?: Find
}

/** One line each, in the order of the groups: local results stay above those that arrive later. */
export const sources: readonly Source[] = [
  { kind: 'pages', access: 'public', list: ({ pages }) => pages },
  { kind: 'actions', access: 'public', list: ({ actions }) => actions },
  { kind: 'settings', access: 'admin', right: { any: ['settings', 'prices'] }, list: ({ settings }) => settings },
  { kind: 'tests', access: 'admin', right: 'channels.operate', find: findTests },
  { kind: 'channels', access: 'admin', right: 'channels.see', find: findChannels },
  { kind: 'tokens', access: 'user', find: findTokens },
  { kind: 'users', access: 'admin', right: 'users.see', find: findUsers },
  { kind: 'calls', access: 'user', find: findCall },
]
