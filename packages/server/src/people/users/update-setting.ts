import type { CheckedInputOf, ConsoleLanguage, calls, Look } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { readPublicUrl } from '../../platform/http/public-address.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import type { PeopleContext } from '../context.ts'
import { readSetting, type StoredSetting } from './setting.ts'
import { updateSettingText } from './store.ts'

type Form = CheckedInputOf<typeof calls.users.updateSetting>['body']

/**
 * Replaces a user's setting, except its look, and the webhook's secret, which stays until there is a new one or no webhook. Later
 * notices use the language of this request.
 */
export async function updateSetting(
  { db, secrets, changeEvents }: PeopleContext,
  caller: Caller,
  { webhook_secret, ...form }: Form,
  language: ConsoleLanguage,
): Promise<void> {
  const { notify_type, webhook_url, notification_email } = form
  if (notify_type === 'webhook' && !webhook_url) throw consoleError('webhook_url_required', {}, 'webhook_url')
  if (webhook_url) checkWebhook(webhook_url)
  if (notification_email && !isMailAddress(notification_email))
    throw consoleError('notification_email_invalid', {}, 'notification_email')
  const { look, webhook_secret: before } = readSetting(caller.setting)
  const sealed = webhook_secret ? secrets.encrypt(webhook_secret) : before
  const stored: StoredSetting = { ...form, webhook_secret: webhook_url ? sealed : undefined, language, look }
  await updateSettingText(db, caller.id, JSON.stringify(stored))
  await changeEvents.emit('users', caller.id)
}

/** Replaces how a user wants the console to look. */
export async function setLook({ db, changeEvents }: PeopleContext, caller: Caller, look: Look): Promise<void> {
  const stored: StoredSetting = { ...readSetting(caller.setting), look }
  await updateSettingText(db, caller.id, JSON.stringify(stored))
  await changeEvents.emit('users', caller.id)
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
