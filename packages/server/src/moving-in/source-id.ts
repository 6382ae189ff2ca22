import { rowsOf, type Source } from './sources/source.ts'

const LENGTH = 12

/**
 * Names a source the same in every copy of it, however much later it is made: by the oldest user that has an invite code,
 * which never changes, else by the oldest token.
 */
export function sourceIdOf(source: Source): string {
  const [user] = rowsOf(source, 'users', { where: `coalesce(aff_code, '') <> ''` })
  const [token] = rowsOf(source, 'tokens')
  const mark = user ? `user ${user.id} ${user.aff_code?.trim()}` : `token ${token?.id} ${token?.key?.trim()}`
  return Bun.CryptoHasher.hash('sha256', mark, 'hex').slice(0, LENGTH)
}
