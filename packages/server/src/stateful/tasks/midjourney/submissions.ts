import { relayError } from '../../../relay/call/relay-error.ts'
import { isIndex, readCustomId } from './custom-id.ts'
import { readSimpleChange } from './simple-change.ts'

/** The parts of a client's request that the gateway needs. */
export interface Submission {
  /** The action's name in the drawing log: `IMAGINE`. */
  action: string
  prompt: string
  /** The task it continues; absent: none. */
  origin?: Origin
  /** The upstream's answer ends it: it is not polled. */
  isAtOnce?: true
}

interface Origin {
  /** The client's id of the task. */
  taskId: string
  /** Whether that task must have succeeded. */
  mustHaveSucceeded: boolean
  /** Returns the members that name that task, with the upstream's id. */
  named(upstreamId: string): Record<string, string>
}

/** Reads one member of a request's body. */
type Member = (name: string) => unknown

/** Submissions by the path after `/mj`. Each checks its body and returns the result. */
export const submissions: Readonly<Record<string, (member: Member) => Submission>> = {
  '/submit/imagine': member => ({ action: 'IMAGINE', prompt: needed(member, 'prompt', 'prompt_is_required') }),
  '/submit/change': readChange,
  '/submit/simple-change': readSimple,
  '/submit/describe': member => {
    if (!textOf(member, 'base64') && !textOf(member, 'link')) throw relayError('base64_is_required')
    return { action: 'DESCRIBE', prompt: '' }
  },
  '/submit/shorten': member => ({ action: 'SHORTEN', prompt: needed(member, 'prompt', 'prompt_is_required') }),
  '/submit/blend': member => {
    checkPictures(member, 2, 5)
    return { action: 'BLEND', prompt: '' }
  },
  '/submit/action': readAction,
  '/submit/modal': member => ({
    action: 'MODAL',
    prompt: textOf(member, 'prompt'),
    origin: byTaskId(member, { mustHaveSucceeded: false }),
  }),
  '/submit/upload-discord-images': member => {
    checkPictures(member, 1, 10)
    return { action: 'UPLOAD', prompt: '', isAtOnce: true }
  },
  '/submit/video': readVideo,
  '/submit/edits': member => {
    const prompt = needed(member, 'prompt', 'prompt_is_required')
    needed(member, 'image', 'image_is_required')
    return { action: 'EDITS', prompt }
  },
  '/insight-face/swap': member => {
    const pictures = [textOf(member, 'sourceBase64'), textOf(member, 'targetBase64')]
    if (pictures.includes('')) throw relayError('sour_base64_and_target_base64_is_required')
    return { action: 'SWAP_FACE', prompt: '' }
  },
}

const CHANGES = ['UPSCALE', 'VARIATION', 'REROLL']

function readChange(member: Member): Submission {
  const origin = byTaskId(member, { mustHaveSucceeded: true })
  const action = needed(member, 'action', 'action_is_required').toUpperCase()
  if (!CHANGES.includes(action)) throw relayError('unknown_action', { action })
  // A reroll draws all four again.
  if (action !== 'REROLL' && !isIndex(member('index'))) throw relayError('index_is_required')
  return { action, prompt: '', origin }
}

function readSimple(member: Member): Submission {
  const change = readSimpleChange(needed(member, 'content', 'content_is_required'))
  if (!change) throw relayError('content_parse_failed')
  const { taskId, action, rest } = change
  const named = (upstreamId: string) => ({ content: `${upstreamId} ${rest}` })
  return { action, prompt: '', origin: { taskId, mustHaveSucceeded: true, named } }
}

function readAction(member: Member): Submission {
  const origin = byTaskId(member, { mustHaveSucceeded: true })
  const customId = needed(member, 'customId', 'custom_id_is_required')
  const button = readCustomId(customId)
  if (!button) throw relayError('unknown_action', { action: customId.slice(0, LONGEST_SHOWN) })
  return { action: button.action, prompt: '', origin }
}

/** Reads a video: a new one from a picture or text, or a continued one. */
function readVideo(member: Member): Submission {
  const prompt = textOf(member, 'prompt')
  const batchSize = member('batchSize')
  if (batchSize !== undefined && !isIndex(batchSize))
    throw relayError('count_out_of_range', { name: 'batchSize', most: 4 })
  if (textOf(member, 'taskId'))
    return { action: 'VIDEO', prompt, origin: byTaskId(member, { mustHaveSucceeded: true }) }
  if (!prompt && !textOf(member, 'image')) throw relayError('prompt_is_required')
  return { action: 'VIDEO', prompt }
}

const LONGEST_SHOWN = 64

function byTaskId(member: Member, { mustHaveSucceeded }: Pick<Origin, 'mustHaveSucceeded'>): Origin {
  const taskId = needed(member, 'taskId', 'task_id_is_required')
  return { taskId, mustHaveSucceeded, named: upstreamId => ({ taskId: upstreamId }) }
}

function checkPictures(member: Member, least: number, most: number): void {
  const pictures = member('base64Array')
  const isList = Array.isArray(pictures) && pictures.every(picture => typeof picture === 'string' && picture !== '')
  if (!isList || pictures.length < least || pictures.length > most)
    throw relayError('base64_array_out_of_range', { least, most })
}

function textOf(member: Member, name: string): string {
  const value = member(name)
  return typeof value === 'string' ? value.trim() : ''
}

function needed(member: Member, name: string, code: Parameters<typeof relayError>[0]): string {
  const text = textOf(member, name)
  if (text === '') throw relayError(code)
  return text
}
