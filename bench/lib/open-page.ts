import { findPrograms } from '../../scripts/lib/programs.mjs'
import { capture } from '../../scripts/lib/run.mjs'
import { Failure } from '../../scripts/lib/script.mjs'

/** A file that a page loaded. */
export interface Fetched {
  path: string
  /** The size of the body as transferred. */
  bytes: number
  /** Its content encoding; empty: none. */
  encoding: string
}

const LONGEST_MS = 60_000
/** The virtual time after which the page's requests are read. By then it has fetched everything it needs. */
const PAGE_LIFE_MS = 10_000

/** Opens a page in a browser with an empty cache; resolves to everything fetched from the page's own origin. */
export async function openPage(origin: string, path: string, profileFolder: string): Promise<Fetched[]> {
  const fetched: Fetched[] = []
  const recorder = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const answer = await fetch(origin + pathname + search, { method, headers, decompress: false, redirect: 'manual' })
      const body = await answer.bytes()
      fetched.push({ path: pathname, bytes: body.length, encoding: answer.headers.get('content-encoding') ?? '' })
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
  })
  try {
    await visit(`http://127.0.0.1:${recorder.port}${path}`, profileFolder)
    return fetched
  } finally {
    await recorder.stop(true)
  }
}

async function visit(address: string, profileFolder: string): Promise<void> {
  const { chromium } = await findPrograms('chromium')
  const { exitCode, output } = await capture(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${profileFolder}`,
      `--virtual-time-budget=${PAGE_LIFE_MS}`,
      '--dump-dom',
      address,
    ],
    { timeout: LONGEST_MS },
  )
  if (exitCode !== 0) throw new Failure(`The browser failed: ${output}`)
  if (!output.includes('<form')) throw new Failure(`The page shows no form: ${output}`)
}
