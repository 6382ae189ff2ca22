import { ROLE } from './constants.ts'

/** What an administrator can be limited to, in the order forms show it. */
export const RIGHTS = [
  'channels.see',
  'channels.operate',
  'channels.keys',
  'users.see',
  'users.edit',
  'users.balances',
  'prices',
  'logs',
  'codes',
  'settings',
  'jobs',
] as const
export type Right = (typeof RIGHTS)[number]

/** A right that is of no use without another brings that one along. */
const BRINGS: Partial<Record<Right, Right>> = {
  'channels.operate': 'channels.see',
  'channels.keys': 'channels.see',
  'users.edit': 'users.see',
  'users.balances': 'users.see',
}

/**
 * What a call asks of an administrator: one right, any of several, all of several, or none beyond the role. A limited
 * administrator without it is refused.
 */
export type NeededRight = Right | 'every-admin' | { any: readonly Right[] } | { all: readonly Right[] }

/** `rights`: what an administrator is limited to; null: nothing. */
export interface RightsHolder {
  role: number
  rights: readonly Right[] | null
}

/** Returns the right that is missing, or null. The super admin has all of them, and others none. */
export function missingRight(holder: RightsHolder | null, needed: NeededRight): Right | null {
  const lacks = (right: Right) => !holder || !holds(holder, right)
  if (needed === 'every-admin') return null
  if (typeof needed === 'string') return lacks(needed) ? needed : null
  if ('all' in needed) return needed.all.find(lacks) ?? null
  return needed.any.every(lacks) ? (needed.any[0] ?? null) : null
}

/** Whether somebody may do what this right opens. */
export function holds({ role, rights }: RightsHolder, right: Right): boolean {
  if (role < ROLE.admin) return false
  return role >= ROLE.root || rights === null || rights.includes(right)
}

/** Returns these rights and those they bring along, each once, in the table's order. */
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
