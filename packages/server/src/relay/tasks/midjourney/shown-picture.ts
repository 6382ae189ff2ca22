import type { DrawingRow } from '../../../storage/schema.ts'
import type { RelayDeps } from '../../relay-deps.ts'
import { picturePath } from './picture-address.ts'

/** Returns what gives a drawing's picture an address of ours; null: the operator wants the upstream's shown. */
export function pictureShower(
  request: Pick<Request, 'url'> | null,
  { options, secrets, now }: Pick<RelayDeps, 'options' | 'secrets' | 'now'>,
): ((row: Pick<DrawingRow, 'mj_id'>) => string) | null {
  if (!options.get('MjForwardUrlEnabled')) return null
  // Only who asks under another name sees that name.
  const site = options.get('ServerAddress').replace(/\/+$/, '') || (request ? new URL(request.url).origin : '')
  return ({ mj_id }) => site + picturePath(mj_id, now(), secrets)
}
