import type { ConsoleLanguage, Drawing } from '@tollgate/contract'
import { taskFailureIn } from '../../platform/messages/task-failure-in.ts'
import type { RecordsContext } from '../context.ts'
import { pictureShower } from './shown-picture.ts'
import type { FoundDrawing } from './store.ts'

type Site = Pick<RecordsContext, 'options' | 'secrets' | 'now'>

/**
 * Makes a drawing as administrators see it, with its picture at an address of ours unless the operator wants the
 * upstream's shown.
 */
export function toDrawing(site: Site, language: ConsoleLanguage): (row: FoundDrawing) => Drawing {
  const pictureOf = pictureShower(null, site)
  return ({ channel_name, username, ...row }) => {
    const failure = taskFailureIn(language, row.fail_reason)
    return {
      ...row,
      ...(failure !== undefined && { failure }),
      // Older versions may have stored something that is not a web address.
      image_url: pictureOf && /^https?:/i.test(row.image_url) ? pictureOf(row) : row.image_url,
      channel_name: channel_name ?? '',
      username: username ?? '',
    }
  }
}

/** Makes a drawing as its own user sees it, without the channel. */
export function toOwnDrawing(site: Site, language: ConsoleLanguage): (row: FoundDrawing) => Drawing {
  const shown = toDrawing(site, language)
  return row => ({ ...shown(row), username: '', channel_id: 0, channel_name: '' })
}
