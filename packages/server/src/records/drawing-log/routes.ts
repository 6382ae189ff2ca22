import { calls } from '@tollgate/contract'
import { readZeroBasedPage } from '../../platform/http/zero-based-page.ts'
import { serve } from '../context.ts'
import { drawingsBy } from './store.ts'
import { toDrawing, toOwnDrawing } from './to-drawing.ts'

export const drawingLogEndpoints = [
  serve(calls.drawings.list, ({ query }, { app, language }) => {
    const { rows, count } = drawingsBy(app.reports, query)
    return readZeroBasedPage(rows, count, query, toDrawing(app, language))
  }),

  serve(calls.drawings.listSelf, ({ query }, { app, caller, language }) => {
    const { rows, count } = drawingsBy(app.reports, { ...query, userId: caller.id })
    return readZeroBasedPage(rows, count, query, toOwnDrawing(app, language))
  }),
]
