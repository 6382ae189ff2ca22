import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { untilPortAnswers } from '../../../../../scripts/lib/until-port-answers.mjs'
import { databases } from '../../../test/support/databases.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { until } from '../../../test/support/until.ts'

const CONFIGURATION = join(import.meta.dir, '../../../../../deploy/nginx.conf')
/** https://nginx.org/en/docs/http/ngx_http_upstream_module.html#resolve */
const RESOLVES_SINCE = '1.27.3'
const nginx = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` })
if (!nginx) console.log('The balancer is left out: there is no nginx.')

/** The configuration of compose.yaml, for the given nodes and a local port. */
function configurationFor(folder: string, port: number, nodes: readonly string[]): string {
  let text = readFileSync(CONFIGURATION, 'utf8')
    // Docker's names are resolved again; nginx before 1.27.3 cannot do that.
    .replaceAll(' resolve ', ' ')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/dev/stdout', join(folder, 'access.log'))
    .replace('/dev/stderr', join(folder, 'error.log'))
  for (const [index, url] of nodes.entries()) text = text.replace(`tollgate-${index + 1}:3000`, new URL(url).host)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  return `daemon off; pid ${join(folder, 'nginx.pid')};\n${text.replace('http {', `http {\n${temporary.join('\n')}`)}`
}

test('the configuration names the nginx version it needs, and compose.yaml uses that', () => {
  const text = readFileSync(CONFIGURATION, 'utf8')
  const [, image = ''] =
    /image: nginx:(\S+)/.exec(readFileSync(join(CONFIGURATION, '../../compose.yaml'), 'utf8')) ?? []
  expect(text).toMatch(/^ +server \S+ resolve /m)
  expect(text).toContain(`nginx ${RESOLVES_SINCE} or newer`)
  expect(Bun.semver.satisfies(`${image}.0`, `>=${RESOLVES_SINCE}`)).toBe(true)
})

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  test.skipIf(!nginx)(
    `behind the balancer of compose.yaml, on ${kind}, streams flow and a node may die`,
    async () => {
      const database = await open()
      const upstream = await startHeldUpstream()
      const folder = database.place.DATA_DIR
      const nodes = [
        await startGatewayProcess(database.place, await freePort()),
        await startGatewayProcess(database.place, await freePort()),
      ]
      const port = await freePort()
      const configuration = join(folder, 'nginx.conf')
      writeFileSync(
        configuration,
        configurationFor(
          folder,
          port,
          nodes.map(({ url }) => url),
        ),
      )
      const balancer = Bun.spawn([nginx ?? '', '-c', configuration, '-e', join(folder, 'error.log')], {
        stderr: 'inherit',
      })
      await untilPortAnswers('nginx', port, balancer)

      const operator = await setUpGateway(`http://127.0.0.1:${port}`)
      await operator.makeChannel({ base_url: upstream.url, models: 'slow' })
      await operator.setOption('ModelRatio', '{"slow":1}')
      const { bearer } = await operator.makeToken()
      const call = (url = operator.url) =>
        fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body: JSON.stringify({ model: 'slow', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
        })
      // Both nodes know the price.
      for (const { url } of nodes) {
        await until(
          async () => {
            const answer = await call(url)
            upstream.goOn()
            await answer.text()
            return answer.status
          },
          status => status === 200,
          20_000,
        )
      }

      const answer = await call()
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const readOn = async () => {
        const { value } = (await reader?.read()) ?? {}
        text += value ?? ''
        return value
      }
      while (!text.includes('Hello') && (await readOn()) !== undefined);
      // The upstream is still in the middle of it.
      expect([upstream.held() > 0, text.includes('[DONE]')]).toEqual([true, false])
      upstream.goOn()
      while ((await readOn()) !== undefined);
      expect(text).toContain('[DONE]')

      await nodes[0]?.kill()
      for (let time = 0; time < 10; time++) {
        const answering = await call()
        upstream.goOn()
        expect([answering.status, (await answering.text()).includes('[DONE]')]).toEqual([200, true])
      }

      balancer.kill()
      await balancer.exited
      await nodes[1]?.kill()
      await upstream.stop()
      await database.close()
    },
    60_000,
  )
}
