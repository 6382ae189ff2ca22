import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { USERNAME_MAX_LENGTH, type User } from '@tollgate/contract'
import fc from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { type IdentitySite, startIdentitySite } from '../../../test/support/identity-site.ts'

for (const { kind, open } of databases()) {
  describe(`accounts of people from other sites on ${kind}`, () => {
    let site: IdentitySite
    beforeAll(async () => {
      site = await startIdentitySite(await open())
    })
    beforeEach(() => site.renew())
    afterAll(() => site.stop())

    describe('an e-mail address', () => {
      const address = () => `mail-${site.newId()}@mail.example`
      const verified = (email: string) => ({ emails: [{ email, primary: true, verified: true }] })

      test('that the provider verified is stored on a new user', async () => {
        const [one, two] = [address(), address()]
        expect((await site.ways.github(site.browser(), site.newId(), verified(one))).data).toMatchObject({ email: one })
        expect(
          (await site.ways.oidc(site.browser(), site.newId(), { email: two, email_verified: true })).data,
        ).toMatchObject({
          email: two,
        })
      })

      test('that nobody verified is stored on no user', async () => {
        const unverified = { emails: [{ email: address(), primary: true, verified: false }] }
        expect((await site.ways.github(site.browser(), site.newId(), unverified)).data).toMatchObject({ email: '' })
        for (const email_verified of [false, undefined, 'true', 1])
          expect(
            (await site.ways.oidc(site.browser(), site.newId(), { email: address(), email_verified })).data,
          ).toMatchObject({
            email: '',
          })
        expect((await site.ways.linuxdo()).data).toMatchObject({ email: '' })
      })

      test('is never merged into a user who has it, verified or not', async () => {
        const email = address()
        const owner = await site.addUser({ email })
        for (const told of [
          await site.ways.github(site.browser(), site.newId(), verified(email.toUpperCase())),
          await site.ways.oidc(site.browser(), site.newId(), { email, email_verified: true }),
          await site.ways.oidc(site.browser(), site.newId(), { email, email_verified: false }),
        ]) {
          expect(told).toMatchObject({ success: true, data: { email: '' } })
          expect((told.data as User).id).not.toBe(owner)
        }
      })
    })

    describe('imported data', () => {
      test('with a GitHub login is found once by it, and then by the number', async () => {
        const id = site.newId()
        const userId = await site.addUser({ github_id: `octo-${id}` })
        expect((await site.ways.github(site.browser(), id)).data).toMatchObject({ id: userId, github_id: String(id) })
        const told = await site.ways.github(site.browser(), site.newId(), { login: `octo-${id}` })
        expect((told.data as User).id).not.toBe(userId)
      })

      test('with a GitHub number is not found by a login of digits', async () => {
        const id = site.newId()
        const userId = await site.addUser({ github_id: String(id) })
        const told = await site.ways.github(site.browser(), site.newId(), { login: String(id) })
        expect((told.data as User).id).not.toBe(userId)
      })

      test('with one identity for several users lets none of them in', async () => {
        const id = site.newId()
        await site.addUser({ github_id: String(id) })
        const second = await site.addUser({ github_id: String(id) })
        expect(await site.ways.github(site.browser(), id)).toMatchObject({ code: 'identity_ambiguous' })
        await site.app.db.updateTable('users').set({ deleted_at: site.clock.now }).where('id', '=', second).execute()
        expect(await site.ways.github(site.browser(), id)).toMatchObject({ success: true })
      })
    })

    test('whatever name a provider gives, the user name is allowed and unique', async () => {
      const names = fc.sample(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 30 }),
          fc.constantFrom('', '@', 'root', 'ROOT', 'root', 'a b', 'x'.repeat(40)),
        ),
        { numRuns: 40, seed: 11 },
      )
      await site.addUser({ username: 'root' })
      for (const login of names) {
        const told = await site.ways.github(site.browser(`198.51.100.${site.newId() % 250}`), site.newId(), {
          login,
          name: login,
        })
        expect(told).toMatchObject({ success: true })
        const { username } = told.data as User
        expect([...username].length).toBeLessThanOrEqual(USERNAME_MAX_LENGTH)
        expect(username).toMatch(/^[^@\s\p{C}]+$/u)
      }
      const all = (await site.app.db.selectFrom('users').select('username').execute()).map(user =>
        user.username.toLowerCase(),
      )
      expect(new Set(all).size).toBe(all.length)
    })
  })
}
