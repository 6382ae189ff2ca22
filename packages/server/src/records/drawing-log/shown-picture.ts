import { withoutTrailingSlashes } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { DrawingRow } from '../../platform/storage/schema.ts'
import { picturePath } from './picture-address.ts'

interface Deps {
  options: Pick<Options, 'get'>
  secrets: Pick<Secrets, 'fingerprint'>
  /** Unix seconds. */
  now(): number
}

/**
 * Returns a function that gives a drawing's picture an address of ours; null: the operator wants the upstream's shown.
 * @param request its host is used if the operator has set no address; null: the address then has no host
 */
export function pictureShower(
  request: Pick<Request, 'url'> | null,
  { options, secrets, now }: Deps,
): ((row: Pick<DrawingRow, 'mj_id'>) => string) | null {
  if (!options.get('MjForwardUrlEnabled')) return null
  // Only the caller who used another name sees that name.
  const site = withoutTrailingSlashes(options.get('ServerAddress')) || (request ? new URL(request.url).origin : '')
  return ({ mj_id }) => site + picturePath(mj_id, now(), secrets)
}
