import { calls } from '../../packages/contract/src/index.ts'

/** A call made by a console page or by a visitor of the site. */
export interface PageCall {
  name: string
  path: string
}

/** Signing out, the callbacks of payment providers, and live streams, which never end. */
const NOT_PAGES: string[] = [
  calls.users.logout.path,
  calls.payment.notify.path,
  ...Object.values(calls.live).map(({ path }) => path),
]

const log = (name: string, query: string): PageCall => ({ name: `log, ${name}`, path: `/api/log/?${query}` })
const stat = (name: string, query: string): PageCall => ({
  name: `statistics, ${name}`,
  path: `/api/log/stat?${query}`,
})

/** An operator's searches in a long log. */
const searches: PageCall[] = [
  log('100 rows', 'page_size=100'),
  log('a deep page', 'p=2000&page_size=100'),
  log('one group', 'group=vip'),
  log('no such group', 'group=none'),
  log('a token’s name', 'token_name=token-77'),
  log('part of a model’s name', 'model_name=%25odel-1%25'),
  log('a user', 'username=user-42'),
  log('a channel', 'channel=3'),
  log('errors', 'type=5'),
  log('one call', 'request_id=seeded-7'),
  stat('everything', ''),
  stat('one group', 'group=vip'),
  stat('part of a model’s name', 'model_name=%25odel-1%25'),
  stat('a user', 'username=user-42'),
]

/** Every page: all contract calls that only read and need no parameter, and searches in the log. */
export const consolePages: PageCall[] = [
  ...Object.values(calls)
    .flatMap(subject => Object.values(subject))
    .filter(({ method, path }) => method === 'GET' && !path.includes('{') && !NOT_PAGES.includes(path))
    .map(({ path, summary }) => ({ name: summary, path })),
  ...searches,
]
