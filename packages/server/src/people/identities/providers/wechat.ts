import { z } from 'zod'
import { askProvider } from '../../../platform/http/ask-provider.ts'
import { consoleError } from '../../../platform/http/console-error.ts'
import type { PeopleContext } from '../../context.ts'
import type { Identity, Provider } from '../provider.ts'

export const wechat: Provider = {
  name: 'WeChat',
  place: 'wechat_id',
  enabledBy: 'WeChatAuthEnabled',
  makesUsers: true,
}

const answer = z.object({ success: z.boolean(), data: z.string().nullish() })

/**
 * Asks the server of the site's WeChat account whom a code belongs to.
 * https://github.com/songquanpeng/wechat-server#api
 */
export async function identifyByWechat(app: PeopleContext, code: string): Promise<Identity> {
  const { options } = app
  if (code === '') throw consoleError('code_empty', {}, 'code')
  const address = `${options.get('WeChatServerAddress')}/api/wechat/user?${new URLSearchParams({ code })}`
  const { status, body } = await askProvider(address, { headers: { authorization: options.get('WeChatServerToken') } })
  if (status !== 200) throw new Error(`the WeChat server refused the request (status ${status})`)
  const { success, data: subject } = answer.parse(body)
  if (!success || !subject) throw consoleError('code_wrong', {}, 'code')
  return { provider: wechat, subject, name: '', displayName: '', email: '' }
}
