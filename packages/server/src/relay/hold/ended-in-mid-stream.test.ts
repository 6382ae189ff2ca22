import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Log,
  type LogOther,
  type Page,
  type Reply,
  type Team,
  type TeamInvitation,
  type TeamMember,
  type TeamProject,
  type Token,
  USER_ID_HEADER,
} from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const QUOTA = 1_000_000
const USAGE = { prompt_tokens: 30, completion_tokens: 12, total_tokens: 42 }
const CHARGE = 42

const event = (data: object | string) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const chunk = (delta: object, more: object = {}) =>
  event({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...more,
  })

for (const { kind, open } of databases()) {
  describe(`what ends while a call of a team runs, on ${kind}:`, () => {
    let database: TestDatabase
    let gateway: TestGateway
    let upstream: WireUpstream
    let team: Team
    let member: { id: number; headers: Record<string, string> }
    /** Ends the running answer. */
    let finish: () => void
    beforeAll(async () => {
      database = await open()
      upstream = startWireUpstream(() => {
        const { promise, resolve } = Promise.withResolvers<void>()
        finish = resolve
        const body = new ReadableStream<string>({
          async start(controller) {
            controller.enqueue(chunk({ role: 'assistant', content: 'Hello' }))
            await promise
            controller.enqueue(chunk({ content: ' there' }, { usage: USAGE }))
            controller.enqueue(event('[DONE]'))
            controller.close()
          },
        })
        return new Response(body.pipeThrough(new TextEncoderStream() as never), {
          headers: { 'content-type': 'text/event-stream' },
        })
      })
      gateway = await startGateway(database.place.DATABASE_URL)
      await gateway.setOption('ModelRatio', '{"m":1}')
      await gateway.setOption('CompletionRatio', '{"m":1}')
      await gateway.makeChannel({ base_url: upstream.url, models: 'm' })
    })
    beforeEach(async () => {
      team = await gateway.consoleCall<Team>('POST', '/api/team/', { name: 'Agents' })
      await gateway.consoleCall('POST', `/api/user/${team.id}/quota`, { mode: 'add', value: QUOTA })
      member = await signUp()
      await join()
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const of = (path: string) => `/api/team/${team.id}${path}`
    const send = (method: string, path: string, headers: Record<string, string>, body: object) =>
      fetch(gateway.url + path, {
        method,
        headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
        body: JSON.stringify(body),
      })
    async function signUp() {
      const form = { username: crypto.randomUUID().slice(0, 8), password: 'correct horse' }
      await send('POST', '/api/user/register', {}, form)
      const response = await send('POST', '/api/user/login', {}, form)
      const { data } = (await response.json()) as { data: { id: number } }
      const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
      return { id: data.id, headers: { cookie, [USER_ID_HEADER]: String(data.id) } }
    }
    async function asMember<Data>(method: string, path: string, body: object): Promise<Data> {
      const answer = (await (await send(method, path, member.headers, body)).json()) as Reply<Data>
      if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`)
      return answer.data as Data
    }
    const join = async () => {
      const { code } = await gateway.consoleCall<TeamInvitation & { code: string }>('POST', of('/invitations'), {})
      await asMember('POST', '/api/team/invitation/accept', { code })
    }
    const makeToken = async (form: object = {}) => {
      const [token] = await asMember<[Token]>('POST', of('/tokens'), { name: 'agent', unlimited_quota: true, ...form })
      return `sk-${token.key}`
    }
    const call = (key: string) =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
        body: JSON.stringify({
          ...{ model: 'm', stream: true, max_tokens: 50, stream_options: { include_usage: true } },
          messages: [{ role: 'user', content: 'Hi' }],
        }),
      })
    /** Starts a call, ends something while its answer flows, and reads the rest. */
    const endDuring = async (key: string, end: () => Promise<unknown>) => {
      const response = await call(key)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = (await reader?.read())?.value ?? ''
      expect(text).toContain('Hello')
      await end()
      finish()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value
      return text
    }
    const chargedRow = async () => {
      const { items } = await until(
        () => gateway.consoleCall<Page<Log>>('GET', `/api/log/self?team_id=${team.id}`),
        ({ items }) => items.length > 0,
      )
      const [row] = items as [Log]
      return { quota: row.quota, other: JSON.parse(row.other) as LogOther }
    }
    const refusal = async (key: string) => {
      const response = await call(key)
      return {
        status: response.status,
        ...((await response.json()) as { error: { code: string; message: string } }).error,
      }
    }
    const left = async () => (await gateway.consoleCall<Team>('GET', of(''))).quota

    test('a removed member’s call is finished and charged to the team, and the next one is refused', async () => {
      const key = await makeToken()
      await gateway.consoleCall('PUT', of(`/members/${member.id}`), { quota_period: 'day', period_quota: QUOTA })
      const text = await endDuring(key, () => gateway.consoleCall('DELETE', of(`/members/${member.id}`)))
      expect(text).toMatch(/ there[\s\S]*\[DONE\]/)
      expect(await chargedRow()).toMatchObject({ quota: CHARGE, other: { member: { id: member.id } } })
      expect(await left()).toBe(QUOTA - CHARGE)
      expect(await refusal(key)).toMatchObject({
        status: 401,
        code: 'token_invalid',
        message: expect.stringMatching(/^[A-Z].+[a-z]/),
      })
      expect(await left()).toBe(QUOTA - CHARGE)
      await join()
      const members = await gateway.consoleCall<TeamMember[]>('GET', of('/members'))
      expect(members.find(({ user_id }) => user_id === member.id)).toMatchObject({ period_used: CHARGE })
    })

    test('an archived project’s call is finished and charged to its budget, and the next one is refused', async () => {
      await gateway.consoleCall('POST', of('/projects'), { name: 'Search', quota_period: 'day', period_quota: QUOTA })
      const project = async () => (await gateway.consoleCall<[TeamProject]>('GET', of('/projects')))[0]
      const { id } = await project()
      const key = await makeToken({ project_id: id })
      const archive = () => gateway.consoleCall('PUT', of(`/projects/${id}`), { is_archived: true })
      expect(await endDuring(key, archive)).toMatch(/ there[\s\S]*\[DONE\]/)
      expect(await chargedRow()).toMatchObject({ quota: CHARGE, other: { project: { id, name: 'Search' } } })
      expect(await project()).toMatchObject({ is_archived: true, used_quota: CHARGE, period_used: CHARGE })
      expect(await left()).toBe(QUOTA - CHARGE)
      expect(await refusal(key)).toMatchObject({
        ...{ status: 401, code: 'project_archived' },
        message: expect.stringContaining('The project “Search” of this token is archived; an administrator'),
      })
    })
  })
}
