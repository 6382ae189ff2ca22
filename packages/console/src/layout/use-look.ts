import { useMemo } from 'react'
import { stored, useStored } from '../lib/storage.ts'
import { lookOf, type WholeLook } from '../look.ts'

/** How the console looks: as the user last seen here wants it, or else as the site has it. */
export function useLook(): WholeLook {
  const [status] = useStored(stored.status)
  const [user] = useStored(stored.user)
  return useMemo(() => lookOf(status, user), [status, user])
}
