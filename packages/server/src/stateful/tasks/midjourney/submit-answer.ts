/** An upstream's answer to a submission. */
export interface SubmitAnswer {
  /** Its own result code. */
  code: number
  description: string
  /** Its id of the task; empty: it created none. */
  taskId: string
  /** URLs of uploaded pictures. */
  addresses: string[]
  properties: Record<string, unknown>
}

/** Its codes. https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md */
const CODES = { taken: 1, exists: 21, queued: 22 } as const

const TAKEN: readonly number[] = Object.values(CODES)

/** Whether the task was accepted, so that it is charged. */
export const isTaken = ({ code }: Pick<SubmitAnswer, 'code'>): boolean => TAKEN.includes(code)

/** Actions that only open a window; the client must know that and send what is entered there. */
const WINDOWS: readonly string[] = ['INPAINT', 'CUSTOM_ZOOM']

/** The code for the client, which knows only 1 as success. */
export const shownCode = (code: number, action: string): number =>
  code === CODES.queued || (code === CODES.exists && !WINDOWS.includes(action)) ? CODES.taken : code

/** Returns the state of a task that already existed or whose window waits; null: a new task. */
export function existing({ code, properties }: SubmitAnswer, action: string): Record<string, unknown> | null {
  if (code !== CODES.exists) return null
  return WINDOWS.includes(action) && properties.status === undefined ? { status: 'MODAL' } : properties
}

/** Parses an answer; null: invalid. */
export function readSubmitAnswer(value: unknown): SubmitAnswer | null {
  if (!isObject(value)) return null
  const code = typeof value.code === 'string' ? Number(value.code || Number.NaN) : value.code
  if (!Number.isSafeInteger(code)) return null
  const { result } = value
  const answer: SubmitAnswer = {
    code: code as number,
    description: textOf(value.description),
    taskId: idOf(result),
    addresses: Array.isArray(result) ? result.filter(one => typeof one === 'string') : [],
    properties: isObject(value.properties) ? value.properties : {},
  }
  return answer
}

/** Some upstreams send numeric ids as numbers. */
const idOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
