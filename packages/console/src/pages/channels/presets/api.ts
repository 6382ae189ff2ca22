import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type ModelPreset } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

export const usePresets = (): UseQueryResult<ModelPreset[]> =>
  useQuery({ queryKey: ['model-presets'], queryFn: () => send(calls.channelModels.presets) })

/** An existing preset of the same name is replaced. */
export const useKeepPreset = () =>
  useChange(
    ({ id, name, items }: { id: number | undefined; name: string; items: string[] }) =>
      id === undefined
        ? send(calls.channelModels.addPreset, { body: { name, items } })
        : send(calls.channelModels.changePreset, { body: { id, name, items } }),
    { of: 'model-presets' },
  )

export const useDeletePreset = () =>
  useChange((id: number) => send(calls.channelModels.removePreset, { params: { id } }), { of: 'model-presets' })
