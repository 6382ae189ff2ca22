/** What an upstream says of a task, asked or unasked. */
export interface DrawingReport {
  upstreamId: string
  /** In its own words; those of Midjourney proxies are known, others are shown as they are. */
  status: string
  state: 'open' | 'succeeded' | 'failed'
  /** 0 to 100; null: it does not say. */
  progress: number | null
  failReason: string
  imageUrl: string
  videoUrl: string
  prompt: string
  promptEn: string
  description: string
  /** Milliseconds; 0: it does not say. */
  startTime: number
  finishTime: number
  /** JSON */
  buttons: string
  properties: string
  botType: string
  videoUrls: string[]
}

const ENDS: Readonly<Record<string, DrawingReport['state']>> = {
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
  CANCEL: 'failed',
}

/** Longer texts of one member are no task's. */
const LONGEST_TEXT = 100_000
const LONGEST_STATUS = 32
const MOST_ADDRESSES = 16

/** Reads one task of an upstream; null: it cannot be understood. */
export function readReport(value: unknown): DrawingReport | null {
  if (!isObject(value)) return null
  const upstreamId = typeof value.id === 'number' ? String(value.id) : value.id
  const status = value.status ?? ''
  if (typeof upstreamId !== 'string' || upstreamId === '' || typeof status !== 'string') return null
  if (status.length > LONGEST_STATUS) return null
  const progress = progressOf(value.progress)
  const failReason = textOf(value.failReason)
  const properties = isObject(value.properties) ? value.properties : {}
  return {
    upstreamId,
    status,
    state: stateOf(status, progress, failReason),
    progress,
    failReason,
    imageUrl: textOf(value.imageUrl),
    videoUrl: textOf(value.videoUrl),
    prompt: textOf(value.prompt),
    promptEn: textOf(value.promptEn),
    description: textOf(value.description),
    startTime: timeOf(value.startTime),
    finishTime: timeOf(value.finishTime),
    buttons: Array.isArray(value.buttons) ? jsonOf(value.buttons) : '',
    properties: jsonOf(properties),
    botType: textOf(value.botType),
    videoUrls: videoUrlsOf(value.videoUrls),
  }
}

/** A reason for failing ends a task that is not done, whatever its status. */
function stateOf(status: string, progress: number | null, failReason: string): DrawingReport['state'] {
  const end = ENDS[status]
  if (end) return end
  return failReason !== '' && progress !== 100 ? 'failed' : 'open'
}

function progressOf(value: unknown): number | null {
  const [, digits] = /^\s*(\d{1,3})(?:\.\d{1,6})?\s*%?\s*$/.exec(String(value ?? '')) ?? []
  return digits === undefined ? null : Math.min(100, Number(digits))
}

const LATEST_MS = 8_640_000_000_000_000
const timeOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < LATEST_MS ? value : 0

function videoUrlsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const urls = value.map(one => textOf(isObject(one) ? one.url : one))
  return urls.filter(url => url !== '').slice(0, MOST_ADDRESSES)
}

function jsonOf(value: object): string {
  const text = JSON.stringify(value)
  return text.length <= LONGEST_TEXT ? text : ''
}

const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= LONGEST_TEXT ? value : ''
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
