import type { MemoryHold } from '../../call/memory-budget.ts'
import { type Form, typedField } from '../../request/multipart/form.ts'

/** Copies in memory: the bytes, the text in JSON, and the text as it is sent. */
const COPIES = 4

/**
 * Returns a form as an object of its fields and files, with the files in memory, for upstreams that take no forms.
 *
 * @throws ApiError
 */
export function filledForm(form: Form, memory: MemoryHold): Promise<Record<string, unknown>> {
  return read.getOrInsertComputed(form, () => fill(form, memory))
}

/** Kept for further attempts. */
const read = new WeakMap<Form, Promise<Record<string, unknown>>>()

async function fill(form: Form, memory: MemoryHold): Promise<Record<string, unknown>> {
  const { fields, files } = await form.contents(bytes => memory.grow(bytes * COPIES))
  const filled: Record<string, unknown> = {}
  for (const { name, value } of fields) add(filled, name, typedField(name, value))
  for (const { name, ...file } of files) add(filled, name, file)
  return filled
}

/** Adds a value; a repeated name gets a list. */
function add(filled: Record<string, unknown>, name: string, value: unknown): void {
  const before = filled[name]
  filled[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
}
