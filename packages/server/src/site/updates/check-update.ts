import type { Release } from '@tollgate/contract'
import { z } from 'zod'
import { askProvider } from '../../platform/http/ask-provider.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { SiteContext } from '../context.ts'

const NOTES_MAX_LENGTH = 20_000

/** A release as code hosts and package registries report it: https://docs.github.com/rest/releases/releases */
const told = z
  .object({
    tag_name: z.string().max(100).optional(),
    version: z.string().max(100).optional(),
    body: z.string().nullish(),
    html_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .catch(undefined),
  })
  .transform(({ tag_name, version, body, html_url }) => ({
    latest: tag_name ?? version ?? '',
    notes: (body ?? '').slice(0, NOTES_MAX_LENGTH),
    url: html_url ?? '',
  }))

/** @throws ApiError `update_address_missing` | `update_check_failed`; the reason is logged */
export async function checkUpdate({ options, version, log }: Pick<SiteContext, 'options' | 'version' | 'log'>) {
  const url = options.get('UpdateCheckUrl')
  if (url === '') throw consoleError('update_address_missing', {}, 'UpdateCheckUrl')
  try {
    const { status, body } = await askProvider(url)
    if (status !== 200) throw new Error(`the release information came with status ${status}`)
    const release = told.parse(body)
    return { current: version, ...release, isNewer: isNewer(release.latest, version) } satisfies Release
  } catch (error) {
    log.warn({ err: error }, 'the update check failed')
    throw consoleError('update_check_failed')
  }
}

/** @throws if `latest` is not a version */
const isNewer = (latest: string, current: string): boolean =>
  Bun.semver.order(latest.replace(/^v/i, ''), current.replace(/^v/i, '')) > 0
