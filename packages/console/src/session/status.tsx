import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type SiteStatus } from '@tollgate/contract'
import { createContext, type ReactNode, useContext } from 'react'
import { send } from '../lib/call.ts'
import { isStored, readStored, stored, writeStored } from '../lib/storage.ts'

const STATUS_FRESH_MS = 60_000

/** The site's status: the cached one at once, the server's as soon as it arrives. */
export function useStatusQuery(): UseQueryResult<SiteStatus> {
  return useQuery({
    ...STATUS,
    initialData: () => readStored(stored.status) ?? undefined,
    initialDataUpdatedAt: 0,
  })
}

/** Refreshes the status if it is old. */
export function useStatusRenewal(): () => void {
  const client = useQueryClient()
  return () => void client.prefetchQuery(STATUS)
}

const StatusContext = createContext<SiteStatus | undefined>(undefined)

/** One query for everything that reads the status: a list's rows do, several times each. */
export function StatusProvider({ children }: { children: ReactNode }) {
  return <StatusContext value={useStatusQuery().data}>{children}</StatusContext>
}

/** The site's status, inside the guard, which waits for it. */
export function useStatus(): SiteStatus {
  const status = useContext(StatusContext)
  if (!status) throw new Error('useStatus belongs inside the status guard')
  return status
}

/** The gateway's address for programs, without a trailing slash: the operator's, or else this page's own host. */
export function useGatewayAddress(): string {
  const { server_address } = useStatus()
  return (server_address || location.origin).replace(/\/+$/, '')
}

const STATUS = { queryKey: ['status'], queryFn: loadStatus, staleTime: STATUS_FRESH_MS }

async function loadStatus(): Promise<SiteStatus> {
  const status = await send(calls.status.get)
  rememberStatus(status)
  return status
}

/** Caches the status as a whole and under the single keys the specification names. */
function rememberStatus(status: SiteStatus): void {
  const before = readStored(stored.status)
  const operatorChangedSidebar = before?.default_collapse_sidebar !== status.default_collapse_sidebar
  if (operatorChangedSidebar || !isStored(stored.sidebarCollapsed)) {
    writeStored(stored.sidebarCollapsed, status.default_collapse_sidebar)
  }
  writeStored(stored.dataExportEnabled, status.enable_data_export)
  writeStored(stored.drawingEnabled, status.enable_drawing)
  writeStored(stored.taskEnabled, status.enable_task)
  writeStored(stored.drawingNotifyEnabled, status.mj_notify_enabled)
  writeStored(stored.footerHtml, status.footer_html)
  writeStored(stored.chats, JSON.stringify(status.chats))
  writeStored(stored.status, status)
}
