import type { MediaPart } from '../../canonical/parts.ts'
import { type LimitTable, missing, reduced, refusing } from './limits.ts'
import { noSearch, ofMessages, ofResponses } from './own-only.ts'
import { LATER_SYSTEM } from './system-turns.ts'
import { repeatedResult } from './tool-results.ts'

/** What a host with a simple wire format takes besides text. */
export interface PlainHost {
  /** Its dialect. */
  id: string
  name: string
  /** Functions, their calls and results. Absent: none. */
  tools?: true
  /** The kinds it takes in user turns. Absent: none. */
  media?: readonly MediaPart['kind'][]
  /** Takes a system turn anywhere. Absent: only before all others. */
  laterSystem?: true
}

/** All limits of a host that only takes text. */
export const plainLimits = (name: string) => ({
  repeatedResult,
  ...noSearch,
  ...ofMessages,
  ...ofResponses,
  laterSystem: reduced(...LATER_SYSTEM),
  speaker: missing('name of a speaker', `${name} does not support it`),
  assistantMedia: missing('media in an assistant turn', `an assistant turn of ${name} cannot hold it`),
  resultMedia: missing('media in a tool result', `${name} takes text there; sent as user content after it`),
  errorFlag: missing('tool result error flag', `${name} does not support it`),
  textFile: reduced('file', `${name} takes no text files; its text was sent`),
  refusedImage: refusing('image input', `${name} takes no images`),
  refusedAudio: refusing('audio input', `${name} takes no audio`),
  refusedVideo: refusing('video input', `${name} takes no video`),
  refusedFile: refusing('file', `${name} takes only text files`),
  reasoningBack: reduced('earlier reasoning', `${name} takes none back`),
  citationsBack: missing('citations', `${name} takes none back`),
  marks: missing('cache mark', `${name} does not support it`),
  grammar: missing('tool format', `${name} does not support grammars for tools`),
  strictness: missing('tool strictness', `${name} does not support it`),
  offeredTools: reduced('tool functions', `${name} takes no tools; none was offered`),
  forcedTool: refusing('toolChoice', `${name} takes no tools; choose another model`),
  toolUse: reduced('tool use', `${name} does not support earlier calls and results; sent as text`),
})

export type PlainLimits = ReturnType<typeof plainLimits>

/** Returns the limits that apply to a host. */
export function limitsOf({ name, tools, media = [], laterSystem }: PlainHost): LimitTable {
  const taken = [
    ...(tools ? OF_NO_TOOLS : OF_TOOLS),
    ...media.map(kind => REFUSALS[kind]),
    ...(laterSystem ? ['laterSystem'] : []),
  ]
  return Object.fromEntries(Object.entries(plainLimits(name)).filter(([limit]) => !taken.includes(limit)))
}

const OF_NO_TOOLS: readonly string[] = ['offeredTools', 'forcedTool', 'toolUse']
const OF_TOOLS: readonly string[] = ['grammar', 'strictness']

/** The limit that refuses each kind of media. */
export const REFUSALS = {
  image: 'refusedImage',
  audio: 'refusedAudio',
  video: 'refusedVideo',
  file: 'refusedFile',
} as const satisfies Record<MediaPart['kind'], keyof PlainLimits>
