import type { AlertRule } from '@tollgate/contract'
import type { Condition, RuleContext } from './rules.ts'
import { rules } from './rules.ts'
import { type SendContext, sendAlert } from './send-alert.ts'
import { type AlertRow, forgetAlert, markTold, noteAlert, noteMessage, readAlerts } from './store.ts'

type Context = Omit<RuleContext, 'wasWrong'> & SendContext

/**
 * Checks every rule once, and reports problems that began or ended: each once on any number of nodes, because a job
 * runs on only one. The next check sends unsent messages.
 * @returns how many messages were sent
 * @throws the error that kept a message from being sent, or a rule from being checked, after all others were
 */
export async function checkAlerts(context: Context, signal: AbortSignal): Promise<number> {
  const { db, options, now } = context
  const known = await readAlerts(db)
  if (!options.get('AlertsEnabled')) {
    for (const { key } of known) await forgetAlert(db, key)
    return 0
  }
  const failures: unknown[] = []
  const trying = (act: () => Promise<unknown>) => act().catch(error => void failures.push(error))
  const looked = await lookAtRules(context, known, failures)
  const wrong = new Map(looked.conditions.map(condition => [condition.key, condition]))
  const isNoted = (key: string) => known.some(row => row.key === key)
  for (const condition of wrong.values()) if (!isNoted(condition.key)) await noteAlert(db, condition, now())

  let sent = 0
  for (const row of await readAlerts(db)) {
    signal.throwIfAborted()
    // A rule that could not be checked changes nothing.
    if (!looked.rules.has(row.rule as AlertRule)) continue
    const isOver = !wrong.has(row.key)
    if (isOver && row.told_at === 0) await forgetAlert(db, row.key)
    else if (isOver || row.told_at === 0)
      await trying(async () => {
        await sendAlert(context, row, isOver ? 'recovered' : 'firing')
        sent += 1
        await (isOver ? forgetAlert(db, row.key) : markTold(db, row.key, now()))
        const state = isOver ? 'recovered' : 'firing'
        await noteMessage(db, { ...row, rule: row.rule as AlertRule, state, told_at: now() })
      })
  }
  if (failures.length > 0) throw failures[0]
  return sent
}

async function lookAtRules(context: Context, known: AlertRow[], failures: unknown[]) {
  const looked = new Set<AlertRule>()
  const conditions: Condition[] = []
  const wasWrong = (key: string) => known.some(row => row.key === key)
  for (const [name, rule] of Object.entries(rules))
    try {
      conditions.push(...(await rule({ ...context, wasWrong })))
      // Object.entries loses the key's type.
      looked.add(name as AlertRule)
    } catch (error) {
      failures.push(error)
    }
  return { rules: looked, conditions }
}
