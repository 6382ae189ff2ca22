import { isChoiceField, type Loss, observers, sameDialect } from '@tollgate/gateway'
import type { Form } from '../../request/multipart/form.ts'
import { pathOf } from './patch.ts'
import type { OutgoingRequest, RequestStrategy } from './request-strategy.ts'

/** Streams the client's own form with only these patches: the model's name and the channel's overrides. */
export const forwardForm = ({ call, envelope }: OutgoingRequest, form: Form): RequestStrategy => ({
  format: call.endpoint.format,
  path: model => pathOf(call, model),
  isConverted: false,
  keepsAnswer: true,
  write({ model, setting, patches, passesBody }) {
    const losses: Loss[] = []
    // The path names the deployment, whatever the form says.
    const isAsked = call.deployment === undefined
    const renamed = isAsked && envelope.member('model') === model ? {} : { model }
    const isRefused = setting.allow_model_choice ? () => false : isChoiceField
    const refused = form.fieldNames().filter(isRefused)
    const passed = isAsked ? {} : renamed
    const overridden = passesBody ? passed : { ...renamed, ...patches(envelope.member, losses) }
    const edits = { ...Object.fromEntries(refused.map(name => [name, undefined])), ...overridden }
    for (const name of new Set(refused.map(name => name.split('[', 1)[0])))
      losses.push({ what: `"${name}"`, why: 'this channel does not allow it in forms' })
    const written = new Map(Object.entries(edits).map(([name, value]) => [name, fieldsOf(value)]))
    const { chunks, bytes } = form.body(written)
    return {
      body: chunks,
      headers: {
        'content-type': form.contentType,
        accept: envelope.isStream ? 'text/event-stream' : '*/*',
        ...(bytes !== undefined && { 'content-length': String(bytes) }),
      },
      pipeline: sameDialect(observers[call.endpoint.format], false, false),
      losses,
    }
  },
})

/** The form fields for a value: a field of the same name for each item of a list, none for null. */
function fieldsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}
