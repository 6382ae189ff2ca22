import { ROLE } from './constants.ts'

/** The rights of limited administrators, in the order of the form. */
export const RIGHTS = [
  'channels.see',
  'channels.operate',
  'channels.keys',
  'users.see',
  'users.edit',
  'users.balances',
  'messages',
  'prices',
  'logs',
  'codes',
  'settings',
  'jobs',
] as const
export type Right = (typeof RIGHTS)[number]

/** Rights that are useless without another right, which they include. */
const BRINGS: Partial<Record<Right, Right>> = {
  'channels.operate': 'channels.see',
  'channels.keys': 'channels.see',
  'users.edit': 'users.see',
  'users.balances': 'users.see',
  messages: 'users.see',
}

/**
 * What a call requires of an administrator: one right, any of several, all of several, or none beyond the role. A
 * limited administrator without it is refused.
 */
export type NeededRight = Right | 'every-admin' | { any: readonly Right[] } | { all: readonly Right[] }

/** `rights`: the rights of a limited administrator; null: no limit. */
export interface RightsHolder {
  role: number
  rights: readonly Right[] | null
}

/** Returns the missing right, or null. The super admin has all rights, and other roles none. */
export function missingRight(holder: RightsHolder | null, needed: NeededRight): Right | null {
  const lacks = (right: Right) => !holder || !holds(holder, right)
  if (needed === 'every-admin') return null
  if (typeof needed === 'string') return lacks(needed) ? needed : null
  if ('all' in needed) return needed.all.find(lacks) ?? null
  return needed.any.every(lacks) ? (needed.any[0] ?? null) : null
}

/** Whether somebody has this right. */
export function holds({ role, rights }: RightsHolder, right: Right): boolean {
  if (role < ROLE.admin) return false
  return role >= ROLE.root || rights === null || rights.includes(right)
}

/** Returns these rights and those they include, each once, in the table's order. */
export function withBroughtRights(rights: readonly Right[]): Right[] {
  const brought = rights.map(right => BRINGS[right])
  return RIGHTS.filter(right => rights.includes(right) || brought.includes(right))
}

/** Returns every right that a call names. */
export function namedRights(needed: NeededRight): readonly Right[] {
  if (needed === 'every-admin') return []
  if (typeof needed === 'string') return [needed]
  return 'all' in needed ? needed.all : needed.any
}

export const isRight = (text: string): text is Right => (RIGHTS as readonly string[]).includes(text)
