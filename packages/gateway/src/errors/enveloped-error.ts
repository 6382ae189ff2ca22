import { asCode, asText, dig, isObject, type JsonObject, lookUp } from '../raw/json.ts'
import type { UpstreamError } from './upstream-error.ts'

/** A host that reports errors by its own codes, in the envelope of each answer. */
interface Envelope {
  /** Returns the error; undefined: there is none. */
  find(body: JsonObject): { code: unknown; message: unknown } | undefined
  /** HTTP statuses by code; an unlisted code counts as the upstream's failure. */
  statuses: Readonly<Record<string, number>>
}

/** https://platform.minimax.io/docs/api-reference/errorcode */
const miniMax: Envelope = {
  find({ base_resp }) {
    const code = dig(base_resp, 'status_code')
    return code === undefined || code === 0 ? undefined : { code, message: dig(base_resp, 'status_msg') }
  },
  statuses: {
    1002: 429,
    1004: 401,
    1008: 402,
    1026: 400,
    1027: 400,
    1039: 429,
    1041: 429,
    2013: 400,
    2049: 401,
    2056: 429,
  },
}

/** https://developers.cloudflare.com/workers-ai/platform/errors/ */
const cloudflare: Envelope = {
  find({ success, errors }) {
    const [first] = Array.isArray(errors) ? errors : []
    return success === false && isObject(first) ? { code: first.code, message: first.message } : undefined
  },
  statuses: { 10000: 401, 7003: 404, 5007: 404, 5006: 400, 5004: 400, 3010: 400, 3036: 429, 3040: 429 },
}

/** Returns the error in an envelope of MiniMax's or Cloudflare's, which may have status 200; null: none. */
export function readEnvelopedError(body: JsonObject): UpstreamError | null {
  for (const { find, statuses } of [miniMax, cloudflare]) {
    const found = find(body)
    if (!found) continue
    const code = asCode(found.code)
    return {
      status: lookUp(statuses, code) ?? 502,
      message: asText(found.message) ?? 'The upstream reports an error without a reason',
      type: 'upstream_error',
      code,
      param: null,
    }
  }
  return null
}
