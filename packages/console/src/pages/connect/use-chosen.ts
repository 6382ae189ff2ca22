import { type ClientGuide, clientGuides, type Token } from '@tollgate/contract'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useAddress } from '../../components/data-table/use-filters.ts'
import { stateOfToken } from '../../components/token-state.ts'
import { type ConnectChoice, readStored, stored, useStored, writeStored } from '../../lib/storage.ts'
import { useToken, useTokensNamed } from './api.ts'

/** The client in the address, or else the one chosen last, or else the first. */
export function useChosenClient(): { guide: ClientGuide; isInAddress: boolean } {
  const { client } = useParams()
  const inAddress = clientGuides.find(({ id }) => id === client)
  const remembered = readStored(stored.connectClient)
  const guide = inAddress ?? clientGuides.find(({ id }) => id === remembered) ?? clientGuides[0]
  if (!guide) throw new Error('the table of clients is empty')
  useEffect(() => {
    if (inAddress) writeStored(stored.connectClient, inAddress.id)
  }, [inAddress])
  return { guide, isInAddress: inAddress !== undefined }
}

/** The choice for a client, remembered in this browser. */
export function useChoice(client: string): [ConnectChoice, (change: ConnectChoice) => void] {
  const [choices, write] = useStored(stored.connectChoices)
  const choice = choices[client] ?? {}
  return [choice, change => write({ ...readStored(stored.connectChoices), [client]: { ...choice, ...change } })]
}

/** The token in the address's `?token=`, or else the one chosen for the client, or else the most suitable. */
export function useChosenToken({ name }: ClientGuide, remembered: number | undefined) {
  const [address] = useAddress()
  const given = Number(address.get('token')) || undefined
  const wanted = given ?? remembered
  const listed = useTokensNamed('')
  const single = useToken(wanted)
  const token = wanted !== undefined && single.data ? single.data : bestFor(name, listed.data?.items ?? [])
  return { token, isPending: listed.isPending || (wanted !== undefined && single.isPending), error: listed.error }
}

/** One named after the client, or else any that works, or else any. */
function bestFor(client: string, tokens: readonly Token[]): Token | undefined {
  const now = Date.now() / 1000
  const working = tokens.filter(token => ['enabled', 'limited'].includes(stateOfToken(token, now)))
  return working.find(({ name }) => name.startsWith(client)) ?? working[0] ?? tokens[0]
}
