import { calls, type Drawing } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { readZeroBasedPage } from '../http/zero-based-page.ts'
import { drawingsBy, type FoundDrawing } from './store.ts'

/** A drawing as administrators see it. */
const toDrawing = ({ channel_name, username, ...row }: FoundDrawing): Drawing => ({
  ...row,
  channel_name: channel_name ?? '',
  username: username ?? '',
})

/** A drawing as its own user sees it, without the channel. */
const toOwnDrawing = (row: FoundDrawing): Drawing => ({
  ...toDrawing(row),
  username: '',
  channel_id: 0,
  channel_name: '',
})

export const drawingLogEndpoints = [
  serve(calls.drawings.list, ({ query }, { app }) => {
    const { rows, count } = drawingsBy(app.reports, query)
    return readZeroBasedPage(rows, count, query, toDrawing)
  }),

  serve(calls.drawings.listSelf, ({ query }, { app, caller }) => {
    const { rows, count } = drawingsBy(app.reports, { ...query, userId: caller.id })
    return readZeroBasedPage(rows, count, query, toOwnDrawing)
  }),
]
