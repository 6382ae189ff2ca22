import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type ReplyOf, type WhatIf } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { saveAs } from '../../../lib/download.ts'
import { fetchFile } from '../../../lib/fetch-file.ts'
import { useChange } from '../../../lib/use-change.ts'

const LOOK_EVERY_MS = 1_000

export const useWhatIfs = (): UseQueryResult<WhatIf[]> =>
  useQuery({ queryKey: ['what-ifs'], queryFn: () => send(calls.whatIfs.list) })

export type WhatIfRead = ReplyOf<typeof calls.whatIfs.read>

/** With its result; polled until it is finished. */
export const useWhatIf = (id: number | undefined): UseQueryResult<WhatIfRead> =>
  useQuery({
    queryKey: ['what-ifs', id],
    queryFn: () => send(calls.whatIfs.read, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
  })

export const useBeginWhatIf = () =>
  useChange((body: InputOf<typeof calls.whatIfs.create>['body']) => send(calls.whatIfs.create, { body }), {
    of: 'what-ifs',
    quiet: true,
  })

export const useStopWhatIf = () =>
  useChange((id: number) => send(calls.whatIfs.stop, { params: { id } }), { of: 'what-ifs' })

export async function saveWhatIf(id: number): Promise<void> {
  const call = { ...calls.whatIfs.csv, path: calls.whatIfs.csv.path.replace('{id}', String(id)) }
  const signal = new AbortController().signal
  const { name, content } = await fetchFile(call, {}, { signal, onBytes: () => undefined })
  saveAs(name, content)
}
