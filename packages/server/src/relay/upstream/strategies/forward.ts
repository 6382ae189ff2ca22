import { type Loss, observers, sameDialect } from '@tollgate/gateway'
import type { Form } from '../../request/multipart/form.ts'
import { pathOf } from './patch.ts'
import type { OutgoingRequest, RequestStrategy } from './strategy.ts'

/** The client's own form as it passes, with the declared patches alone: the model's name, the channel's own. */
export const forward = ({ call, envelope }: OutgoingRequest, form: Form): RequestStrategy => ({
  format: call.endpoint.format,
  path: model => pathOf(call, model),
  isConverted: false,
  keepsAnswer: true,
  write({ model, patches, passesBody }) {
    const losses: Loss[] = []
    const renamed = envelope.member('model') === model ? {} : { model }
    const wanted = passesBody ? {} : { ...renamed, ...patches(envelope.member, losses) }
    const { chunks, bytes } = form.body(new Map(Object.entries(wanted).map(([name, value]) => [name, fieldsOf(value)])))
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

/** A value as the fields of a form that say it: a list is a field of the same name for each, nothing is none. */
function fieldsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}
