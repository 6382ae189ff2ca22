/** What an upstream answers to a submit. */
export interface SubmitAnswer {
  /** Its own code, which says how it went. */
  code: number
  description: string
  /** Its id of the task; empty: it made none. */
  taskId: string
  /** Addresses of uploaded pictures. */
  addresses: string[]
  properties: Record<string, unknown>
}

/** Its codes. https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md */
const CODES = { taken: 1, exists: 21, queued: 22 } as const

const TAKEN: readonly number[] = Object.values(CODES)

/** Whether the task was taken, so that it is paid for. */
export const isTaken = ({ code }: Pick<SubmitAnswer, 'code'>): boolean => TAKEN.includes(code)

/** Actions that only open a window: their clients must know, and send what is filled in there. */
const WINDOWS: readonly string[] = ['INPAINT', 'CUSTOM_ZOOM']

/** What a client is told in the place of the upstream's code: it knows 1 alone as success. */
export const shownCode = (code: number, action: string): number =>
  code === CODES.queued || (code === CODES.exists && !WINDOWS.includes(action)) ? CODES.taken : code

/** The state of the task the upstream had already, or whose window waits; null: it is a new one. */
export function existing({ code, properties }: SubmitAnswer, action: string): Record<string, unknown> | null {
  if (code !== CODES.exists) return null
  return WINDOWS.includes(action) && properties.status === undefined ? { status: 'MODAL' } : properties
}

/** Reads an answer; null: it is none. */
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

/** Ids that are numbers come as numbers from some. */
const idOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
