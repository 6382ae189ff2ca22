import type { ServerAlertRule } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { ServerState } from '../../platform/probes/server-state.ts'
import type { Condition } from './rules.ts'

/** What a process knows about itself without a database. */
export interface ServerFacts extends ServerState {
  /** Its host and port, so that operators of several servers can tell them apart. */
  server: string
  /** Only one of a server's workers reports what all of them see. */
  isFirst: boolean
  /** Calls of the last minutes, and those with a 5xx status. */
  calls: { all: number; failed: number }
}

type Rule = (facts: ServerFacts, options: Pick<Options, 'get'>) => Omit<Condition, 'rule'>[]

type Found = ReturnType<Rule>

const here = (rule: ServerAlertRule, isWrong: boolean, facts: ServerFacts, more: Condition['values'] = {}): Found =>
  isWrong && facts.isFirst ? [{ key: `${rule}:${facts.server}`, values: { server: facts.server, ...more } }] : []

/** Each rule returns the current problems, from memory alone; none if the operator does not want the alert. */
export const serverRules: Record<ServerAlertRule, Rule> = {
  database_away: (facts, options) =>
    here('database_away', options.get('alert_setting.server') && !facts.databaseUp, facts),

  database_read_only: (facts, options) => {
    const isReadOnly = facts.databaseUp && !facts.databaseWritable
    return here('database_read_only', options.get('alert_setting.server') && isReadOnly, facts)
  },

  redis_away: (facts, options) =>
    here('redis_away', options.get('alert_setting.server') && facts.redisUp === false, facts),

  not_ready: (facts, options) => {
    const isWrong = !facts.draining && (!facts.databaseUp || facts.ledgerInTrouble)
    return here('not_ready', options.get('alert_setting.server') && isWrong, facts)
  },

  node_lost: ({ lostNodes, isSpeaker }, options) =>
    options.get('alert_setting.nodes') && isSpeaker
      ? lostNodes.map(({ id }) => ({ key: `node_lost:${id}`, values: { node: id } }))
      : [],

  funds_held: ({ lostNodes, isSpeaker }, options) =>
    options.get('alert_setting.nodes') && isSpeaker
      ? lostNodes
          .filter(({ held }) => held > 0)
          .map(({ id, held }) => ({ key: `funds_held:${id}`, values: { node: id, quota: held } }))
      : [],

  disk_full: (facts, options) => {
    const least = options.get('alert_setting.disk_percent')
    const free = facts.databaseFull ? 0 : (facts.diskFreePercent ?? 100)
    return here('disk_full', free < least, facts, { percent: Math.floor(free), least })
  },

  own_errors: (facts, options) => {
    const { all, failed } = facts.calls
    const least = options.get('alert_setting.own_error_percent')
    const minutes = options.get('alert_setting.error_minutes')
    const isWrong = least > 0 && all >= options.get('alert_setting.error_least_calls') && failed * 100 >= all * least
    const percent = Math.round((failed * 100) / Math.max(all, 1))
    return here('own_errors', isWrong, facts, { percent, failed, all, minutes })
  },
}
