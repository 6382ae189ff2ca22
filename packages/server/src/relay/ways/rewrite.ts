import type { Converses } from '@tollgate/gateway'
import { ownAnswer, pathOf } from './keep.ts'
import type { Outgoing, Way } from './way.ts'
import { writeAsk } from './write-ask.ts'

/** The request read and written in one dialect; the answer is the upstream's own. */
export const rewrite = (outgoing: Outgoing, converses: Converses): Way => ({
  format: converses.dialect,
  path: model => pathOf(outgoing.call, model),
  isConverted: true,
  keepsAnswer: true,
  async write(route) {
    const { body, losses } = route.passesBody
      ? { body: outgoing.envelope.text, losses: [] }
      : await writeAsk(outgoing, route, converses)
    return { body, passage: ownAnswer(outgoing, route), losses }
  },
})
