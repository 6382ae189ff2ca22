import type { ToolCallPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, FunctionTool } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { functionsOf, plainParameters, within } from '../common/plain-request.ts'
import { alternating, NOTHING, type PlainTurn, plainTurns } from '../common/plain-turns.ts'
import { choiceLimits, host, parameters, rangeLimits } from './host.ts'

/** @throws RequestRefused */
export function writeRequest(
  request: CanonicalRequest,
  { model }: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const turns = plainTurns(request, host, losses)
  const system = turns.filter(({ role }) => role === 'system').map(({ text }) => text)
  const asked = within(request.parameters, { temperature: [0, 2], topP: [0, 1] }, name =>
    note(losses, rangeLimits[name]),
  )
  const body = {
    Model: model,
    Messages: [
      ...(system.length > 0 ? [{ Role: 'system', Content: system.join('\n\n') }] : []),
      ...alternating(turns.filter(({ role }) => role !== 'system')).map(writeTurn),
    ],
    ...plainParameters({ ...request, parameters: asked }, host, parameters, losses),
    ...writeTools(request, losses),
    Stream: request.stream,
  }
  return { body, losses }
}

function writeTurn({ role, text, media, calls, callId }: PlainTurn): JsonObject {
  const shown = media.map(part => ({ Type: 'image_url', ImageUrl: { Url: toAddress(part) ?? '' } }))
  // an empty message is refused
  const content =
    shown.length > 0
      ? { Contents: [...(text === '' ? [] : [{ Type: 'text', Text: text }]), ...shown] }
      : { Content: text === '' && calls.length === 0 ? NOTHING : text }
  return {
    Role: role,
    ...content,
    ...(calls.length > 0 && { ToolCalls: calls.map(writeCall) }),
    ...(callId !== undefined && { ToolCallId: callId }),
  }
}

const writeCall = ({ id, name, arguments: written }: ToolCallPart, index: number): JsonObject => ({
  Id: id,
  Type: 'function',
  Index: index,
  Function: { Name: name, Arguments: written || '{}' },
})

function writeTools(request: CanonicalRequest, losses: Loss[]): JsonObject {
  const { toolChoice: choice } = request.parameters
  const offered = functionsOf(request, host, losses)
  if (offered.length === 0) return {}
  if (choice?.type === 'none') return { Tools: offered.map(writeTool), ToolChoice: 'none' }
  if (choice?.type === 'required') note(losses, choiceLimits.required)
  if (choice?.type === 'tool') {
    const custom = offered.find(({ name }) => name === choice.name)
    return { Tools: offered.map(writeTool), ...(custom && { ToolChoice: 'custom', CustomTool: writeTool(custom) }) }
  }
  if (choice?.type !== 'allowed') return { Tools: offered.map(writeTool) }
  note(losses, choiceLimits.allowed)
  const shown = offered.filter(({ name }) => choice.names.includes(name))
  return shown.length > 0 ? { Tools: shown.map(writeTool) } : {}
}

/** Parameters are JSON inside a text. */
const writeTool = ({ name, description, schema }: FunctionTool): JsonObject => ({
  Type: 'function',
  Function: {
    Name: name,
    ...(description !== undefined && { Description: description }),
    Parameters: JSON.stringify({ type: 'object', ...(schema ?? { properties: {} }) }),
  },
})
