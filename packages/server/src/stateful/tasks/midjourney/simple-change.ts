/** A change in one line: `<task id> U1`, `V1` or `R`. */
interface SimpleChange {
  taskId: string
  /** The action's name in the drawing log. */
  action: string
  /** The part after the id, in the upstream's form. */
  rest: string
}

const ACTIONS: Readonly<Record<string, string>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' }

/** Parses the change, in upper or lower case; null: invalid. */
export function readSimpleChange(content: string): SimpleChange | null {
  const [, taskId = '', rest = ''] = /^\s*(\S{1,128})\s+([UV][1-4]|R)\s*$/i.exec(content) ?? []
  const action = ACTIONS[rest.charAt(0).toUpperCase()]
  return action ? { taskId, action, rest: rest.toUpperCase() } : null
}
