import { afterAll, beforeAll, expect, test } from 'bun:test'
import { GoogleGenAI } from '@google/genai'
import { startGateway, type TestGateway } from '../support/gateway.ts'

let gateway: TestGateway
let models: GoogleGenAI['models']

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.makeChannel({ models: 'm-2,m-1' })
  const { bearer } = await gateway.makeToken()
  models = new GoogleGenAI({ apiKey: bearer, httpOptions: { baseUrl: gateway.url } }).models
})

afterAll(() => gateway.stop())

test('Google’s client finds the models it may call', async () => {
  const found = await Array.fromAsync(await models.list())
  expect(found.map(({ name }) => name)).toEqual(['models/m-1', 'models/m-2'])
  expect(await models.get({ model: 'm-1' })).toMatchObject({ name: 'models/m-1' })
})

test('Google’s client reads the gateway’s errors', async () => {
  await expect(models.generateContent({ model: 'nobody-serves-this', contents: 'Hello' })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('"status":"NOT_FOUND"'),
  })
})
