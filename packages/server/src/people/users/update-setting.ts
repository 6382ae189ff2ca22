import type { CheckedInputOf, ConsoleLanguage, calls, Look } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { readPublicUrl } from '../../platform/http/public-address.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import type { PeopleContext } from '../context.ts'
import { readSetting, type StoredSetting } from './setting.ts'
import { changeSettingText } from './store.ts'

type Form = CheckedInputOf<typeof calls.users.updateSetting>['body']

/**
 * Replaces a user's setting, except its look and views, and the webhook's secret, which stays until there is a new one or no webhook. Later
 * notices use the language of this request.
 */
export async function updateSetting(
  context: PeopleContext,
  caller: Caller,
  { webhook_secret, ...form }: Form,
  language: ConsoleLanguage,
): Promise<void> {
  const { notify_type, webhook_url, notification_email } = form
  if (notify_type === 'webhook' && !webhook_url) throw consoleError('webhook_url_required', {}, 'webhook_url')
  if (webhook_url) checkWebhook(webhook_url)
  if (notification_email && !isMailAddress(notification_email))
    throw consoleError('notification_email_invalid', {}, 'notification_email')
  const sealed = webhook_secret && context.secrets.encrypt(webhook_secret)
  await changeSetting(context, caller, ({ look, views, webhook_secret: before }) => ({
    ...form,
    webhook_secret: webhook_url ? sealed || before : undefined,
    language,
    look,
    views,
  }))
}

/** Replaces how a user wants the console to look. */
export const setLook = (context: PeopleContext, caller: Caller, look: Look): Promise<void> =>
  changeSetting(context, caller, setting => ({ ...setting, look }))

/** Changes a user's stored setting, which another call may have changed since the caller was read. */
export async function changeSetting(
  { db, changeEvents }: PeopleContext,
  { id }: Caller,
  change: (setting: StoredSetting) => StoredSetting,
): Promise<void> {
  await changeSettingText(db, id, text => JSON.stringify(change(readSetting(text))))
  await changeEvents.emit('users', id)
}

/** Checks an address without DNS; the address it resolves to is checked whenever something is sent there. */
function checkWebhook(url: string): void {
  if (!/^https:\/\//i.test(url)) throw consoleError('webhook_url_not_https', {}, 'webhook_url')
  try {
    readPublicUrl(url)
  } catch {
    throw consoleError('webhook_url_not_public', {}, 'webhook_url')
  }
}
