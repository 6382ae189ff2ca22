import type {
  AnswerEvent,
  DeltaEvent,
  FinishEvent,
  FinishReason,
  OpenEvent,
  OpenPart,
  StartEvent,
} from '../../canonical/answer.ts'
import { oneAtATime } from '../../canonical/one-at-a-time.ts'
import type { Citation, OpaquePart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { writeError } from '../../errors/index.ts'
import type { JsonObject } from '../../raw/json.ts'
import { chain } from '../../raw/stage.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative } from '../common/losses.ts'
import { writeFinishReason, writeLogprobs, writeTier } from './answer-words.ts'
import { ThoughtCarrier, writeSeal } from './carried-thoughts.ts'
import { geminiErrors } from './errors.ts'
import { limits } from './limits.ts'
import { writeSignature } from './thought-signature.ts'
import { writeCall, writeOpaque, writeShown, writeThought } from './write-answer-part.ts'
import { type Cited, writeGrounding } from './write-grounding.ts'
import { writeUsage } from './write-usage.ts'

/**
 * Writes events as chunks, either server-sent events or the elements of one array. Parts come one after another there.
 */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  const writer = new GeminiStreamWriter(context, losses)
  const framing = context.asArray ? arrayFraming() : SERVER_SENT
  const stage = chain(oneAtATime(), {
    push: (event: AnswerEvent) => writer.write(event).map(framing.frame),
    end: () => framing.end(),
  })
  return { losses, push: stage.push, end: stage.end }
}

interface Framing {
  frame(json: string): string
  end(): string[]
}

const SERVER_SENT: Framing = { frame: json => `data: ${json}\n\n`, end: () => [] }

function arrayFraming(): Framing {
  let before = '['
  return {
    frame(json) {
      const framed = before + json
      before = ',\r\n'
      return framed
    },
    end: () => [before === '[' ? '[]' : ']'],
  }
}

/** What a candidate reports at its end, besides its parts. */
interface Ending {
  cited: Cited[]
  members: JsonObject
}

class GeminiStreamWriter {
  private tail = ''
  private tier: JsonObject = {}
  private part: OpenPart | null = null
  private choice = 0
  private signature: Signature | null = null
  /** The text of a part that is only useful whole. */
  private held = ''
  private transcript: string | undefined
  /** Consecutive texts are one part to the client: all of it, and the start of the open one. */
  private text = ''
  private textStart = 0
  private isTextOver = false
  private thoughts = new ThoughtCarrier()
  private readonly endings = new Map<number, Ending>()

  constructor(
    private readonly context: WriteAnswerContext,
    private readonly losses: Loss[],
  ) {}

  write(event: AnswerEvent): string[] {
    switch (event.type) {
      case 'start':
        return this.start(event)
      case 'open':
        return this.open(event)
      case 'delta':
        return this.delta(event)
      case 'signature':
        return this.sealed(event.signature)
      case 'cite':
        return this.cite(event.citation)
      case 'close':
        return this.close()
      case 'opaque':
        return this.opaque(event.part)
      case 'finish':
        return this.finish(event)
      case 'error':
        return [writeError(geminiErrors, { ...event.error, requestId: this.context.requestId })]
      case 'usage':
        return []
    }
  }

  private start(event: StartEvent): string[] {
    const { id, created, model } = this.context
    const tail = {
      modelVersion: model || event.model,
      createTime: new Date((event.created ?? created) * 1000).toISOString(),
      responseId: event.id || id,
    }
    // all chunks end the same way
    this.tail = `,${JSON.stringify(tail).slice(1)}`
    this.tier = writeTier(event.serviceTier)
    return []
  }

  private open({ part, choice = 0 }: OpenEvent): string[] {
    if (part.type !== 'text' || choice !== this.choice || this.isTextOver) this.text = ''
    this.isTextOver = false
    if (choice !== this.choice) this.thoughts = new ThoughtCarrier()
    this.part = part
    this.choice = choice
    this.held = ''
    this.transcript = undefined
    this.signature = part.type === 'tool-call' ? (part.signature ?? null) : null
    if (part.type !== 'text') return []
    loseNative(part, 'gemini', this.losses)
    this.textStart = this.text.length
    return []
  }

  private delta(event: DeltaEvent): string[] {
    switch (this.part?.type) {
      case 'text':
        return this.say(event)
      case 'reasoning':
        this.held += event.text
        return event.text ? this.chunk({ text: event.text, thought: true }) : []
      default:
        this.held += event.text
        if (event.transcript !== undefined) this.transcript = (this.transcript ?? '') + event.transcript
        return []
    }
  }

  private say({ text, logprobs }: DeltaEvent): string[] {
    this.text += text
    const thoughtSignature = text ? writeSeal(undefined, this.thoughts.forText()) : undefined
    return this.chunk(
      { text, ...(thoughtSignature !== undefined && { thoughtSignature }) },
      logprobs && writeLogprobs(logprobs, this.losses),
    )
  }

  private sealed(signature: Signature): string[] {
    if (this.part?.type === 'text') {
      // one that comes first ends the text before it
      if (this.text.length === this.textStart) {
        this.text = ''
        this.textStart = 0
      } else this.isTextOver = true
      return this.chunk({ text: '', thoughtSignature: writeSignature(signature) })
    }
    this.signature = signature
    return this.part?.type === 'reasoning' ? this.chunks(writeThought({ ...this.part, text: '', signature })) : []
  }

  private cite(citation: Citation): string[] {
    const { text, textStart: start } = this
    this.ending().cited.push({ citation, text, start, length: text.length - start, partIndex: 0 })
    return []
  }

  private close(): string[] {
    const { part } = this
    this.part = null
    const sealed = this.signature ? { signature: this.signature } : {}
    if (part?.type === 'reasoning' && this.signature) {
      this.thoughts.add({ ...part, text: this.held, signature: this.signature })
    }
    if (part?.type === 'tool-call') {
      return this.chunk(writeCall({ ...part, arguments: this.held, ...sealed }, this.thoughts.forCall(), this.losses))
    }
    if (part?.type !== 'media') return []
    const { kind, mime, url } = part
    const source = url === undefined ? { type: 'data' as const, base64: this.held } : { type: 'url' as const, url }
    const transcript = this.transcript === undefined ? {} : { transcript: this.transcript }
    return this.chunk(writeShown({ type: 'media', kind, mime, source, ...transcript, ...sealed }, this.losses))
  }

  private opaque(part: OpaquePart): string[] {
    this.choice = 0
    this.isTextOver = true
    const { member, parts } = writeOpaque(part, this.losses)
    Object.assign(this.ending().members, member)
    return this.chunks(parts)
  }

  private finish(event: FinishEvent): string[] {
    if (event.stopSequence !== undefined) note(this.losses, limits.stopSequence)
    const reasons: FinishReason[] = [event.reason, ...(event.otherReasons ?? [])]
    const candidates = reasons.map((reason, index) => {
      const { cited, members } = this.endings.get(index) ?? NO_ENDING
      return {
        content: { role: 'model', parts: [{ text: '' }] },
        finishReason: writeFinishReason(reason, this.losses),
        index,
        ...writeGrounding(cited),
        ...members,
      }
    })
    const usage = event.usage && { usageMetadata: { ...writeUsage(event.usage), ...this.tier } }
    return [JSON.stringify({ candidates, ...usage }).slice(0, -1) + this.tail]
  }

  private ending(): Ending {
    const known = this.endings.get(this.choice) ?? { cited: [], members: {} }
    this.endings.set(this.choice, known)
    return known
  }

  private chunks = (parts: JsonObject[]): string[] => parts.flatMap(part => this.chunk(part))

  private chunk(part: JsonObject, members?: JsonObject): string[] {
    const candidate = { content: { role: 'model', parts: [part] }, index: this.choice, ...members }
    return [`{"candidates":[${JSON.stringify(candidate)}]${this.tail}`]
  }
}

const NO_ENDING: Ending = { cited: [], members: {} }
