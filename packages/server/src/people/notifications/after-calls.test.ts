import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { User } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { MAILBOX, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const CHARGE = 8

let mailServer: MailServer
let upstream: WireUpstream
let gateway: TestGateway
beforeAll(async () => {
  mailServer = await startMailServer()
  upstream = startWireUpstream({
    '/v1/embeddings': () => ({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1] }],
      usage: { prompt_tokens: CHARGE, total_tokens: CHARGE },
    }),
  })
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url })
  const options = {
    ModelRatio: '{"test-model":1}',
    SMTPServer: '127.0.0.1',
    SMTPPort: mailServer.port,
    SMTPAccount: MAILBOX.user,
    SMTPToken: MAILBOX.password,
  }
  for (const [key, value] of Object.entries(options)) await gateway.setOption(key, value)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  await mailServer.stop()
})

test('the call that takes a balance below its user’s threshold sends one mail, and later calls send none', async () => {
  const { bearer } = await gateway.makeToken()
  const call = async () => {
    const headers = { authorization: `Bearer ${bearer}` }
    const body = JSON.stringify({ model: 'test-model', input: 'a' })
    await (await fetch(`${gateway.url}/v1/embeddings`, { method: 'POST', headers, body })).text()
  }
  const self = () => gateway.consoleCall<User>('GET', '/api/user/self')
  const { quota } = await self()
  await gateway.consoleCall('PUT', '/api/user/setting', {
    notify_type: 'email',
    notification_email: 'ann@example.org',
    quota_warning_threshold: quota - CHARGE,
  })

  await call()
  expect([(await self()).quota, mailServer.mails.length]).toEqual([quota - CHARGE, 0])
  await call()
  await until(
    async () => mailServer.mails.length,
    mails => mails > 0,
  )
  await call()
  await call()
  expect((await self()).quota).toBe(quota - 4 * CHARGE)
  expect(mailServer.mails.map(({ to, headers }) => [to, /^Subject: (.*)$/m.exec(headers)?.[1]?.trim()])).toEqual([
    [['ann@example.org'], 'Your quota is running low'],
  ])
})
