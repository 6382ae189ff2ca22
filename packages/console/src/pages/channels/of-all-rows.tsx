import type { Channel, ChannelFlag, ChannelType } from '@tollgate/contract'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useLatest } from '../../components/data-table/use-latest.ts'
import { useChangeNumber, useChannelTypes } from './api.ts'
import { useUpdateBalance } from './balances/api.ts'
import { useFlags } from './flags/api.ts'
import { useTellMoved } from './use-tell-moved.ts'

interface OfAllRows {
  /** undefined: unknown, or not loaded yet. */
  typeOf(type: number): ChannelType | undefined
  flagsOf(channelId: number): ChannelFlag[]
  saveNumber(channel: Channel, field: 'priority' | 'weight', value: number): Promise<void>
  updateBalance(channelId: number): Promise<unknown>
}

const Context = createContext<OfAllRows | undefined>(undefined)

/** Data that every row of the list needs, requested once: a query per row would cost more than the rows. */
export function OfAllRowsProvider({ children }: { children: ReactNode }) {
  const types = useChannelTypes()
  const flags = useFlags()
  const { mutateAsync: change } = useChangeNumber()
  const { mutateAsync: updateBalance } = useUpdateBalance()
  const tell = useTellMoved()
  const tellMoved = useLatest((moved: { channel: Channel; priority: number }) => tell(moved.channel, moved.priority))

  const ofAllRows = useMemo((): OfAllRows => {
    const typeById = new Map(types.map(type => [type.type, type]))
    const flagsById = Map.groupBy(flags, flag => flag.channel_id)
    return {
      typeOf: type => typeById.get(type),
      flagsOf: id => flagsById.get(id) ?? NO_FLAGS,
      async saveNumber(channel, field, value) {
        await change({ id: channel.id, version: channel.version, [field]: value })
        if (field === 'priority') tellMoved({ channel, priority: value })
      },
      updateBalance,
    }
  }, [types, flags, change, updateBalance, tellMoved])
  return <Context value={ofAllRows}>{children}</Context>
}

const NO_FLAGS: ChannelFlag[] = []

export function useOfAllRows(): OfAllRows {
  const ofAllRows = useContext(Context)
  if (!ofAllRows) throw new Error('useOfAllRows belongs inside its provider')
  return ofAllRows
}
