import { isRight, missingRight, type NeededRight, type Right, type RightsHolder } from '@tollgate/contract'
import type { UserRow } from '../storage/schema.ts'
import { consoleError } from './console-error.ts'

/** Parses an administrator's stored rights. An unknown name grants nothing. */
export const readRights = (stored: string | null): Right[] | null =>
  stored === null ? null : stored.split(',').filter(isRight)

type StoredHolder = Pick<UserRow, 'role' | 'rights'>

const asHolder = ({ role, rights }: StoredHolder): RightsHolder => ({ role, rights: readRights(rights) })

/** Whether a caller has the needed right. */
export const mayDo = (caller: StoredHolder, needed: NeededRight): boolean =>
  missingRight(asHolder(caller), needed) === null

/** Refuses an administrator whose rights do not include this one. */
export function requireRight(caller: StoredHolder, needed: NeededRight, field?: string): void {
  const right = missingRight(asHolder(caller), needed)
  if (right !== null) throw consoleError('right_missing', { right }, field)
}
