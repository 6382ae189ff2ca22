import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import { asObject, asText, dig, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame, ReadAnswerContext } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCreated } from '../common/openai-created.ts'
import { failure, PlainAnswer, plainUsage } from '../common/plain-answer.ts'
import { replaced } from './host.ts'
import { splitThoughts } from './split-thoughts.ts'

export const readStream = (context: ReadAnswerContext = {}): Stage<Frame, AnswerEvent> =>
  frameReader(emit => new DifyReader(emit, context.isCollected === true))

/** Apps that do not think can answer without streaming; other bodies are failures. */
export function readWhole(body: unknown): AnswerEvent[] {
  const wire = objectOrEmpty(body)
  const isAnswer = typeof wire.answer === 'string'
  const wires = isAnswer
    ? [
        { ...wire, event: 'message' },
        { ...wire, event: 'message_end' },
      ]
    : [{ ...wire, event: 'error' }]
  return readAtOnce(emit => new DifyReader(emit, true), wires)
}

/** https://docs.dify.ai/en/api-reference/guides/streaming */
class DifyReader implements WireReader {
  private readonly answer: PlainAnswer
  private text = ''
  private replaced: string | null = null
  /** Other text was shown before it. */
  private isTooLate = false
  private usage: unknown = null
  private hasEnded = false
  private readonly thoughts = splitThoughts(
    text => this.answer.say(text),
    text => this.answer.think(text),
  )

  /** @param isCollected text can still be replaced */
  constructor(
    emit: Emit,
    private readonly isCollected: boolean,
  ) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject): void {
    lookUp(this.on, wire.event)?.(wire, objectOrEmpty(wire.data))
  }

  end(): void {
    if (!this.hasEnded) return
    if (this.isCollected) this.thoughts.push(this.replaced ?? this.text)
    this.thoughts.end()
    const reason: FinishReason = this.replaced === null ? 'stop' : 'content-filter'
    const usage = plainUsage(this.usage, ['prompt_tokens'], ['completion_tokens'])
    this.answer.finish(reason, usage, this.isTooLate ? replaced : undefined)
  }

  private readonly on: Readonly<Record<string, (wire: JsonObject, data: JsonObject) => void>> = {
    message: wire => this.say(wire, wire.answer),
    agent_message: wire => this.say(wire, wire.answer),
    text_chunk: (wire, data) => this.say(wire, data.text),
    message_file: wire => {
      const url = asText(wire.url)
      if (url !== null && wire.belongs_to !== 'user') this.say(wire, `![${asText(wire.type) ?? 'file'}](${url})`)
    },
    message_replace: wire => {
      this.replaced = asText(wire.answer) ?? ''
      // in a stream it is too late, unless no text has come
      this.isTooLate = !this.isCollected && this.text !== ''
      if (!this.isCollected && this.text === '') this.thoughts.push(this.replaced)
    },
    message_end: wire => {
      this.answer.start(asText(wire.id) ?? '')
      this.usage = dig(wire, 'metadata.usage') ?? this.usage
      this.hasEnded = true
      this.end()
    },
    workflow_started: wire => this.begin(wire),
    workflow_finished: (wire, data) => this.finishWorkflow(wire, data),
    workflow_paused: () => this.answer.fail(failure(PAUSED, 'workflow_paused', 502)),
    human_input_required: () => this.answer.fail(failure(PAUSED, 'human_input_required', 502)),
    error: ({ message, code, status }) =>
      this.answer.fail(failure(asText(message), code, typeof status === 'number' ? status : 502)),
  }

  private begin(wire: JsonObject): void {
    const id = asText(wire.message_id) ?? asText(wire.workflow_run_id) ?? asText(wire.task_id) ?? ''
    this.answer.start(id, '', readCreated(wire.created_at).created)
  }

  private say(wire: JsonObject, said: unknown): void {
    const piece = asText(said)
    if (piece === null) return
    this.begin(wire)
    this.text += piece
    if (!this.isCollected && this.replaced === null) this.thoughts.push(piece)
  }

  /** In a chatflow the message ends separately, before or after it. */
  private finishWorkflow(wire: JsonObject, { status, error, outputs }: JsonObject): void {
    if (status === 'failed') {
      this.answer.fail(failure(asText(error), 'workflow_failed', 502))
      return
    }
    if (this.text === '') this.say(wire, toText(outputs))
    this.begin(wire)
    this.hasEnded = true
  }
}

const PAUSED = 'The app waits for a person, who cannot answer here'

/** Returns a workflow's output: its only text, or all of it as JSON. */
function toText(outputs: unknown): string {
  const values = Object.values(asObject(outputs) ?? {})
  const [only] = values
  if (values.length === 0) return ''
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(outputs)
}
