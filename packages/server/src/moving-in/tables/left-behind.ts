import { abilitiesOf } from '../../channels/channels/store.ts'
import { rowsOf } from '../sources/source.ts'
import type { Move } from './move.ts'

/** Notes everything that is not imported. */
export async function noteLeftBehind(move: Move): Promise<void> {
  notePasskeys(move)
  await noteAbilities(move)
}

function notePasskeys(move: Move): void {
  for (const table of ['passkey_credentials', 'user_oauth_bindings'])
    for (const { user_id } of rowsOf(move.source, table))
      move.note(
        {
          table,
          kind: 'asks',
          text:
            table === 'passkey_credentials'
              ? 'Passkeys belong to the old site: they must be added again.'
              : 'Identities of custom providers do not come: they must be bound again.',
        },
        `user ${user_id}`,
      )
}

/** Notes models that the source served and this site does not. */
async function noteAbilities(move: Move): Promise<void> {
  const channels = await move.db.selectFrom('channels').selectAll().execute()
  const served = new Set(
    channels.flatMap(abilitiesOf).flatMap(one => (one.enabled === 1 ? [`${one.group} ${one.model}`] : [])),
  )
  const enabled = new Set(['1', 't', 'true'])
  const before = new Set<string>()
  for (const { group, model, enabled: flag } of rowsOf(move.source, 'abilities'))
    if (enabled.has(flag ?? '')) before.add(`${group} ${model}`)
  for (const one of before)
    if (!served.has(one))
      move.note({ table: 'abilities', kind: 'changed', text: 'The source served it and this site does not.' }, one)
}
