import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { optionKeys, optionLines } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { AppContext } from '../../start/app-context.ts'
import { optionEndpoints } from './routes.ts'

for (const { kind, open } of databases()) {
  describe(`options on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let root: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      root = await signedIn(app, optionEndpoints, 'root')
    })
    afterAll(() => database.close())

    const set = (key: string, value: unknown, language?: 'zh' | 'en' | 'ru') =>
      root('PUT', '/api/option/', { body: { key, value }, language })

    test('are for admins only', async () => {
      const user = await signedIn(app, optionEndpoints, 'user')
      const answers = [
        await visitor(app, optionEndpoints)('GET', '/api/option/'),
        await user('GET', '/api/option/'),
        await user('GET', '/api/option/secrets'),
        await user('PUT', '/api/option/', { body: { key: 'RetryTimes', value: '0' } }),
      ]
      expect(answers.map(({ status, code }) => [status, code])).toEqual([
        [401, 'session_missing'],
        [403, 'role_too_low'],
        [403, 'role_too_low'],
        [403, 'role_too_low'],
      ])
    })

    test('are listed as text, without the secret ones', async () => {
      await set('SMTPToken', 'hush')
      const { data } = await root('GET', '/api/option/')
      const shown = optionKeys.filter(key => !optionLines[key].secret)
      expect(data).toEqual(shown.map(key => ({ key, value: optionLines[key].write(optionLines[key].default) })))
      expect((await root('GET', '/api/option/secrets')).data).toMatchObject({ SMTPToken: true, EpayKey: false })
    })

    test('take effect at once and survive the process', async () => {
      expect(await set('MjNotifyEnabled', true)).toEqual({ status: 200, success: true, message: '', data: null })
      await set('QuotaPerUnit', 1000)
      const restarted = await testApp(database)
      for (const { options } of [app, restarted])
        expect([options.get('MjNotifyEnabled'), options.get('QuotaPerUnit')]).toEqual([true, 1000])
    })

    test('refuse an invalid value with the reason, in the caller’s language', async () => {
      expect(await set('Chats', '{"name"', 'zh')).toEqual({
        status: 200,
        success: false,
        code: 'option_invalid',
        field: 'Chats',
        message: '选项 Chats 的值无效：不是合法的 JSON 字符串',
      })
      const { message } = await set('ModelRequestRateLimitSuccessCount', '0', 'ru')
      expect(message).toBe('Значение параметра ModelRequestRateLimitSuccessCount отклонено: должно быть не меньше 1')
      for (const key of ['NoSuchOption', 'StreamCacheQueueLength'])
        expect(await set(key, '1')).toMatchObject({ code: 'option_unknown', message: `There is no option ${key}` })
      expect((await set('TurnstileCheckEnabled', 'true')).message).toBe(
        'Fill in TurnstileSiteKey, TurnstileSecretKey before enabling TurnstileCheckEnabled',
      )
      expect(app.options.get('Chats')).toEqual(optionLines.Chats.default as never)
    })
  })
}
