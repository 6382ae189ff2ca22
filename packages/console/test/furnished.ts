import { test as base } from './worker.ts'

/**
 * Playwright's `test` with a gateway in use, shared by the tests of a worker, which only look or undo their changes. The browser is
 * signed in as its super admin.
 */
export const test = base.extend({
  baseURL: ({ furnished }, use) => use(furnished.gateway.url),
  storageState: ({ furnished: { gateway, operator } }, use) =>
    use({
      cookies: [
        {
          ...operator.session,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [{ origin: gateway.url, localStorage: [{ name: 'user', value: JSON.stringify(operator.user) }] }],
    }),
})
