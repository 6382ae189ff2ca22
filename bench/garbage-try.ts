import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setStage } from './lib/stage.ts'
import { upstream } from './lib/upstream.ts'
import { bun, bunEnvironment } from '../scripts/lib/bun.mjs'
import { writeBody, pathOf } from './lib/bodies.ts'
import { putLoad } from './lib/put-load.ts'
import { headersFor } from './lib/targets.ts'
import { setUpGateway } from '../packages/server/test/support/gateway.ts'
import { untilPortAnswers } from '../scripts/lib/until-port-answers.mjs'
import { cpuMicrosecondsOf } from './lib/cpu-time.ts'
import { mkdtempSync } from 'node:fs'
const stage = setStage({})
const port = 28080 + Math.floor(Math.random()*1000)
const up = await upstream(stage)
const out = openSync('/tmp/e/gc.log', 'w')
const dir = mkdtempSync('/tmp/e/d')
const mode = process.argv[2] ?? 'whole'
const format = (process.argv[3] ?? 'chat') as 'chat'
const callers = Number(process.argv[4] ?? 16)
const env = { ...bunEnvironment, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dir, WORKERS: '1', LOG_LEVEL: 'warn', BUN_JSC_logGC: process.env.GC ?? '1' }
const server = spawn(bun, ['packages/server/src/main.ts'], { env, stdio: ['ignore', out, out] })
await untilPortAnswers('gw', port, server)
await Bun.sleep(1500)
const operator = await setUpGateway(`http://127.0.0.1:${port}`)
await operator.makeChannel({ name: 'b', base_url: `http://127.0.0.1:${up}`, models: 'gpt-4o-mini' })
await operator.setOption('connection_setting.per_address', 0)
const { bearer } = await operator.makeToken({ name: 'bench' })
const answer = mode === 'whole' ? 'whole' : mode as '0x100'
const order = { port, path: pathOf[format], body: writeBody(stage.folder, { size: '1.5 KB', answer, format }), headersFile: headersFor(stage, [bearer]), connections: callers, seconds: 60 }
const N = Number(process.env.N ?? 6000)
await putLoad(stage, { ...order, requests: N })
const mark = readFileSync('/tmp/e/gc.log','utf8').length
const c = cpuMicrosecondsOf(server.pid!)
const l = await putLoad(stage, { ...order, requests: N })
const cpu = cpuMicrosecondsOf(server.pid!) - c
await Bun.sleep(200)
const text = readFileSync('/tmp/e/gc.log','utf8').slice(mark)
console.log('calls', l.requests, 'failed', l.failed, 'cpu/call', (cpu / l.requests).toFixed(0), 'p50', l.latencyP50)

const per = new Map<string, { end?: number; kb: number; n: number }>()
for (const line of text.split('\n')) {
  const id = /\[GC<(0x[0-9a-f]+)>/.exec(line)?.[1]
  if (!id) continue
  const h = per.get(id) ?? { kb: 0, n: 0 }
  per.set(id, h)
  const start = /START \S+ (\d+)kb =>/.exec(line)?.[1]
  if (start) { h.n++; if (h.end !== undefined) h.kb += Number(start) - h.end }
  const end = /=> (\d+)kb, p=/.exec(line)?.[1]
  if (end) h.end = Number(end)
}
for (const [k, v] of per) console.log(k, v.n, 'collections', (v.kb * 1024 / N).toFixed(0), 'bytes/call', 'end', v.end)
process.kill(server.pid!); (await import('node:child_process')).execSync('pkill -P ' + process.pid + ' upstream || true')
await new Promise(r => server.once('exit', r))
process.exit(0)
