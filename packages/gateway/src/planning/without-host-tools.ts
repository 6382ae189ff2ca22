import { inputFacts } from '../pricing/input-facts.ts'
import type { InputSize } from '../protocols/common/input-size.ts'
import type { Loss } from '../protocols/common/losses.ts'
import { protocols, type WireFormat } from '../protocols/index.ts'
import { editElements, editMembers } from '../raw/edit-json.ts'
import { asObject, asText, tryParse } from '../raw/json.ts'
import { readMember } from '../raw/read-members.ts'
import type { ScannedObject } from '../raw/scan-json.ts'
import { tellable } from './without-choices.ts'

const NOT_PAID_FOR = 'the quota left does not pay for what the upstream may read by it'

/**
 * Removes the tools that the host runs from a request that also has tools its client runs: such a client does not
 * depend on them. Null: it has none, or nothing else, or requests one of them by name.
 */
export function withoutHostTools(
  body: ScannedObject,
  format: WireFormat,
): { body: ScannedObject; losses: Loss[] } | null {
  const size = toolsOf(protocols[format].inputSize)
  if (!size || !isFreeToChoose(readMember(body, 'tool_choice'))) return null
  const removed = new Set<string>()
  let kept = 0
  const edited = editMembers(body, (name, value) => {
    if (name !== 'tools') return undefined
    return (
      editElements(value(), tool => {
        if (inputFacts(`[${tool}]`, size).outside === 0) {
          kept += 1
          return undefined
        }
        removed.add(nameOf(tool))
        return null
      }) ?? undefined
    )
  })
  if (!edited || kept === 0) return null
  return { body: edited, losses: [...removed].map(what => ({ what, why: NOT_PAID_FOR })) }
}

const toolsOf = (size: InputSize | undefined): InputSize | undefined =>
  typeof size === 'object' && 'members' in size ? size.members.get('tools') : undefined

/** Whether the choice is the default. */
const isFreeToChoose = (choice: unknown): boolean =>
  choice === undefined || choice === null || ['auto', 'none'].includes(asText(asObject(choice)?.type ?? choice) ?? '')

/** Gemini names a tool by its member. */
function nameOf(tool: string): string {
  const parsed = asObject(tryParse(tool)) ?? {}
  return `tool ${tellable(asText(parsed.type) ?? Object.keys(parsed)[0] ?? '')}`.trim()
}
