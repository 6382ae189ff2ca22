import { useEffect, useEffectEvent } from 'react'
import { useAddress } from './data-table/use-filters.ts'

/** Opens what the address requests by a name (`?new=true`), once: the name is then removed from the address. */
export function useAsked(name: string, open: () => void): void {
  const [address, write] = useAddress()
  const isAsked = address.has(name)
  const answer = useEffectEvent(() => {
    write({ [name]: '' })
    open()
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}
