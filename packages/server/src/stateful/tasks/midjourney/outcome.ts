import { redactorOf } from '../../../relay/errors/channel-redactor.ts'
import type { Submitted, TaskChannel, TaskFailure } from '../vendor.ts'
import { readProgress } from './report.ts'
import type { Submission } from './submissions.ts'
import { existing, isTaken, type SubmitAnswer } from './submit-answer.ts'

/** Stands for a missing upstream id: there is nothing to poll. */
const UPLOADED = 'uploaded'

/**
 * Returns whether an upstream has accepted a drawing; null: it does not say what it made. The row keeps the upstream's code.
 */
export function outcomeOf(
  answer: SubmitAnswer,
  { action, isAtOnce, origin }: Submission,
  channel: TaskChannel,
): Submitted<'midjourneys'> | TaskFailure<'midjourneys'> | null {
  const { code } = answer
  const { description } = shownProperties(answer, channel)
  const change = { code, description }
  if (!isTaken(answer))
    return {
      failure: description || `code ${code}`,
      status: statusOf(code, !origin),
      code: `midjourney_${code}`,
      change,
    }
  if (isAtOnce) return { upstreamId: UPLOADED, progress: { state: 'succeeded', change } }
  if (answer.taskId === '') return null
  const state = existing(answer, action)
  const known = state && readProgress(state)
  return {
    upstreamId: answer.taskId,
    progress: {
      ...(known ?? { state: 'queued' }),
      status: known?.status || 'SUBMITTED',
      change: { ...known?.change, ...change },
    },
  }
}

/**
 * Returns the HTTP status for a code. A missing account may be retried on another channel only for a new task. Errors that
 * clients can provoke are never the channel's fault.
 */
const statusOf = (code: number, isNew: boolean): number => (isNew ? (STATUSES[code] ?? 400) : 400)

const STATUSES: Readonly<Record<number, number>> = { 3: 503, 23: 429 }

/** Returns the upstream's properties without keys and hosts. */
export function shownProperties(
  { description, properties }: SubmitAnswer,
  channel: TaskChannel,
): Pick<SubmitAnswer, 'description' | 'properties'> {
  const redactor = redactorOf(channel, channel.baseUrl)
  const redacted = (_name: string, value: unknown) => (typeof value === 'string' ? redactor.keys(value) : value)
  return { description: redactor.keys(description), properties: JSON.parse(JSON.stringify(properties, redacted)) }
}
