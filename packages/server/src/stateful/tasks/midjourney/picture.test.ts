import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type DrawingDesk, openDrawingDesk } from '../../../../test/support/drawing-desk.ts'
import { PNG, startMidjourneyProxy } from '../../../../test/support/vendors/midjourney-proxy.ts'
import { makeFileOpener } from '../../../platform/http/open-file.ts'

const [first] = databases()

describe('pictures of drawings', () => {
  let database: TestDatabase
  let desk: DrawingDesk
  let user: { bearer: string; id: number }
  /** A host of pictures that the operator did not configure. */
  let elsewhere: ReturnType<typeof startMidjourneyProxy>
  beforeAll(async () => {
    if (!first) throw new Error('no database to test on')
    database = await first.open()
    desk = await openDrawingDesk(database)
    elsewhere = startMidjourneyProxy()
    user = await desk.makeUser()
  })
  afterAll(async () => {
    await desk.close()
    await elsewhere.stop()
    await database.close()
  })

  /** Makes a drawing whose picture is at this URL; returns the URL that the client gets. */
  async function drawnAt(imageUrl: string): Promise<string> {
    const id = await desk.submit(user, '/submit/imagine', { prompt: 'a cat' })
    Object.assign(desk.proxy.last(), { ...desk.proxy.succeeded(), imageUrl })
    await desk.poll()
    return String((await desk.call(user, `/mj/task/${id}/fetch`)).told.imageUrl)
  }

  test('are served by us to anyone with the signed URL, and run nothing', async () => {
    const address = await drawnAt(`${desk.proxy.url}/pictures/one.png`)
    expect(address.startsWith(`${desk.gateway.url}/mj/image/task_`)).toBe(true)
    const answer = await fetch(address)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)
  })

  test('are not served at a URL that is forged, expired or of another drawing', async () => {
    const address = new URL(await drawnAt(`${desk.proxy.url}/pictures/one.png`))
    const other = new URL(await drawnAt(`${desk.proxy.url}/pictures/one.png`))
    const forged = [
      `${address.origin}${address.pathname}`,
      `${address.origin}${other.pathname}${address.search}`,
      address.href.replace(/expires=\d+/, 'expires=9999999999'),
      address.href.replace(/signature=./, 'signature=z'),
    ]
    for (const url of forged) expect((await fetch(url)).status).toBe(404)
  })

  test.each([
    ['one.svg', 502, 'task_result_wrong_type'],
    ['one.html', 502, 'task_result_wrong_type'],
    ['large.png', 502, 'task_result_too_large'],
    ['moved.png', 502, 'task_result_gone'],
  ])('of the operator’s host: %s is refused', async (name, status, description) => {
    const answer = await fetch(await drawnAt(`${desk.proxy.url}/pictures/${name}`))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ description })
  })

  test('of other hosts are fetched only from the public internet', async () => {
    const address = await drawnAt(`${elsewhere.url}/pictures/one.png`)
    expect((await fetch(address)).status).toBe(200)
    const { openFile } = desk.app.relay
    desk.app.relay.openFile = makeFileOpener()
    try {
      const refused = await fetch(address)
      expect(refused.status).toBe(502)
      expect(await refused.text()).not.toContain('127.0.0.1')
    } finally {
      desk.app.relay.openFile = openFile
    }
  })

  test('count in their owner’s memory while they are read, and no longer', async () => {
    const address = await drawnAt(`${desk.proxy.url}/pictures/one.png`)
    const { memory } = desk.app.relay
    const held: (readonly [owner: number | null, bytes: number])[] = []
    let released = 0
    const opening = spyOn(memory, 'open').mockImplementation(owner => ({
      grow: bytes => void held.push([owner, bytes]),
      release: () => {
        released += 1
      },
    }))
    expect((await fetch(address)).status).toBe(200)
    opening.mockRestore()
    expect([held, released]).toEqual([[[user.id, PNG.length]], 1])
  })

  test('keep the upstream’s URL if the operator wants that', async () => {
    await desk.gateway.setOption('MjForwardUrlEnabled', false)
    expect(await drawnAt(`${desk.proxy.url}/pictures/one.png`)).toBe(`${desk.proxy.url}/pictures/one.png`)
    await desk.gateway.setOption('MjForwardUrlEnabled', true)
  })
})
