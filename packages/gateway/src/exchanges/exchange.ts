import type { Usage } from '../canonical/usage.ts'
import type { UpstreamError } from '../errors/upstream-error.ts'
import type { Body, ClientConverter, ResponseContext, UpstreamConverter } from '../protocols/common/exchange.ts'
import { type Loss, lose } from '../protocols/common/losses.ts'
import type { Format, WireFormat } from '../protocols/index.ts'
import { isObject, type JsonObject } from '../raw/json.ts'

/** A call with one request and one response, sent to an upstream in a format other than the client's. */
export interface Exchange<Written extends Body = JsonObject> {
  format: WireFormat
  /** The upstream's usual path, in the form of `ProviderCall.path`. */
  path(model: string): string
  /**
   * Returns the request in the upstream's format.
   *
   * @param asked the client's body, parsed; for a form, its fields and files
   * @param model the upstream's name for it
   * @param id of the call; absent: it has none
   * @throws RequestRefused
   */
  convertRequest(asked: JsonObject, model: string, id?: string): ConvertedRequest<Written>
}

/** By the client's format: how to send a request to an upstream that does not speak it. */
export type Exchanges = Partial<Record<Format, Exchange<Body>>>

export interface ConvertedRequest<Written extends Body = JsonObject> {
  body: Body
  losses: Loss[]
  /** Of the response. */
  contentType: string
  /** Returns the upstream's response in the client's format; null: the body is not a response. */
  convertResponse(response: Body, context: ResponseContext): ConvertedResponse<Written> | null
  /**
   * Returns the error in a body that is not a response, in the upstream's own words; null: it has a usual form, read
   * elsewhere.
   */
  readError(body: JsonObject): UpstreamError | null
}

export interface ConvertedResponse<Written extends Body = JsonObject> extends Consumption {
  body: Written
}

/** What a response consumed. */
export interface Consumption {
  /** null: not reported. */
  usage: Usage | null
  /** The factor for a price per call; null: 1. */
  units: number | null
  /** The answer's text, counted if no usage is reported. Absent: none. */
  text?: string
}

/** Returns the exchange from a client's format to an upstream's, through the canonical form. */
export const exchange = <Request extends object, Response, Written extends Body>(
  client: ClientConverter<Request, Response, Written>,
  upstream: UpstreamConverter<Request, Response, WireFormat>,
  consumption: (answer: Response) => Consumption,
): Exchange<Written> => ({
  format: upstream.format,
  path: upstream.path,
  convertRequest(asked, model, id = '') {
    const losses: Loss[] = []
    const request = client.readRequest(asked, losses, upstream.takes)
    for (const [member, loss] of Object.entries<Loss | undefined>(upstream.lacks ?? {}))
      if (loss && member in request) lose(losses, loss.what, loss.why)
    const read = (body: Body): Response | null => {
      if (body instanceof Uint8Array) return upstream.readBytes?.(body, request) ?? null
      return isObject(body) ? upstream.readAnswer(body, request, model) : null
    }
    return {
      body: upstream.writeRequest(request, model, losses, id),
      losses,
      contentType: client.contentType?.(request) ?? 'application/json',
      convertResponse(body, context) {
        const answer = read(body)
        if (answer === null) return null
        return { body: client.writeAnswer(answer, request, context, asked), ...consumption(answer) }
      },
      readError: body => upstream.readError?.(body) ?? null,
    }
  },
})
