import {
  type CheckedChoices,
  type Patches,
  type ScannedObject,
  type WireFormat,
  withoutChoices,
} from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'

/**
 * Removes what a client may not choose on a channel from a body that is ready to be sent: other models and providers, and service
 * levels without a price. What the operator has set stays.
 */
export function checkedBody(
  body: ScannedObject,
  { setting }: Pick<OpenChannel, 'setting'>,
  { operators, ...call }: { format: WireFormat; model: string; operators: Patches },
): CheckedChoices {
  return withoutChoices(body, {
    ...call,
    allowsOthers: setting.allow_model_choice,
    levels: setting.usual_service_only ? 'usual' : 'priced',
    isOperators: name => Object.hasOwn(operators, name),
  })
}
