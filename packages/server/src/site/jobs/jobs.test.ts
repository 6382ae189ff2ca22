import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { JOB_NAMES, type JobName } from '@tollgate/contract'
import pino from 'pino'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { openStorage, type Storage } from '../../platform/storage/db.ts'
import { type JobPace, type Jobs, makeJobs } from './index.ts'
import type { Job } from './job.ts'
import { jobStore } from './store.ts'

const DAY = 24 * 3600
const LAST = JOB_NAMES.at(-1) ?? JOB_NAMES[0]
const log = pino({ level: 'silent' })
const PLACE = { server: 'host:3000', worker: 1 }
const ENDED = { ...PLACE, tookMs: 5 }

for (const { kind, open } of databases()) {
  describe(`background jobs on ${kind}`, async () => {
    const database = await open()
    const { storage, place } = database
    // A SQLite folder has one process, and a second one would share the connection.
    const other = kind === 'postgres' ? openStorage(place) : storage
    const nodes: Jobs[] = []
    const store = jobStore(storage)

    /** A node whose jobs run this, the same for all or by name. */
    function node(run: Job['run'] | Partial<Record<JobName, Job['run']>>, on: Storage = storage, pace: JobPace = {}) {
      const workOf = (name: JobName) => (typeof run === 'function' ? run : run[name]) ?? (async () => 0)
      const jobs = Object.fromEntries(JOB_NAMES.map(name => [name, { everySeconds: DAY, run: workOf(name) }]))
      const made = makeJobs(
        { storage: on, jobs: jobs as Record<JobName, Job>, log, place: PLACE },
        { lookMs: 10, ...pace },
      )
      nodes.push(made)
      return made
    }
    const stateOf = async (jobs: Jobs, name: JobName) => (await jobs.list()).find(state => state.name === name)
    const becomes = (jobs: Jobs, name: JobName, state: string) =>
      until(
        () => stateOf(jobs, name),
        found => found?.state === state,
      )
    /** Makes the last runs seem long ago. */
    const makeDue = (...names: JobName[]) =>
      storage.db.updateTable('jobs').set({ started_at: 0 }).where('name', 'in', names).execute()

    beforeEach(async () => {
      await Promise.all(nodes.splice(0).map(jobs => jobs.stop()))
      for (const table of ['jobs', 'job_runs'] as const) await storage.db.deleteFrom(table).execute()
    })
    afterAll(async () => {
      await Promise.all(nodes.map(jobs => jobs.stop()))
      if (other !== storage) await other.close()
      await database.close()
    })

    test('each due job runs once on one of two nodes', async () => {
      const ran: JobName[] = []
      const noting = Object.fromEntries(JOB_NAMES.map(name => [name, async () => ran.push(name)]))
      const both = [node(noting), node(noting, other)]
      for (const jobs of both) jobs.start()
      for (let round = 1; round <= 5; round += 1) {
        const states = await until(
          () => store.readRows(),
          rows =>
            rows.length === JOB_NAMES.length && rows.every(row => row.result === 'succeeded' && row.runs >= round),
        )
        expect(states.map(({ runs }) => runs)).toEqual(JOB_NAMES.map(() => round))
        expect(JOB_NAMES.map(name => ran.filter(other => other === name).length)).toEqual(JOB_NAMES.map(() => round))
        await makeDue(...JOB_NAMES)
      }
    })

    test('a schedule continues after a restart', async () => {
      const first = node(async () => 0)
      first.start()
      for (const name of JOB_NAMES) await becomes(first, name, 'succeeded')
      await first.stop()
      const before = await stateOf(first, JOB_NAMES[0])
      expect((before?.due_at ?? 0) - (before?.started_at ?? 0)).toBe(DAY)

      // Only the last is due: once it has run, the others have been skipped.
      await makeDue(LAST)
      const ran: string[] = []
      const second = node(Object.fromEntries(JOB_NAMES.map(name => [name, async () => ran.push(name)])))
      second.start()
      await until(
        () => stateOf(second, LAST),
        state => state?.runs === 2 && state.state === 'succeeded',
      )
      expect(ran).toEqual([LAST])
      expect(await stateOf(second, JOB_NAMES[0])).toEqual(before)
    })

    test('a dead node’s job passes to another when its lease ends, and not before', async () => {
      const [name] = JOB_NAMES
      const jobs = node(async () => 3)
      await jobs.list()
      expect(await store.claim({ name, id: 'a run of a node that died' }, 600)).toBe(true)
      jobs.start()
      await becomes(jobs, LAST, 'succeeded')
      expect(await stateOf(jobs, name)).toMatchObject({ state: 'running', runs: 1 })
      expect(await jobs.runNow(name)).toBeNull()

      await storage.db.updateTable('jobs').set({ lease_until: 1 }).where('name', '=', name).execute()
      expect(await becomes(jobs, name, 'succeeded')).toMatchObject({ runs: 2, handled: 3 })
      expect(await store.finish({ name, id: 'a run of a node that died' }, { error: 'too late' }, ENDED)).toBe(false)
    })

    test('an error is shown, and neither stops the schedule nor other jobs', async () => {
      const [name] = JOB_NAMES
      let isBroken = true
      const jobs = node({
        [name]: async () => {
          if (isBroken) throw new Error('the disk is full')
          return 7
        },
      })
      jobs.start()
      const failed = await becomes(jobs, name, 'failed')
      expect(failed).toMatchObject({ error: 'the disk is full', handled: 0, runs: 1 })
      expect((failed?.due_at ?? 0) - (failed?.started_at ?? 0)).toBe(DAY)
      for (const other of JOB_NAMES.slice(1)) await becomes(jobs, other, 'succeeded')

      isBroken = false
      await makeDue(name)
      expect(await becomes(jobs, name, 'succeeded')).toMatchObject({ error: '', handled: 7, runs: 2 })
    })

    test('a job never overlaps itself: not when due, on request, on another node, or without its lease', async () => {
      const [name] = JOB_NAMES
      let [atOnce, most, began] = [0, 0, 0]
      const gate = Promise.withResolvers<void>()
      const work = async () => {
        began += 1
        atOnce += 1
        most = Math.max(most, atOnce)
        await gate.promise
        atOnce -= 1
        return 1
      }
      const [here, there] = [node({ [name]: work }), node({ [name]: work }, other)]
      await here.list()
      const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? here : there).runNow(name)))
      expect(answers.filter(answer => answer !== null)).toHaveLength(1)

      await makeDue(...JOB_NAMES)
      const runner = answers.findIndex(answer => answer !== null) % 2 ? here : there
      const idle = runner === here ? there : here
      for (const jobs of [here, there]) {
        jobs.start()
        await becomes(jobs, LAST, 'succeeded')
        await makeDue(LAST)
      }
      await idle.stop()
      // Its own node knows of it even if the database no longer does.
      await storage.db.updateTable('jobs').set({ lease_until: 0 }).where('name', '=', name).execute()
      expect(await runner.runNow(name)).toBeNull()
      await makeDue(LAST)
      await until(
        () => stateOf(runner, LAST),
        state => state?.state === 'succeeded' && state.started_at > 0,
      )
      expect([began, most]).toEqual([1, 1])
      gate.resolve()
      expect(await becomes(runner, name, 'succeeded')).toMatchObject({ handled: 1 })
    })

    test('a run that lost its lease is aborted, and does not overwrite its successor', async () => {
      const [name] = JOB_NAMES
      const aborted = Promise.withResolvers<void>()
      const untilAborted = (signal: AbortSignal) =>
        new Promise<number>((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted.resolve()
            reject(signal.reason)
          }),
        )
      const jobs = node({ [name]: untilAborted }, storage, { leaseSeconds: 4 })
      expect(await jobs.runNow(name)).toMatchObject({ state: 'running' })
      const successor = { lease_holder: 'its successor', lease_until: 4_000_000_000 }
      await storage.db.updateTable('jobs').set(successor).where('name', '=', name).execute()
      await aborted.promise
      await jobs.stop()
      expect((await store.readRows()).find(row => row.name === name)).toMatchObject({ ...successor, result: 'running' })
      expect(await store.finish({ name, id: 'its successor' }, { handled: 2 }, ENDED)).toBe(true)
    })

    test('a lease lasts as long as its run', async () => {
      const [name] = JOB_NAMES
      const gate = Promise.withResolvers<void>()
      const jobs = node({ [name]: () => gate.promise.then(() => 1) }, storage, { leaseSeconds: 4 })
      await jobs.runNow(name)
      const leaseOf = async () => (await store.readRows()).find(row => row.name === name)?.lease_until ?? 0
      const first = await leaseOf()
      await until(leaseOf, lease => lease > first)
      expect(await stateOf(jobs, name)).toMatchObject({ state: 'running' })
      gate.resolve()
      await becomes(jobs, name, 'succeeded')
    })

    test('a stop interrupts a run; another node takes it over at once', async () => {
      const [name, second] = JOB_NAMES
      const stopped = node(
        {
          [name]: (signal: AbortSignal) =>
            new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
          [second]: () => new Promise(() => undefined),
        },
        storage,
        { stopMs: 100 },
      )
      await stopped.runNow(name)
      await stopped.runNow(second)
      await stopped.stop()
      expect(await stopped.runNow(name)).toBeNull()
      expect(await stateOf(stopped, name)).toMatchObject({ state: 'interrupted', runs: 1 })
      expect(await stopped.runs(name)).toMatchObject([{ result: 'interrupted', ...PLACE }])
      expect(await stateOf(stopped, second)).toMatchObject({ state: 'running' })

      const next = node(async () => 1, other)
      next.start()
      expect(await becomes(next, name, 'succeeded')).toMatchObject({ runs: 2 })
      expect(await stateOf(next, second)).toMatchObject({ state: 'running', runs: 1 })
    })

    test('each run is kept with its end, its length and its node, newest first', async () => {
      const [name, other] = JOB_NAMES
      const outcomes: Job['run'][] = [
        async () => 3,
        async () => Promise.reject(new Error('no answer from https://vendor.example/v1')),
      ]
      const jobs = node({ [name]: signal => outcomes.shift()?.(signal) ?? Promise.resolve(0) })
      for (const state of ['succeeded', 'failed']) {
        await jobs.runNow(name)
        await becomes(jobs, name, state)
      }
      const [failed, succeeded, ...more] = await jobs.runs(name)
      expect(more).toEqual([])
      expect(failed).toMatchObject({ result: 'failed', handled: 0, error: 'no answer from …', ...PLACE })
      expect(succeeded).toMatchObject({ result: 'succeeded', handled: 3, error: '', ...PLACE })
      expect(succeeded?.started_at).toBeGreaterThan(0)
      expect(succeeded?.took_ms).toBeGreaterThanOrEqual(0)
      expect(await stateOf(jobs, name)).toMatchObject({ error: 'no answer from …' })
      expect(await jobs.runs(other)).toEqual([])
    })

    test('the last fifty runs of a job are kept, and the last ten that failed', async () => {
      const [name, other] = JOB_NAMES
      await store.makeRows([name, other])
      const end = async (job: JobName, outcome: Parameters<typeof store.finish>[1]) => {
        const run = { name: job, id: crypto.randomUUID() }
        expect(await store.claim(run, 60)).toBe(true)
        expect(await store.finish(run, outcome, ENDED)).toBe(true)
      }
      await end(other, { handled: 0 })
      for (let at = 0; at < 12; at += 1) await end(name, { error: `failure ${at}` })
      for (let at = 0; at < 55; at += 1) await end(name, { handled: at })
      const kept = await store.runsOf(name)
      expect(kept.slice(0, 50).map(({ handled }) => handled)).toEqual(Array.from({ length: 50 }, (_, at) => 54 - at))
      expect(kept.slice(50).map(({ error }) => error)).toEqual(
        Array.from({ length: 10 }, (_, at) => `failure ${11 - at}`),
      )
      expect(await store.runsOf(other)).toHaveLength(1)
    })
  })
}
