import type { TaskProgress, TaskState } from '../task/task.ts'

type DrawingProgress = TaskProgress<'midjourneys'>

/** An upstream's report about a task, from a poll or a callback. */
interface DrawingReport {
  upstreamId: string
  progress: DrawingProgress
}

/** States by the upstream's name. Any other name is shown unchanged while the task runs. */
const STATES: Readonly<Record<string, TaskState>> = {
  '': 'queued',
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  IN_PROGRESS: 'running',
  MODAL: 'running',
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
  CANCEL: 'failed',
}

/** No task has longer texts. */
const LONGEST_TEXT = 100_000
const LONGEST_STATUS = 32
const MOST_VIDEOS = 16

/** Reads an upstream's task; null: not understood. */
export function readReport(value: unknown): DrawingReport | null {
  const upstreamId = reportedIdOf(value)
  const progress = upstreamId !== '' && isObject(value) && readProgress(value)
  return progress ? { upstreamId, progress } : null
}

/** Returns the id of a task, which some upstreams write as a number; empty: it has none. */
export function reportedIdOf(value: unknown): string {
  const id = isObject(value) ? value.id : undefined
  return typeof id === 'number' ? String(id) : textOf(id)
}

/** Reads a task's progress from its members; null: not understood. */
export function readProgress(value: Readonly<Record<string, unknown>>): DrawingProgress | null {
  const status = value.status ?? ''
  if (typeof status !== 'string' || status.length > LONGEST_STATUS) return null
  const percent = percentOf(value.progress)
  const reason = textOf(value.failReason)
  const state = stateOf(status, percent, reason)
  const videos = videosOf(value)
  const startedAt = timeOf(value.startTime)
  const finishedAt = timeOf(value.finishTime)
  const told = {
    prompt: textOf(value.prompt),
    prompt_en: textOf(value.promptEn),
    description: textOf(value.description),
    image_url: addressOf(value.imageUrl),
    video_url: videos[0] ?? '',
    bot_type: textOf(value.botType),
    buttons: Array.isArray(value.buttons) ? jsonOf(value.buttons) : '',
    properties: isObject(value.properties) ? jsonOf(value.properties) : '',
    data: videos.length > 1 ? jsonOf({ videoUrls: videos }) : '',
  }
  return {
    state,
    status: state === 'failed' ? 'FAILURE' : status,
    ...(percent !== null && { progress: percent }),
    ...(reason && { reason }),
    ...(startedAt && { startedAt }),
    ...(finishedAt && { finishedAt }),
    // Missing values stay unchanged.
    change: Object.fromEntries(Object.entries(told).filter(([, one]) => one !== '')),
  }
}

/** A failure reason ends an unfinished task, whatever its status. */
function stateOf(status: string, percent: number | null, reason: string): TaskState {
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined
  if (state === 'succeeded' || state === 'failed') return state
  return reason !== '' && percent !== 100 ? 'failed' : (state ?? 'running')
}

function percentOf(value: unknown): number | null {
  const [, digits] =
    /^(\d{1,3})(?:\.\d{1,6})?%?$/.exec(typeof value === 'number' ? String(value) : textOf(value).trim()) ?? []
  return digits === undefined ? null : Math.min(100, Number(digits))
}

const timeOf = (ms: unknown): number => (Number.isSafeInteger(ms) && (ms as number) > 0 ? (ms as number) : 0)

function videosOf({ videoUrl, videoUrls }: Readonly<Record<string, unknown>>): string[] {
  const listed = Array.isArray(videoUrls) ? videoUrls.map(one => addressOf(isObject(one) ? one.url : one)) : []
  return [...new Set([addressOf(videoUrl), ...listed])].filter(Boolean).slice(0, MOST_VIDEOS)
}

const addressOf = (value: unknown): string => (/^https?:\/\//i.test(textOf(value)) ? textOf(value) : '')

function jsonOf(value: object): string {
  const text = JSON.stringify(value)
  return text.length <= LONGEST_TEXT ? text : ''
}

const textOf = (value: unknown): string => (typeof value === 'string' && value.length <= LONGEST_TEXT ? value : '')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
