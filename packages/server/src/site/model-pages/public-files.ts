import { createHash } from 'node:crypto'
import { withoutTrailingSlashes } from '@tollgate/contract'
import { consoleLanguageOf } from '../../platform/http/language.ts'
import type { SiteContext } from '../context.ts'
import { drawBadge } from './badge.ts'
import { escaped } from './escaped.ts'
import { asJsonFeed, asRss, feedOf, feedTitle } from './feed.ts'
import { knownIncidents, knownUptime } from './known-figures.ts'
import { hasBadge, listedModels } from './model-page.ts'
import { uptimeOf } from './uptime.ts'

const FRESH_SECONDS = 300
const BADGES = '/badge/'
const FEEDS = {
  '/feed.xml': { type: 'application/rss+xml; charset=utf-8', write: asRss },
  '/feed.json': { type: 'application/feed+json; charset=utf-8', write: asJsonFeed },
} as const

/**
 * Answers with the feed of incidents, or a model's badge, for pages and readers elsewhere. null: another path. What
 * visitors may not see on a model's page is in neither.
 */
export function publicFile(app: SiteContext, request: Request): Promise<Response> | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname } = new URL(request.url)
  if (Object.hasOwn(FEEDS, pathname)) return feed(app, request, FEEDS[pathname as keyof typeof FEEDS])
  return pathname.startsWith(BADGES) && pathname.endsWith('.svg')
    ? badge(app, request, pathname.slice(BADGES.length, -'.svg'.length))
    : null
}

/** Returns the links to the feeds for the head of a page that visitors read; empty: the operator does not show them, or another page. */
export function feedLinks(app: Pick<SiteContext, 'options'>, request: Request, path: string): string {
  if (!LINKED.test(path) || !app.options.get('ModelFiguresShownEnabled')) return ''
  const title = escaped(feedTitle(languageOf(app, request), app.options.get('SystemName')))
  return Object.entries(FEEDS)
    .map(
      ([address, { type }]) => `<link rel="alternate" type="${type.split(';')[0]}" title="${title}" href="${address}">`,
    )
    .join('')
}

const LINKED = /^\/(pricing(\/.*)?)?$/s

const languageOf = ({ options }: Pick<SiteContext, 'options'>, request: Request) =>
  consoleLanguageOf(request.headers.get('accept-language'), options.get('general_setting.fallback_language'))

async function feed(app: SiteContext, request: Request, { type, write }: (typeof FEEDS)[keyof typeof FEEDS]) {
  const incidents = app.options.get('ModelFiguresShownEnabled') ? await knownIncidents(app) : null
  if (!incidents) return missing()
  const shown = await shownModels(app)
  const listed = incidents.flatMap(incident => {
    const model = shown.get(app.prices.aliases.modelOf(incident.model))
    return model ? [{ ...incident, model: model.model_name }] : []
  })
  const site = withoutTrailingSlashes(app.options.get('ServerAddress')) || new URL(request.url).origin
  const language = languageOf(app, request)
  const title = feedTitle(language, app.options.get('SystemName'))
  const text = write(feedOf(listed, { language, title, site, now: app.now() }))
  return cacheable(request, text, { 'content-type': type, vary: 'accept-language' })
}

async function badge(app: SiteContext, request: Request, encoded: string) {
  const name = decoded(encoded)
  const uptime = app.options.get('ModelFiguresShownEnabled') ? await knownUptime(app) : null
  const model = name === null ? undefined : (await shownModels(app)).get(app.prices.aliases.modelOf(name))
  if (!uptime || !model) return missing()
  const { answered } = uptimeOf(uptime, [model.model_name, ...model.aliases])
  return cacheable(request, drawBadge(model.model_name, answered), { 'content-type': 'image/svg+xml' })
}

const shownModels = async (app: SiteContext) =>
  new Map([...(await listedModels(app))].filter(([, model]) => hasBadge(app, model)))

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

function cacheable(request: Request, text: string, headers: Record<string, string>): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const sent = { ...SAFE, 'cache-control': `public, max-age=${FRESH_SECONDS}`, etag, ...headers }
  return isKnown(request, etag)
    ? new Response(null, { status: 304, headers: sent })
    : new Response(text, { headers: { ...sent, 'cross-origin-resource-policy': 'cross-origin' } })
}

/** Whether the reader has the file: it may name several, and proxies that compress mark them as weak. */
const isKnown = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)

/** Also where the operator does not show the figures. */
const missing = () =>
  new Response('There is no such file\n', {
    status: 404,
    headers: { ...SAFE, 'content-type': 'text/plain;charset=utf-8', 'cache-control': `public, max-age=60` },
  })
