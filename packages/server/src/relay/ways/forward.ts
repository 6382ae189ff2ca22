import { followings, sameDialect } from '@tollgate/gateway'
import type { Form } from '../upload/form.ts'
import { pathOf } from './keep.ts'
import type { Outgoing, Way } from './way.ts'

/** The client's own form as it passes, with the model's name alone patched. */
export const forward = ({ call, envelope }: Outgoing, form: Form): Way => ({
  format: call.endpoint.format,
  path: model => pathOf(call, model),
  isConverted: false,
  write({ model }) {
    const { chunks, bytes } = form.body(model)
    return {
      body: chunks,
      headers: {
        'content-type': form.contentType,
        accept: envelope.isStream ? 'text/event-stream' : '*/*',
        ...(bytes !== undefined && { 'content-length': String(bytes) }),
      },
      passage: sameDialect(followings[call.endpoint.format], false, false),
      losses: [],
    }
  },
})
