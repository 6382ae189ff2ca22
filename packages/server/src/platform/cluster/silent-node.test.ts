import { expect, test } from 'bun:test'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'

/** A call costs 120 of it, and first holds all of it. */
const CAP = 400
const CALLS = 12
for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  test(`quota held by a dead node is reported as such, logged once, and returned automatically, on ${kind}`, async () => {
    const database = await open()
    const upstream = await startEvilUpstream()
    let output = ''
    const environment = { LOG_LEVEL: 'info' }
    const start = async () =>
      startGatewayProcess(database.place, await freePort(), { environment, onOutput: text => (output += text) })
    const [dying, living] = [await start(), await start()]
    const operator = await setUpGateway(living.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'good' })
    await operator.setOption('ModelRatio', '{"good":1}')
    const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: CAP })
    const callAt = async (url: string) => {
      const answer = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model: 'good', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      const { error } = (await answer.json()) as { error?: { code: string } }
      return [answer.status, error?.code, answer.headers.get('retry-after')]
    }
    await until(
      () => callAt(dying.url),
      ([status]) => status === 200,
      20_000,
    )
    await dying.kill()
    const answers = await Promise.all(Array.from({ length: CALLS }, () => callAt(living.url)))
    expect(answers).toEqual(answers.map(() => [503, 'account_busy', '15']))
    expect(output.split('calls are refused for now')).toHaveLength(2)
    expect(output).not.toContain('a relayed call failed')

    await until(
      () => callAt(living.url),
      ([status]) => status === 200,
      60_000,
    )
    await living.kill()
    await upstream.stop()
    await database.close()
  }, 120_000)
}
