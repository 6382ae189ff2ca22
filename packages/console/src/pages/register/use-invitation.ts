import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { stored, useStored } from '../../lib/storage.ts'

/** The visitor's invite code: from the address, remembered until it is used. */
export function useInvitation(): { code: string; forget: () => void } {
  const [search] = useSearchParams()
  const [remembered, remember] = useStored(stored.inviteCode)
  const given = search.get('aff')
  useEffect(() => {
    if (given) remember(given)
  }, [given, remember])
  return { code: given || remembered, forget: () => remember('') }
}
