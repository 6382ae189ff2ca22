import { calls, type Drawing } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { serve } from '../http/serve.ts'
import { readZeroBasedPage } from '../http/zero-based-page.ts'
import { pictureShower } from '../tasks/shown-picture.ts'
import { drawingsBy, type FoundDrawing } from './store.ts'

/** Returns what makes a drawing as administrators see it. */
function drawingWriter(app: AppContext): (found: FoundDrawing) => Drawing {
  const show = pictureShower(null, app)
  return ({ channel_name, username, ...row }) => ({
    ...row,
    // What an older version stored may be no address of the web.
    image_url: show && /^https?:/i.test(row.image_url) ? show(row) : row.image_url,
    channel_name: channel_name ?? '',
    username: username ?? '',
  })
}

/** A drawing as its own user sees it, without the channel. */
const asOwn = (drawing: Drawing): Drawing => ({ ...drawing, username: '', channel_id: 0, channel_name: '' })

export const drawingLogEndpoints = [
  serve(calls.drawings.list, ({ query }, { app }) => {
    const { rows, count } = drawingsBy(app.reports, query)
    return readZeroBasedPage(rows, count, query, drawingWriter(app))
  }),

  serve(calls.drawings.listSelf, ({ query }, { app, caller }) => {
    const { rows, count } = drawingsBy(app.reports, { ...query, userId: caller.id })
    const toDrawing = drawingWriter(app)
    return readZeroBasedPage(rows, count, query, row => asOwn(toDrawing(row)))
  }),
]
