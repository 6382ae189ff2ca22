import type { calls, ReplyOf } from '@tollgate/contract'
import { allKnownModels, providerOf } from '@tollgate/gateway'
import { enabledModels } from '../../money/pricing/groups.ts'
import type { Db } from '../../platform/storage/db.ts'

type KnownModel = ReplyOf<typeof calls.channels.models>[number]

/** Lists every known model name: those of the price list, each with its first provider, then those of the channels. */
export async function knownModels(db: Db): Promise<KnownModel[]> {
  const owners = new Map<string, string>()
  for (const [type, models] of Object.entries(allKnownModels()))
    for (const model of models) if (!owners.has(model)) owners.set(model, providerOf(Number(type))?.name ?? '')
  for (const model of await enabledModels(db)) if (!owners.has(model)) owners.set(model, 'custom')
  return [...owners].map(([id, owned_by]) => ({ id, object: 'model', owned_by }))
}
