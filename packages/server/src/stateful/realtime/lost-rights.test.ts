import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Log, type LogOther, type Page, ROLE, type Token } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway, signUp } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { openRealtime, type RealtimeClient } from '../../../test/support/realtime-client.ts'
import { beginResponse, type RealtimeUpstream, startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'

const MODEL = 'gpt-realtime'
/** Other nodes check the database for changes every two seconds, and machines are slow. */
const PATIENCE_MS = 30_000

for (const { kind, open } of databases()) {
  const where = kind === 'postgres' ? 'another node' : 'the same node'

  describe(`rights that an administrator takes away are lost on ${where} (${kind})`, () => {
    let database: TestDatabase
    let upstream: RealtimeUpstream
    let here: GatewayProcess
    let there: GatewayProcess
    let operator: Operator
    const clients: RealtimeClient[] = []
    beforeAll(async () => {
      database = await open()
      upstream = await startRealtimeUpstream()
      here = await startGatewayProcess(database.place, await freePort())
      operator = await setUpGateway(here.url)
      there = kind === 'postgres' ? await startGatewayProcess(database.place, await freePort()) : here
      await operator.makeChannel({ base_url: upstream.url, models: MODEL })
    }, PATIENCE_MS)
    beforeEach(() => {
      upstream.answer = (event, socket) => {
        if (event.type === 'response.create') beginResponse(socket)
      }
    })
    afterEach(() => {
      for (const { socket } of clients.splice(0)) socket.terminate()
    })
    afterAll(async () => {
      await there.kill()
      await here.kill()
      await upstream.stop()
      await database.close()
    })

    /** A user with a token and a live session on the other node, which is being answered. */
    async function somebodySpeaking(role: number = ROLE.user, channel = '') {
      const user = await signUp(database.storage, role)
      await operator.consoleCall('POST', `/api/user/${user.id}/quota`, { mode: 'add', value: 10_000_000 })
      const made = await user.consoleCall<Token[]>(here.url, 'POST', '/api/token/', {
        name: 'mine',
        unlimited_quota: true,
      })
      const bearer = `sk-${made[0]?.key}${channel}`
      // A node that just heard of a new channel may still be loading it.
      const client = await until(
        async () => {
          const client = openRealtime(`${there.url}/v1/realtime?model=${MODEL}`, bearer)
          clients.push(client)
          await until(
            async () => client.events.length > 0 || client.closed !== null,
            isAnswered => isAnswered,
          )
          return client
        },
        ({ events }) => events.length > 0,
        PATIENCE_MS,
      )
      client.say({ type: 'response.create' })
      await client.hears('response.output_audio_transcript.delta')
      const isSignedIn = () =>
        user.consoleCall(there.url, 'GET', '/api/user/self').then(
          () => true,
          () => false,
        )
      return { ...user, bearer, token: made[0]?.id ?? 0, client, isSignedIn }
    }
    type Somebody = Awaited<ReturnType<typeof somebodySpeaking>>

    const modelsFor = async ({ bearer }: Somebody) =>
      (await fetch(`${there.url}/v1/models`, { headers: { authorization: `Bearer ${bearer}` } })).status
    const end = ({ client }: Somebody) =>
      until(
        async () => client.closed,
        closed => closed !== null,
        PATIENCE_MS,
      )
    const chargeOf = async ({ id }: Somebody) => {
      const { items } = await operator.consoleCall<Page<Log>>('GET', '/api/log/?type=2&p=1&page_size=100')
      return items.filter(row => row.user_id === id)
    }

    test.each(['disable', 'delete'])(
      '%s: sessions, tokens and live sessions, whose response is charged for what arrived',
      async action => {
        const user = await somebodySpeaking()
        const bystander = await somebodySpeaking()
        await operator.consoleCall('POST', '/api/user/manage', { id: user.id, action })
        expect(await user.isSignedIn()).toBe(false)
        const code = action === 'disable' ? 'user_banned' : 'token_invalid'
        expect(await end(user)).toEqual({ code: 1008, reason: code })
        expect(user.client.events.at(-1)).toMatchObject({ type: 'error', error: { code } })
        expect(await modelsFor(user)).toBe(code === 'user_banned' ? 403 : 401)
        const [row, ...more] = await until(
          () => chargeOf(user),
          rows => rows.length > 0,
        )
        expect(more).toEqual([])
        expect(row?.quota).toBeGreaterThan(0)
        expect((JSON.parse(row?.other ?? '{}') as LogOther).charge_rule?.ended_by).toBe('gateway_stop')
        expect([bystander.client.closed, await bystander.isSignedIn(), await modelsFor(bystander)]).toEqual([
          null,
          true,
          200,
        ])
      },
      2 * PATIENCE_MS,
    )

    test(
      'demote: sessions, and a live session on a channel that only an administrator may choose',
      async () => {
        const { items } = await operator.consoleCall<Page<{ id: number }>>('GET', '/api/channel/')
        const admin = await somebodySpeaking(ROLE.admin, `-${items[0]?.id}`)
        await operator.consoleCall('POST', '/api/user/manage', { id: admin.id, action: 'demote' })
        expect(await admin.isSignedIn()).toBe(false)
        expect(await end(admin)).toEqual({ code: 1008, reason: 'channel_choice_not_allowed' })
      },
      2 * PATIENCE_MS,
    )

    test(
      'disabling or deleting a token ends its live sessions; renaming it does not',
      async () => {
        const [renamed, disabled, deleted] = [
          await somebodySpeaking(),
          await somebodySpeaking(),
          await somebodySpeaking(),
        ]
        await renamed.consoleCall(here.url, 'PUT', '/api/token/', {
          id: renamed.token,
          name: 'other',
          unlimited_quota: true,
        })
        await disabled.consoleCall(here.url, 'PUT', '/api/token/?status_only=true', { id: disabled.token, status: 2 })
        await deleted.consoleCall(here.url, 'DELETE', `/api/token/${deleted.token}`)
        expect([await end(disabled), await end(deleted)]).toEqual([
          { code: 1008, reason: 'token_disabled' },
          { code: 1008, reason: 'token_invalid' },
        ])
        expect(renamed.client.closed).toBeNull()
      },
      2 * PATIENCE_MS,
    )

    test(
      'signing in again does not restore them',
      async () => {
        const user = await somebodySpeaking()
        await operator.consoleCall('POST', '/api/user/manage', { id: user.id, action: 'disable' })
        await end(user)
        await operator.consoleCall('POST', '/api/user/manage', { id: user.id, action: 'enable' })
        expect((await rejection(user.consoleCall(there.url, 'GET', '/api/user/self'))).message).toContain('GET')
      },
      2 * PATIENCE_MS,
    )
  })
}
