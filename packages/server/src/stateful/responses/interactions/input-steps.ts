import { asText } from '@tollgate/gateway'
import type { Item } from '../store/index.ts'

/** Returns the `input` of a request as steps. Invalid ones are refused later, when the request is read. */
export function inputSteps(input: unknown): readonly Item[] {
  if (typeof input === 'string') return [said([{ type: 'text', text: input }])]
  const steps: Item[] = []
  let contents: Item[] = []
  for (const element of Array.isArray(input) ? input : [input]) {
    if (isContent(element)) {
      if (contents.length === 0) steps.push(said(contents))
      contents.push(element)
      continue
    }
    contents = []
    if (element !== undefined && element !== null) steps.push(element as Item) // checked when the request is read
  }
  return steps
}

const said = (content: readonly Item[]): Item => ({ type: 'user_input', content })

const CONTENTS: ReadonlySet<string | null> = new Set(['text', 'image', 'audio', 'video', 'document'])

const isContent = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && 'type' in value && CONTENTS.has(asText(value.type))
