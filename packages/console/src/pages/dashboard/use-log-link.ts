import { LOG_TYPE } from '@tollgate/contract'
import { paths } from '../../lib/paths.ts'
import { useMay, useUser } from '../../session/user.ts'
import type { DashboardFilters, View } from './api.ts'

/** The rows behind a number. Missing fields follow the dashboard's own filters. */
export interface RowsOfNumber {
  /** Unix seconds, end exclusive. */
  from: number
  to: number
  /** Charged calls, as in all sums; failed ones; or both. */
  calls?: 'charged' | 'failed' | 'all'
  model?: string
  username?: string
  channel?: number
  token?: number
  /** Of a team. */
  member?: number
  project?: number
  /** Error code. */
  cause?: string
}

/** The log's address for the rows of a number: the same time, user, group, model, channel and kind of calls. */
export function useLogLink({ filters }: Pick<DashboardFilters, 'filters'>, view: View): (rows: RowsOfNumber) => string {
  const isAdmin = useMay('logs')
  const user = useUser()
  // An administrator's log has everybody's rows.
  const whose = view.isOfAll ? filters.username : isAdmin && view.scope.team_id === '' ? user?.username : ''
  return ({ from, to, calls = 'charged', model, username, channel, token, member, project, cause }) => {
    const address: Record<string, string | number | undefined> = {
      start_timestamp: from,
      end_timestamp: to - 1,
      type: calls === 'charged' ? LOG_TYPE.consume : undefined,
      error_code: cause ?? (calls === 'failed' ? '%' : undefined),
      username: username ?? whose,
      group: filters.group,
      model_name: model ?? filters.model_name,
      channel: channel ?? (view.isOfAll ? filters.channel : ''),
      token_id: token,
      ...view.scope,
      ...(member && { member_id: member }),
      ...(project && { project_id: project }),
    }
    const said = Object.entries(address).filter(([, value]) => value !== undefined && value !== '')
    return `${paths.log}?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
  }
}
