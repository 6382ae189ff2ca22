import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import type { Channel } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
}

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
/** How far the clock of channel health is ahead, in milliseconds. */
let ahead = 0
let draws = 0
/** Numbers the calls, so that each begins its own conversation. */
let calls = 0

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway(undefined, async environment => {
    const app = await buildAppContext(environment)
    const { health } = app.relay
    const aheadHealth: typeof health = {
      ...health,
      obstacle: (channelId, now, model) => health.obstacle(channelId, now + ahead, model),
      isFirm: (channelId, now, model) => health.isFirm(channelId, now + ahead, model),
      taken: (channelId, now, model) => health.taken(channelId, now + ahead, model),
    }
    // evenly spread over [0, 1), the same on every run
    const random = () => (draws++ * 0.618_033_988_749) % 1
    return { ...app, relay: { ...app.relay, health: aheadHealth, random } }
  })
  await gateway.setOption('RetryTimes', 2)
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

let made: Channel[] = []
afterEach(async () => {
  for (const { id } of made) await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  made = []
  ahead = 0
  draws = 0
})

/** Makes channels; the first path segment tells the upstream which one it is. */
async function channels(all: Record<string, Partial<Channel>>): Promise<void> {
  for (const [name, fields] of Object.entries(all)) {
    made.push(await gateway.makeChannel({ ...fields, name, base_url: `${upstream.url}/${name}`, models: 'gpt-4o' }))
  }
}

/** Returns the channels that the upstream saw during `calls` successive calls. */
async function seenDuring(calls: number): Promise<string[]> {
  const before = upstream.received.length
  for (let call = 0; call < calls; call += 1) await (await consoleCall()).text()
  return upstream.received.slice(before).map(({ path }) => path.split('/')[1] ?? '')
}

const consoleCall = () =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: `Hello ${calls++}` }] }),
  })

/** Sets the answers of failing channels; all others answer well. */
function answerWith(answers: Record<string, (response: ServerResponse) => void>): void {
  upstream.answer = (response, { path }) => {
    const answer = answers[path.split('/')[1] ?? '']
    if (answer) answer(response)
    else answerJson(response, 200, ANSWER)
  }
}

const broken = (response: ServerResponse) => answerJson(response, 500, { error: { message: 'broken' } })

describe('of several channels', () => {
  test('each takes calls in proportion to its weight', async () => {
    await channels({ heavy: { weight: 3 }, light: { weight: 1 }, none: { weight: 0 } })
    answerWith({})
    const seen = await seenDuring(40)
    expect(seen.filter(name => name === 'heavy').length).toBeWithin(29, 32)
    expect(seen.filter(name => name === 'light').length).toBeWithin(9, 12)
    expect(seen).not.toContain('none')
  })

  test('only the highest priority is called while it answers', async () => {
    await channels({ second: { priority: 1, weight: 9 }, first: { priority: 2 }, third: { priority: 0, weight: 9 } })
    answerWith({})
    expect(new Set(await seenDuring(12))).toEqual(new Set(['first']))
  })

  test('when one fails, each call tries the next priority once', async () => {
    await channels({ third: { priority: 0 }, first: { priority: 2 }, second: { priority: 1 } })
    answerWith({ first: broken, second: broken })
    expect(await seenDuring(1)).toEqual(['first', 'second', 'third'])
  })
})

describe('of equal channels', () => {
  const answeredBy = async (path: string, body: object) => {
    const before = upstream.received.length
    await (
      await fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model: 'gpt-4o', ...body }),
      })
    ).text()
    return upstream.received[before]?.path.split('/')[1]
  }
  const chat = () => answeredBy('/v1/chat/completions', { messages: [{ role: 'user', content: `Chat ${calls++}` }] })
  const message = () =>
    answeredBy('/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: `Message ${calls++}` }] })
  const seen = async (ask: () => Promise<string | undefined>) => {
    const names = new Set<string | undefined>()
    for (let call = 0; call < 8; call++) names.add(await ask())
    return [...names]
  }

  test('the one that speaks the client’s own format is called, so that nothing is converted', async () => {
    await channels({ openai: { type: 1 }, anthropic: { type: 14 } })
    answerWith({})
    expect([await seen(chat), await seen(message)]).toEqual([['openai'], ['anthropic']])
  })

  test('but priority comes first', async () => {
    await channels({ openai: { type: 1, priority: 1 }, anthropic: { type: 14 } })
    answerWith({})
    expect([await seen(chat), await seen(message)]).toEqual([['openai'], ['openai']])
  })
})

describe('a channel that failed three times', () => {
  test('rests, is then probed by one call at a time, and returns when it answers', async () => {
    await channels({ first: { priority: 1 }, second: { priority: 0 } })
    answerWith({ first: broken })
    await seenDuring(3)
    expect(await seenDuring(3)).toEqual(['second', 'second', 'second'])

    ahead = 6_000
    let answerProbe = () => {}
    const probed = new Promise<void>(resolve => {
      answerWith({
        first(response) {
          answerProbe = () => answerJson(response, 200, ANSWER)
          resolve()
        },
      })
    })
    const probe = consoleCall()
    await probed
    expect(await seenDuring(3)).toEqual(['second', 'second', 'second'])
    answerProbe()
    await (await probe).text()
    answerWith({})
    expect(await seenDuring(2)).toEqual(['first', 'first'])
  })

  test('is still called if there is no other', async () => {
    await channels({ only: {} })
    answerWith({ only: broken })
    await seenDuring(3)
    expect(await seenDuring(2)).toEqual(['only', 'only'])
  })
})

describe('an upstream that sends Retry-After', () => {
  const inHalfAMinute = () => new Date(Date.now() + 30_000).toUTCString()

  test.each([
    ['in seconds', () => '30'],
    ['as a date', inHalfAMinute],
  ])('%s, is from its first answer on, for that long', async (_, retryAfter) => {
    await channels({ first: { priority: 1 }, second: { priority: 0 } })
    answerWith({
      first(response) {
        response.setHeader('retry-after', retryAfter())
        answerJson(response, 429, { error: { message: 'slow down' } })
      },
    })
    expect(await seenDuring(2)).toEqual(['first', 'second', 'second'])
    ahead = 20_000
    expect(await seenDuring(1)).toEqual(['second'])
    ahead = 31_000
    answerWith({})
    expect(await seenDuring(1)).toEqual(['first'])
  })
})
