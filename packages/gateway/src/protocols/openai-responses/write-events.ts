import type { AnswerEvent, StartEvent } from '../../canonical/answer.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { withRequestId } from '../../errors/write-error.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import type { Say } from './output-list.ts'
import { toolNames } from './tool-names.ts'
import { OutputWriter } from './write-output.ts'
import { writeEnding, writeFailure, writeOpening } from './write-response.ts'

/** Turns canonical events into the events of a response; the last one carries it whole. */
export class ResponseWriter {
  /** The response so far; null: not begun. */
  response: JsonObject | null = null
  private output: OutputWriter | null = null

  constructor(
    private readonly context: WriteAnswerContext,
    private readonly losses: Loss[],
    private readonly say: Say,
  ) {}

  write(event: AnswerEvent): void {
    switch (event.type) {
      case 'start':
        this.start(event)
        break
      case 'finish': {
        this.output?.finish(event)
        const ending = writeEnding(event, this.output?.items ?? [])
        this.end(`response.${ending.status}`, ending)
        break
      }
      case 'error':
        this.fail(event.error)
        break
      case 'usage':
        break
      default:
        this.output?.write(event)
    }
  }

  private start(event: StartEvent): void {
    const { context, losses } = this
    this.response = writeOpening(event, context, losses)
    const names = toolNames(context.asked?.tools, context.asked?.input)
    this.output = new OutputWriter(this.say, String(this.response.id), names, losses)
    this.say('response.created', { response: this.response })
    this.say('response.in_progress', { response: this.response })
  }

  /** An answer that never began has no response to fail. */
  private fail(error: UpstreamError): void {
    const message = withRequestId({ message: error.message, requestId: this.context.requestId })
    const { code, param, type } = error
    if (this.response) this.end('response.failed', writeFailure(error, message, this.output?.items ?? []))
    else this.say('error', { code: code ?? type ?? 'server_error', message, param })
  }

  private end(type: string, ending: JsonObject): void {
    this.response = { ...this.response, ...ending }
    this.say(type, { response: this.response })
  }
}
