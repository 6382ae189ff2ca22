import { readFile } from 'node:fs/promises'
import { makeOutbound } from '../../src/platform/http/outbound.ts'
import { startDnsServer } from './dns-server.ts'
import { startGateway } from './gateway.ts'
import { answerJson, startScriptedUpstream } from './scripted-upstream.ts'

/** The result that `slow-names.test.ts` checks. This script runs in its own network and prints it. */
export interface SilentNames {
  /** How many calls to silent names were still waiting when each of these was done. */
  waiting: { beforeCall: number; afterCall: number; afterHash: number; afterFile: number; afterGuard: number }
  callStatus: number
  /** The statuses of the calls whose first channel has a silent name. */
  statuses: number[]
  firstAttempts: (string | undefined)[]
  guardError: string
}

const SILENT = 12
const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}

const dns = await startDnsServer()
const upstream = await startScriptedUpstream()
upstream.answer = response => answerJson(response, 200, ANSWER)
const gateway = await startGateway()
const { port } = new URL(upstream.url)
const models = Array.from({ length: SILENT }, (_, at) => `m${at}`)
await gateway.setOption('RetryTimes', 1)
await gateway.setOption('SelfUseModeEnabled', true)
await gateway.setOption('relay_setting.connect_timeout_seconds', 4)
for (const [at, model] of models.entries())
  await gateway.makeChannel({ models: model, priority: 1, base_url: `http://host-${at}.silent.test:${port}` })
await gateway.makeChannel({ models: models.join(), base_url: `http://second.answers.test:${port}` })
await gateway.makeChannel({ models: 'fine', base_url: `http://first.answers.test:${port}` })
const { bearer } = await gateway.makeToken()

const ask = (model: string) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })

let left = models.length
const calls = models.map(async model => {
  const response = await ask(model)
  await response.text()
  left--
  return response
})
while (models.some((_, at) => !dns.asked.includes(`host-${at}.silent.test`))) await Bun.sleep(5)
const beforeCall = left
const { status: callStatus } = await ask('fine')
const afterCall = left
await Bun.password.hash('a password')
const afterHash = left
await readFile(import.meta.path)
const afterFile = left
const guarded = makeOutbound().fetch('https://pictures.silent.test/cat.png', { timeoutMs: 200, maxBytes: 1_000 })
const guardError = await guarded.then(
  () => '',
  (error: Error) => error.name,
)
const afterGuard = left

const responses = await Promise.all(calls)
const rows = await Promise.all(responses.map(response => gateway.logsOf(response)))
const firstAttempts = rows.map(([row]) => JSON.parse(row?.other ?? '{}').admin_info?.attempts?.[0]?.reason)
const result: SilentNames = {
  waiting: { beforeCall, afterCall, afterHash, afterFile, afterGuard },
  callStatus,
  statuses: responses.map(({ status }) => status),
  firstAttempts,
  guardError,
}
await Bun.write(Bun.stdout, JSON.stringify(result))
await gateway.stop()
process.exit(0)
