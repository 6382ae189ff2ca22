import { useQueryClient } from '@tanstack/react-query'
import { CHANNEL_STATUS, type Channel, calls } from '@tollgate/contract'
import { useRef, useState } from 'react'
import { send } from '../../../lib/call.ts'
import { type BatchState, runBatch } from './run-batch.ts'

/** Actions on the selected channels, and how many channels one call handles. */
const DEEDS = {
  enabling: { atOnce: 1, act: (channels: Channel[]) => switchEach(channels, CHANNEL_STATUS.enabled) },
  disabling: { atOnce: 1, act: (channels: Channel[]) => switchEach(channels, CHANNEL_STATUS.disabled) },
  deleting: {
    atOnce: 20,
    act: (channels: Channel[]) => send(calls.manyChannels.remove, { body: { ids: idsOf(channels) } }),
  },
  tagging: {
    atOnce: 20,
    act: (channels: Channel[], tag: string | null) =>
      send(calls.manyChannels.tag, { body: { ids: idsOf(channels), tag } }),
  },
}
export type Deed = keyof typeof DEEDS

const idsOf = (channels: Channel[]) => channels.map(({ id }) => id)
const switchEach = (channels: Channel[], status: 1 | 2) =>
  Promise.all(channels.map(({ id }) => send(calls.channels.update, { body: { id, status } })))

export interface RunningBatch extends BatchState {
  deed: Deed
  isStopped: boolean
}

/** Runs one batch at a time and reports its progress. */
export function useBatch() {
  const client = useQueryClient()
  const [batch, setBatch] = useState<RunningBatch>()
  const isStopped = useRef(false)

  const run = async (deed: Deed, channels: Channel[], tag: string | null = null) => {
    isStopped.current = false
    const { atOnce, act } = DEEDS[deed]
    const end = await runBatch({
      channels,
      atOnce,
      act: some => act(some, tag),
      isStopped: () => isStopped.current,
      onProgress: state => setBatch({ ...state, deed, isStopped: isStopped.current }),
    })
    await client.invalidateQueries({ queryKey: ['channels'] })
    return end
  }
  return {
    batch,
    run,
    stop: () => {
      isStopped.current = true
    },
    close: () => setBatch(undefined),
  }
}
