import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { CanonicalRequest, FunctionTool } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { functionsOf, plainParameters, within } from '../common/plain-request.ts'
import { plainTurns, withoutSystem } from '../common/plain-turns.ts'
import { host, own, parameters } from './host.ts'

export interface SparkQuirks extends HostQuirks {
  /** A version before 3.5. */
  noSystem?: boolean
}

/** Writes everything except the app and the model's domain, which the channel names. @throws RequestRefused */
export function writeRequest(
  request: CanonicalRequest,
  { quirks }: WriteRequestContext<SparkQuirks>,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const turns = plainTurns(request, host, losses)
  const told = quirks?.noSystem ? withoutSystem(turns, own.noSystem, losses) : turns
  const asked = within(request.parameters, { topK: [1, 6] }, name => note(losses, own[name]))
  const functions = chosen(request, functionsOf(request, host, losses), losses).map(writeFunction)
  const body = {
    header: {},
    parameter: { chat: plainParameters({ ...request, parameters: asked }, host, parameters, losses) },
    payload: {
      message: { text: told.map(({ role, text }) => ({ role, content: text })) },
      ...(functions.length > 0 && { functions: { text: functions } }),
    },
  }
  return { body, losses }
}

/** The model calls any of the tools it is given. */
function chosen(
  { parameters: { toolChoice } }: CanonicalRequest,
  offered: FunctionTool[],
  losses: Loss[],
): FunctionTool[] {
  if (!toolChoice || toolChoice.type === 'auto' || offered.length === 0) return offered
  note(losses, own.chosenTools)
  if (toolChoice.type === 'none') return []
  if (toolChoice.type !== 'tool' && toolChoice.type !== 'allowed') return offered
  const names = toolChoice.type === 'tool' ? [toolChoice.name] : toolChoice.names
  return offered.filter(({ name }) => names.includes(name))
}

const writeFunction = ({ name, description, schema }: FunctionTool): JsonObject => ({
  name,
  ...(description !== undefined && { description }),
  parameters: { type: 'object', ...(schema ?? { properties: {} }) },
})
