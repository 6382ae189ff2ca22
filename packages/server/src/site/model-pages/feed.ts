import { type ConsoleLanguage, fillIn } from '@tollgate/contract'
import { incidentSentences } from '../../platform/messages/index.ts'
import { escaped } from './escaped.ts'
import type { Incident } from './incidents.ts'

/** What feeds of all formats say. */
export interface Feed {
  language: ConsoleLanguage
  title: string
  /** The site's address, without a slash at its end. */
  site: string
  items: FeedItem[]
}

interface FeedItem {
  id: string
  title: string
  text: string
  link: string
  /** Unix seconds. */
  at: number
}

interface Told {
  language: ConsoleLanguage
  title: string
  site: string
  /** Until when an hour still runs. */
  now: number
}

/** A site's feed in a language. */
export const feedTitle = (language: ConsoleLanguage, name: string): string =>
  fillIn(incidentSentences[language].feed, { name })

export function feedOf(incidents: readonly Incident[], { language, title, site, now }: Told): Feed {
  const sentences = incidentSentences[language]
  return {
    language,
    title,
    site,
    items: incidents.map(({ model, from, to, calls, failed }) => {
      const values = { model, percent: Math.round((failed * 100) / calls), from: timeOf(from), to: timeOf(to) }
      return {
        id: `${site}/pricing/${encodeURIComponent(model)}#${from}`,
        title: fillIn(sentences.title, values),
        text: fillIn(to > now ? sentences.runs : sentences.over, values),
        link: `${site}/pricing/${encodeURIComponent(model)}`,
        at: from,
      }
    }),
  }
}

/** `2026-01-31 12:00 UTC`. */
const timeOf = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** RSS 2.0. */
export const asRss = ({ language, title, site, items }: Feed): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escaped(title)}</title><link>${escaped(site)}/pricing</link><description>${escaped(title)}</description>`,
    `<language>${language}</language><atom:link href="${escaped(site)}/feed.xml" rel="self" type="application/rss+xml"/>`,
    ...items.map(
      ({ id, title, text, link, at }) =>
        `<item><title>${escaped(title)}</title><link>${escaped(link)}</link><guid isPermaLink="false">${escaped(id)}</guid>` +
        `<pubDate>${new Date(at * 1000).toUTCString()}</pubDate><description>${escaped(text)}</description></item>`,
    ),
    '</channel></rss>\n',
  ].join('\n')

/** JSON Feed 1.1. */
export const asJsonFeed = ({ language, title, site, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    home_page_url: `${site}/pricing`,
    feed_url: `${site}/feed.json`,
    items: items.map(({ id, title, text, link, at }) => ({
      id,
      url: link,
      title,
      content_text: text,
      date_published: new Date(at * 1000).toISOString(),
    })),
  })
