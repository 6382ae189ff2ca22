import { apart, type RequestMark, readMember, scanObject } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { Envelope } from '../request/envelope.ts'
import { onlyMember } from '../request/frame.ts'
import type { OutgoingRequest } from './strategies/index.ts'
import type { KeptRequest, UpstreamRequest } from './written-request.ts'

/** Whether everything that was read to write it is the same in this request. */
export function fits(kept: KeptRequest, outgoing: OutgoingRequest): boolean {
  const { clientHeaders, envelope } = outgoing
  for (const header of kept.headers) if (clientHeaders.get(header.name) !== header.value) return false
  if (kept.clientUrl !== null && kept.clientUrl !== outgoing.clientUrl) return false
  for (const mark of kept.marks) if (envelope.hasMark(mark)) return false
  return true
}

/** Assembles the body from the kept text and the request's own conversation. */
export function bodyAround({ isUnchanged, before, after, conversation }: KeptRequest, { body }: Envelope): string {
  const own = isUnchanged ? null : onlyMember(body, conversation)
  return own ? before + body.text.slice(own.valueStart, own.valueEnd) + after : body.text
}

/** Prepares something from the members around the conversation; null: it also read the conversation. */
export function prepareKept<Prepared>(
  { before, after, conversation }: KeptRequest,
  prepare: (member: (name: string) => unknown) => Prepared,
): Prepared | null {
  const around = scanObject(`${before}null${after}`)
  let isOfConversation = false
  const prepared = prepare(name => {
    if (name === conversation) isOfConversation = true
    return readMember(around, name)
  })
  return isOfConversation ? null : prepared
}

/** Notes what is read to write a request. */
export interface WatchedRequest {
  outgoing: OutgoingRequest
  /** Returns the parts to keep for the channel; null: the request depends on the conversation. */
  kept(written: UpstreamRequest, channel: OpenChannel): KeptRequest | null
}

export function watchRequest(outgoing: OutgoingRequest): WatchedRequest {
  const { envelope, clientHeaders, clientUrl } = outgoing
  const headers = new Map<string, string | null>()
  const marks = new Set<RequestMark>()
  let address: string | null = null
  let isOfConversation = envelope.frame === null
  const watched: OutgoingRequest = {
    call: outgoing.call,
    options: outgoing.options,
    fetchMedia: outgoing.fetchMedia,
    envelope: Object.assign(Object.create(envelope) as Envelope, {
      member(name: string) {
        if (name === envelope.frame?.conversation) isOfConversation = true
        return envelope.member(name)
      },
      hasMark(mark: RequestMark) {
        const isFound = envelope.hasMark(mark)
        if (isFound) isOfConversation = true
        marks.add(mark)
        return isFound
      },
    }),
    parsed: outgoing.parsed,
    canonicalRequest() {
      isOfConversation = true
      return outgoing.canonicalRequest()
    },
    clientHeaders: {
      get(name) {
        const value = clientHeaders.get(name)
        headers.set(name, value)
        return value
      },
    },
    get clientUrl() {
      address = clientUrl
      return clientUrl
    },
  }
  return {
    outgoing: watched,
    kept(written, { setting }) {
      const isOwn = written.scanned !== undefined && !written.stop && !written.poll
      if (isOfConversation || !isOwn || setting.known_parts_only) return null
      const around = textAround(written, envelope)
      if (!around) return null
      const { body: _body, scanned: _scanned, losses, asStream: _asStream, ...fixed } = written
      const looked = Array.from(headers, ([name, value]) => ({ name, value }))
      return { ...around, fixed, losses: [...losses], headers: looked, clientUrl: address, marks: [...marks] }
    },
  }
}

/** Returns the text around the conversation; null: the conversation itself was changed. */
function textAround({ scanned }: UpstreamRequest, { body, frame }: Envelope) {
  if (!scanned || !frame) return null
  const { conversation } = frame
  const [own, sent] = [onlyMember(body, conversation), onlyMember(scanned, conversation)]
  if (!own || !sent) return null
  const { text } = scanned
  if (text.slice(sent.valueStart, sent.valueEnd) !== body.text.slice(own.valueStart, own.valueEnd)) return null
  const [before, after] = [text.slice(0, sent.valueStart), text.slice(sent.valueEnd)].map(apart) as [string, string]
  return { conversation, before, after, isUnchanged: scanned === body }
}
