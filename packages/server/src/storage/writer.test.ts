import { afterAll, describe, expect, test } from 'bun:test'
import { databases } from '../../test/support/databases.ts'
import type { Storage } from './db.ts'
import { DatabaseUnavailable } from './transient-errors.ts'
import { type ApplyGroup, openWriter } from './writer.ts'

const PATIENT_MS = 60_000
const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })

/** Stores each command as an option and records the groups. */
function storing(
  groups: string[][],
  trouble: (commands: string[]) => void = () => undefined,
): ApplyGroup<string, string> {
  return async (db, commands) => {
    groups.push(commands)
    for (const key of commands) await db.insertInto('options').values({ key, value: '' }).execute()
    trouble(commands)
    return commands.map(command => ({ value: `${command}!` }))
  }
}

for (const { kind, open } of databases()) {
  describe(`the writer on ${kind}`, async () => {
    const { storage, close } = await open()
    afterAll(close)
    const stored = async (...keys: string[]) => {
      const rows = await storage.db
        .selectFrom('options')
        .select('key')
        .where('key', 'in', keys)
        .orderBy('key')
        .execute()
      return rows.map(row => row.key)
    }

    test('carries what comes together in one transaction, in its order', async () => {
      const groups: string[][] = []
      const writer = openWriter(storage, storing(groups), () => undefined)
      expect(await Promise.all(['a1', 'a2', 'a3'].map(command => writer.submit(command, PATIENT_MS)))).toEqual([
        'a1!',
        'a2!',
        'a3!',
      ])
      expect(groups).toEqual([['a1', 'a2', 'a3']])
      await writer.close()
    })

    test('lets a command that cannot be written fail alone', async () => {
      const writer = openWriter(
        storage,
        storing([], commands => {
          if (commands.includes('bad')) throw new Error('broken')
        }),
        () => undefined,
      )
      const commands = ['b1', 'b2', 'bad', 'b3', 'b4']
      const ends = await Promise.allSettled(commands.map(command => writer.submit(command, PATIENT_MS)))
      expect(ends.map(end => end.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
      expect(await stored(...commands)).toEqual(['b1', 'b2', 'b3', 'b4'])
      await writer.close()
    })

    test('waits for a database that is away with those who can wait, in their order', async () => {
      const groups: string[][] = []
      const troubles: unknown[] = []
      let isAway = true
      const apply: ApplyGroup<string, string> = async (db, commands) => {
        if (isAway) throw away()
        return storing(groups)(db, commands)
      }
      const writer = openWriter(storage, apply, error => troubles.push(error))
      const patient = [writer.submit('c1', PATIENT_MS), writer.submit('c2', PATIENT_MS)]
      expect(writer.submit('c3', 100)).rejects.toThrow(DatabaseUnavailable)
      await writer.submit('c4', 100).catch(() => undefined)
      isAway = false
      expect(await Promise.all(patient)).toEqual(['c1!', 'c2!'])
      expect(groups).toEqual([['c1', 'c2']])
      expect(troubles.length).toBeGreaterThan(0)
      expect(await stored('c1', 'c2', 'c3', 'c4')).toEqual(['c1', 'c2'])
      await writer.close()
    })

    test('writes pending commands when it closes, and takes no more', async () => {
      const writer = openWriter(storage, storing([]), () => undefined)
      const last = writer.submit('d1', PATIENT_MS)
      await writer.close()
      expect(await last).toBe('d1!')
      expect(writer.submit('d2', PATIENT_MS)).rejects.toThrow(DatabaseUnavailable)
    })

    // On SQLite a commit and its confirmation are one.
    if (kind === 'postgres')
      test('does not repeat a commit whose confirmation got lost', async () => {
        const groups: string[][] = []
        const writer = openWriter(losingConfirmations(storage, 1), storing(groups), () => undefined)
        expect(await writer.submit('e1', PATIENT_MS)).toBe('e1!')
        expect(groups).toEqual([['e1']])
        expect(await stored('e1')).toEqual(['e1'])
        await writer.close()
      })

    if (kind === 'postgres')
      test('repeats a commit that was lost', async () => {
        const groups: string[][] = []
        const writer = openWriter(losingCommits(storage, 1), storing(groups), () => undefined)
        expect(await writer.submit('f1', PATIENT_MS)).toBe('f1!')
        expect(groups).toEqual([['f1'], ['f1']])
        expect(await stored('f1')).toEqual(['f1'])
        await writer.close()
        expect(await storage.db.selectFrom('commit_marks').selectAll().execute()).toEqual([])
      })
  })
}

type Transact = ReturnType<Storage['db']['transaction']>['execute']
const broken = () => new Error('Connection terminated unexpectedly')

/** A storage whose connection breaks right after so many commits. */
const losingConfirmations = (storage: Storage, times: number): Storage =>
  breaking(storage, times, async act => {
    await storage.db.transaction().execute(act)
    throw broken()
  })

/** A storage whose connection breaks right before so many commits. */
const losingCommits = (storage: Storage, times: number): Storage =>
  breaking(storage, times, act =>
    storage.db.transaction().execute(async db => {
      await act(db)
      throw broken()
    }),
  )

function breaking(storage: Storage, times: number, transact: Transact): Storage {
  let left = times
  const execute: Transact = act => (left-- > 0 ? transact(act) : storage.db.transaction().execute(act))
  const db = new Proxy(storage.db, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute })
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { ...storage, db }
}
