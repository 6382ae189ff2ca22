import { type Loss, lose } from '../protocols/common/losses.ts'
import type { Patches } from '../raw/patch-json.ts'

/** How a host's members differ from OpenAI's bodies. */
export interface Members {
  /** The host's names, by OpenAI's names. */
  renamed?: Readonly<Record<string, string>>
  /** By member, the loss to report. */
  refused?: Readonly<Record<string, string>>
}

/** Returns the patches that give a body's members the host's names. Members with neutral values are no loss. */
export function memberPatches(
  { renamed = {}, refused = {} }: Members,
  member: (name: string) => unknown,
  losses: Loss[],
): Patches {
  const patches: Record<string, unknown> = {}
  for (const [name, known] of Object.entries(renamed)) {
    if (member(name) === undefined) continue
    patches[name] = undefined
    patches[known] = member(known) ?? member(name)
  }
  for (const [name, what] of Object.entries(refused)) {
    const value = member(name)
    if (value === undefined) continue
    patches[name] = undefined
    if (value !== null && value !== false) lose(losses, what, 'this host refuses it')
  }
  return patches
}
