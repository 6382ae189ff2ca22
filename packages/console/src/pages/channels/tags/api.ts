import { calls, type InputOf } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'
import { CHANGED } from '../api.ts'

export type TagChange = InputOf<typeof calls.manyChannels.changeTag>['body']

/** The form shows errors. */
export const useSaveTag = () =>
  useChange((body: TagChange) => send(calls.manyChannels.changeTag, { body }), { of: CHANGED, quiet: true })

export const useChangeTag = () =>
  useChange((body: TagChange) => send(calls.manyChannels.changeTag, { body }), { of: CHANGED })

export const useSwitchTag = () =>
  useChange(
    ({ tag, isOn }: { tag: string; isOn: boolean }) =>
      send(isOn ? calls.manyChannels.enableTag : calls.manyChannels.disableTag, { body: { tag } }),
    { of: CHANGED },
  )
