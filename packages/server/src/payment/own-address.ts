import { ROLE } from '@tollgate/contract'
import type { Caller } from '../http/serve.ts'
import type { Options } from '../options/index.ts'

/**
 * Where this site is reached, for addresses that are handed to others: callbacks, links in mails. It is what the operator
 * set. Until then the super admin's own request tells; anybody else could say what they like in its `Host`.
 *
 * @returns null where nobody who may has said
 */
export function ownAddress(options: Options, request: Request, caller: Caller | null): string | null {
  const set = options.get('ServerAddress')
  if (set) return set
  return caller?.role === ROLE.root ? new URL(request.url).origin : null
}
