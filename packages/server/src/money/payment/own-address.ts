import { ROLE } from '@tollgate/contract'
import type { Caller } from '../../platform/http/serve.ts'
import type { Options } from '../../platform/options/index.ts'

/**
 * Returns this site's public address, for callbacks and links in mails: the operator's setting, else the address of the
 * super admin's own request. Requests of other users could have any `Host`.
 *
 * @returns null while the address is unknown
 */
export function ownAddress(options: Options, request: Request, caller: Caller | null): string | null {
  const set = options.get('ServerAddress')
  if (set) return set
  return caller?.role === ROLE.root ? new URL(request.url).origin : null
}
