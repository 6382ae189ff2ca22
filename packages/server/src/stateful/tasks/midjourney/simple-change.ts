/** A change in one line: `<task id> U1`, `V1` or `R`. */
interface SimpleChange {
  taskId: string
  /** As drawings name it. */
  action: string
  /** Behind the id, as the upstream is told. */
  rest: string
}

const ACTIONS: Readonly<Record<string, string>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' }

/** Reads the change in whatever case; null: it is none. */
export function readSimpleChange(content: string): SimpleChange | null {
  const [, taskId = '', rest = ''] = /^\s*(\S{1,128})\s+([UV][1-4]|R)\s*$/i.exec(content) ?? []
  const action = ACTIONS[rest.charAt(0).toUpperCase()]
  return action ? { taskId, action, rest: rest.toUpperCase() } : null
}
