import {
  type CheckedChoices,
  type Patches,
  type ScannedObject,
  scanObject,
  type WireFormat,
  withoutChoices,
  withoutUnknown,
} from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { asRequestError } from '../request/as-request-error.ts'
import { asBody, editInTurns } from '../request/large-body/patch-in-turns.ts'
import { LONGEST_AT_ONCE } from '../request/large-body/write-in-turns.ts'
import type { UpstreamBody } from './strategies/request-strategy.ts'

interface Checked {
  format: WireFormat
  model: string
  /** Members set by the operator. */
  operators: Patches
  /** Every part of the body is known. */
  isKnown?: boolean
}

/**
 * Removes what a client may not choose or send on a channel from a finished body: other models and providers, service levels
 * without a price, and unknown parts. Members set by the operator stay.
 */
export function checkedBody(
  body: ScannedObject,
  { setting }: Pick<OpenChannel, 'setting'>,
  { operators, isKnown, ...call }: Checked,
): CheckedChoices {
  const isOperators = (name: string) => Object.hasOwn(operators, name)
  const chosen = withoutChoices(body, {
    ...call,
    allowsOthers: setting.allow_model_choice,
    levels: setting.usual_service_only ? 'usual' : 'priced',
    isOperators,
  })
  if (!setting.known_parts_only || isKnown) return chosen
  const known = withoutUnknown(chosen.body, { format: call.format, keeps: isOperators })
  return { ...chosen, body: known.body, losses: [...chosen.losses, ...known.losses] }
}

/** Returns the body as its client may send it; null: it is not JSON. */
export function checkedJson(
  { body, scanned, inspected }: UpstreamBody,
  channel: OpenChannel,
  call: Parameters<typeof checkedBody>[2],
): (Omit<CheckedChoices, 'body'> & { sent: Partial<Pick<UpstreamBody, 'body' | 'scanned' | 'inspected'>> }) | null {
  if (typeof body !== 'string') return null
  const before = scanned ?? inspected ?? scanWritten(body)
  const { body: after, ...found } = checkedBody(before, channel, call)
  const sent = { body: after.text, inspected: undefined, ...(scanned && { scanned: after }) }
  return { ...found, sent: after === before ? {} : sent }
}

/** The same for a large request, whose text is made anew in a thread. */
export async function checkedInTurns(
  written: UpstreamBody,
  channel: OpenChannel,
  call: Parameters<typeof checkedBody>[2],
): Promise<ReturnType<typeof checkedJson>> {
  const { scanned, inspected } = written
  const before = scanned ?? inspected
  const readsAll = channel.setting.known_parts_only && !call.isKnown
  if (!before || before.text.length <= LONGEST_AT_ONCE || readsAll) return checkedJson(written, channel, call)
  let checked: CheckedChoices | undefined
  const after = await editInTurns(
    before,
    frame => {
      checked = checkedBody(frame, channel, call)
      return checked.body
    },
    call.format,
  )
  if (!checked) return null
  const { body: _frame, ...found } = checked
  return { ...found, sent: after === before ? {} : { ...asBody(after), ...(scanned && { scanned: after }) } }
}

/** A request that the gateway converted may have become too complex. @throws ApiError */
function scanWritten(body: string): ScannedObject {
  try {
    return scanObject(body)
  } catch (error) {
    throw asRequestError(error)
  }
}
