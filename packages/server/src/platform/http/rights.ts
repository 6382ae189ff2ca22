import { isRight, missingRight, type NeededRight, type Right, type RightsHolder } from '@tollgate/contract'
import type { UserRow } from '../storage/schema.ts'
import { consoleError } from './console-error.ts'

/** Returns what an administrator is limited to, as stored; a name that is not known opens nothing. */
export const readRights = (stored: string | null): Right[] | null =>
  stored === null ? null : stored.split(',').filter(isRight)

type StoredHolder = Pick<UserRow, 'role' | 'rights'>

const asHolder = ({ role, rights }: StoredHolder): RightsHolder => ({ role, rights: readRights(rights) })

/** Whether a caller may do what this needs. */
export const mayDo = (caller: StoredHolder, needed: NeededRight): boolean =>
  missingRight(asHolder(caller), needed) === null

/** Refuses an administrator who is limited to other rights. */
export function requireRight(caller: StoredHolder, needed: NeededRight, field?: string): void {
  const right = missingRight(asHolder(caller), needed)
  if (right !== null) throw consoleError('right_missing', { right }, field)
}
