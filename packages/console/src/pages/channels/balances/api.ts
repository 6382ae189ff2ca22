import { calls } from '@tollgate/contract'
import { send, sendWhole } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

export const useUpdateBalance = () =>
  useChange((id: number) => sendWhole(calls.channelTests.updateBalance, { params: { id } }), { of: 'channels' })

export const useUpdateBalances = () => useChange(() => send(calls.channelTests.updateBalances), { of: 'channels' })
