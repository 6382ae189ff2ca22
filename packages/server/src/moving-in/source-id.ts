import { rowsOf, type Source } from './sources/source.ts'

const LENGTH = 12

/**
 * Returns an id that is the same for every copy of a source, even later ones: by the invite code of the oldest user that has
 * one, which never changes, else by the oldest token.
 */
export function sourceIdOf(source: Source): string {
  const [user] = rowsOf(source, 'users', { where: `coalesce(aff_code, '') <> ''` })
  const [token] = rowsOf(source, 'tokens')
  const mark = user ? `user ${user.id} ${user.aff_code?.trim()}` : `token ${token?.id} ${token?.key?.trim()}`
  return Bun.CryptoHasher.hash('sha256', mark, 'hex').slice(0, LENGTH)
}
