import { dig, type Member, type Patches, readMember, type ScannedObject, scanObject } from '@tollgate/gateway'
import type { Options } from '../../../platform/options/index.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { asRequestError } from '../../../relay/request/as-request-error.ts'
import { type Submission, submissions } from './submissions.ts'

/** A checked request for a drawing, and the changes to its body. */
export interface DrawingRequest extends Submission {
  body: ScannedObject
  /** The changes that the operator's options make to the body. */
  patches: Patches
  state: string
  botType: string
  /** The speeds that the sent request chooses, by its prompt or its accounts. */
  speeds: readonly string[]
  /** The URL to notify the client of changes; empty: none, or the operator forbids it. */
  notifyHook: string
}

/** The members that the gateway reads or writes. Some upstreams ignore their case. */
const READ: readonly string[] = [
  ...[
    'prompt',
    'taskId',
    'action',
    'index',
    'content',
    'customId',
    'base64',
    'link',
    'base64Array',
    'image',
    'batchSize',
  ],
  ...['sourceBase64', 'targetBase64', 'accountFilter', 'notifyHook', 'state', 'botType'],
]
const spellings = new Map(READ.map(name => [name.toLowerCase(), name]))

/**
 * Checks the body of a submission and applies the operator's options.
 *
 * @param body already scanned if large
 * @throws ApiError
 */
export function readSubmission(
  path: string,
  body: string | ScannedObject,
  options: Pick<Options, 'get'>,
): DrawingRequest {
  const read = submissions[path]
  if (!read) throw relayError('route_unknown', { method: 'POST', path })
  const scanned = scan(body)
  const member = (name: string) => memberOf(scanned, name)
  const submission = read(member)
  const patches: Record<string, unknown> = {}
  if (!options.get('MjAccountFilterEnabled')) patches.accountFilter = undefined
  patches.notifyHook = undefined
  const prompt = member('prompt')
  if (options.get('MjModeClearEnabled') && typeof prompt === 'string') patches.prompt = withoutSpeed(prompt)
  const sent = patches.prompt ?? prompt
  const allowsHooks = options.get('MjNotifyEnabled')
  return {
    ...submission,
    body: scanned,
    patches,
    speeds: [
      ...(typeof sent === 'string' ? speedsIn(sent) : []),
      ...('accountFilter' in patches ? [] : modesIn(member('accountFilter'))),
    ],
    state: shortText(member('state')),
    botType: shortText(member('botType')),
    notifyHook: allowsHooks ? shortText(member('notifyHook')) : '',
  }
}

function scan(body: string | ScannedObject): ScannedObject {
  try {
    const scanned = typeof body === 'string' ? scanObject(body) : body
    checkSpelling(scanned.members)
    return scanned
  } catch (error) {
    throw asRequestError(error)
  }
}

function memberOf(scanned: ScannedObject, name: string): unknown {
  try {
    refuseLong(scanned, name)
    return readMember(scanned, name)
  } catch (error) {
    throw asRequestError(error)
  }
}

/** The most characters of text. Each pass over a longer one would delay other calls. */
const LONGEST_WORDS = 64 * 1024
const LONGEST_PICTURES = 32 * 1024 * 1024
const PICTURES: ReadonlySet<string> = new Set(['base64', 'base64Array', 'image', 'sourceBase64', 'targetBase64'])

function refuseLong({ members }: ScannedObject, name: string): void {
  const longest = PICTURES.has(name) ? LONGEST_PICTURES : LONGEST_WORDS
  if (members.some(member => member.name === name && member.valueEnd - member.valueStart > longest))
    throw relayError('task_member_invalid', { member: name, expected: `at most ${longest} characters` })
}

/** Refuses other spellings of a member, which would reach the upstream unread. */
function checkSpelling(members: readonly Member[]): void {
  const seen = new Set<string>()
  for (const { name } of members) {
    const meant = spellings.get(name.toLowerCase())
    if (meant === undefined) continue
    if (meant !== name || seen.has(name)) throw relayError('member_ambiguous', { member: meant })
    seen.add(name)
  }
}

/** A prompt's flags for its speed. The vendor reads them in any case, with two hyphens or a dash. */
const SPEED = /(?<=^|\s)(?:--|[\u2013\u2014])(fast|relax|turbo)(?=\s|$)/gi

const withoutSpeed = (prompt: string): string => prompt.replace(SPEED, '').replace(/ {2,}/g, ' ').trim()

const speedsIn = (prompt: string): string[] =>
  Array.from(prompt.matchAll(SPEED), ([, speed = '']) => speed.toLowerCase())

function modesIn(accountFilter: unknown): string[] {
  const modes = dig(accountFilter, 'modes')
  return Array.isArray(modes) ? modes.map(mode => String(mode).trim().toLowerCase()) : []
}

const LONGEST_SHORT = 4_096
const shortText = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, LONGEST_SHORT) : '')
