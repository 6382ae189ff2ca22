import type { MemoryHold } from '../../call/memory-budget.ts'
import { type Form, typedField } from '../../request/multipart/form.ts'

/** Its bytes, as text in JSON, and that as it is sent. */
const COPIES = 4

/**
 * Returns a form as an object of its fields and files, the files read into memory, for upstreams that take none.
 *
 * @throws ApiError
 */
export function filledForm(form: Form, memory: MemoryHold): Promise<Record<string, unknown>> {
  return read.getOrInsertComputed(form, () => fill(form, memory))
}

/** Another attempt needs it again. */
const read = new WeakMap<Form, Promise<Record<string, unknown>>>()

async function fill(form: Form, memory: MemoryHold): Promise<Record<string, unknown>> {
  const { fields, files } = await form.contents(bytes => memory.grow(bytes * COPIES))
  const filled: Record<string, unknown> = {}
  for (const { name, value } of fields) add(filled, name, typedField(name, value))
  for (const { name, ...file } of files) add(filled, name, file)
  return filled
}

/** A name that comes several times has a list. */
function add(filled: Record<string, unknown>, name: string, value: unknown): void {
  const before = filled[name]
  filled[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
}
