import { patchObject } from '@tollgate/gateway'
import { randomText } from '../../../platform/process/random-text.ts'
import type { DrawingRow } from '../../../platform/storage/schema.ts'
import { pictureShower } from '../../../records/drawing-log/shown-picture.ts'
import { readBody } from '../../../relay/request/read-body.ts'
import { steadinessOf } from '../read-task-body.ts'
import type { TaskCallContext } from '../serve-task-call.ts'
import { submitTask } from '../submit-task.ts'
import type { TaskChannel } from '../vendor.ts'
import { makeCallbackAddress } from './callback-address.ts'
import { CHANNEL_TYPES } from './endpoint.ts'
import { findOrigin } from './origin.ts'
import { outcomeOf, shownProperties } from './outcome.ts'
import { type DrawingRequest, readSubmission } from './read-submission.ts'
import { isTaken, readSubmitAnswer, type SubmitAnswer, shownCode } from './submit-answer.ts'
import { upstreamRequest } from './upstream-request.ts'

/** The request in a path. */
interface Asked {
  /** The path after `/mj`, such as `/submit/imagine`. */
  path: string
  /** The speed in the path: `fast`, `relax` or `turbo`; empty: none. */
  mode: string
}

/** The answer of the last upstream. */
interface Heard {
  channel: TaskChannel
  answer: SubmitAnswer
}

/** How long a drawing may take by our own clock, whatever its upstream says. */
const LONGEST_SECONDS = 3600
const FIRST_POLL_SECONDS = 15

/** `POST /mj/submit/…`: answers like the upstream, with our own id of the task. @throws ApiError | RoutingFailure */
export async function submitDrawing({ path, mode }: Asked, context: TaskCallContext): Promise<Response> {
  const { admission, deps } = context
  const asked = await readRequest(path, context)
  const origin = asked.origin && (await findOrigin(asked.origin, admission.identity.userId, deps))
  const model = modelOf(asked.action)
  const body = patchObject(asked.body, { ...asked.patches, ...(origin && asked.origin?.named(origin.upstreamId)) })
  const heard: { last: Heard | null } = { last: null }
  try {
    const row = await submitTask(
      {
        kind: 'midjourneys',
        model,
        pricedAs: pricedAs(model, dearestOf([mode, ...asked.speeds])),
        only: origin?.channel,
        // Only text is searched for words, not pictures.
        text: JSON.stringify({ prompt: asked.prompt }),
        takes: ({ type }) => CHANNEL_TYPES.includes(type),
        seconds: LONGEST_SECONDS,
        pollSeconds: FIRST_POLL_SECONDS,
        prepare(channel) {
          heard.last = null
          const callback = callbackOf(context)
          const { text } = callback ? patchObject(body, { notifyHook: callback.url }) : body
          return {
            factors: {},
            columns: {
              ...columnsOf(asked, channel, deps.now()),
              mode,
              origin_id: origin?.row.id ?? 0,
              callback_token: callback?.fingerprint ?? '',
            },
            request: upstreamRequest(channel, 'POST', `${mode && `/mj-${mode}`}/mj${path}`, text),
            read(told, status) {
              const answer = readSubmitAnswer(told)
              // A server error is not a refusal, so its body is not an answer of the protocol.
              if (status >= 500 && !(answer && isTaken(answer))) return null
              heard.last = answer && { channel, answer }
              return answer && outcomeOf(answer, asked, channel)
            },
          }
        },
      },
      context,
    )
    return taken(heard.last, asked, row, context)
  } catch (error) {
    if (!heard.last || isTaken(heard.last.answer)) throw error
    const { answer, channel } = heard.last
    return Response.json({ code: answer.code, ...shownProperties(answer, channel), result: '' })
  }
}

/** Reads and checks the body. @throws ApiError */
async function readRequest(path: string, context: TaskCallContext): Promise<DrawingRequest> {
  const { call, request, deps } = context
  const inspection = { format: call.endpoint.format, forbiddenWords: [] }
  const body = await readBody(request, inspection, call.memory, steadinessOf(context))
  return readSubmission(path, body, deps.options)
}

/** Null: the upstream gets no callback address. */
function callbackOf({ deps: { options, secrets } }: TaskCallContext) {
  const site = options.get('ServerAddress')
  return options.get('MjNotifyEnabled') && site ? makeCallbackAddress(site, secrets) : null
}

const columnsOf = (asked: DrawingRequest, { id, type, keyId = '' }: TaskChannel, now: number) => ({
  mj_id: `task_${randomText(32)}`,
  action: asked.action,
  prompt: asked.prompt,
  state: asked.state,
  bot_type: asked.botType,
  submit_time: now * 1000,
  progress: '0%',
  notify_hook: asked.notifyHook,
  channel_id: id,
  channel_type: type,
  channel_key: keyId,
})

function taken(
  heard: Heard | null,
  { action, isAtOnce }: DrawingRequest,
  row: DrawingRow,
  { request, deps }: TaskCallContext,
): Response {
  if (!heard) throw new Error('a drawing was accepted without an answer')
  const { answer, channel } = heard
  const { description, properties } = shownProperties(answer, channel)
  const show = pictureShower(request, deps)
  return Response.json({
    code: shownCode(answer.code, action),
    description,
    result: isAtOnce ? answer.addresses : row.mj_id,
    properties: row.image_url ? { ...properties, imageUrl: show ? show(row) : row.image_url } : properties,
  })
}

/** Returns the name in price lists, such as `mj_imagine`. */
const modelOf = (action: string): string => (action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`)

/** Dearest first. */
const SPEEDS = ['turbo', 'fast', '', 'relax']

/** Returns the dearest speed. The path and the prompt may each name one. */
export const dearestOf = (speeds: readonly string[]): string => SPEEDS.find(speed => speeds.includes(speed)) ?? ''

/** Returns the names for its price; the first with a price counts. A speed may have its own, such as `mj_turbo_imagine`. */
const pricedAs = (model: string, mode: string): string[] =>
  mode === '' ? [model] : [model.replace(/^(?:mj_)?/, `mj_${mode}_`), model]
