import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientSetting, clientGuides, fillSetting, modelSamples } from '@tollgate/contract'
import { relayEndpoints } from '../../src/relay/call/endpoints.ts'
import { clis, UNTRIED } from './cli/index.ts'
import { frameworks } from './frameworks/frameworks.ts'

test('every client in the guides is tested, or has a reason not to be', () => {
  const tried = clis.map(({ id, guide = id }) => guide)
  const ids = clientGuides.map(({ id }) => id)
  expect([...new Set([...tried, ...Object.keys(UNTRIED)])].toSorted()).toEqual(ids.toSorted())
})

test('every driven client has a guide with the command of a first question', () => {
  const commanded = clientGuides.filter(({ settings }) => settings.some(({ where }) => 'command' in where))
  const driven = clis.filter(({ ask }) => ask !== undefined)
  expect(driven.map(({ id }) => id).toSorted()).toEqual(commanded.map(({ id }) => id).toSorted())
})

test('ids of clients and frameworks are unique', () => {
  for (const table of [clis, frameworks]) expect(new Set(table.map(({ id }) => id)).size).toBe(table.length)
})

test.each(frameworks)('$name has exact versions and a driver', ({ packages, driver }) => {
  for (const wanted of packages) expect(wanted).toMatch(/.(@|==)\d+\.\d+\.\d+$/)
  expect(existsSync(join(import.meta.dir, 'frameworks/drivers', driver))).toBeTrue()
})

const ODD = `it's "a" \\ model`
const place = { address: 'https://gateway.example', key: 'sk-key', model: ODD }
const samples = Object.values(modelSamples).flat<readonly (readonly ClientSetting[])[]>()
const isOf = (wanted: string) => (sample: ClientSetting) => 'code' in sample.where && sample.where.code === wanted

test('a sample with curl asks an endpoint of the gateway for the model, whatever its name contains', () => {
  const paths = relayEndpoints.map(({ path }) => path)
  for (const sample of samples.filter(isOf('curl'))) {
    const text = fillSetting(sample, place)
    const [, path = ''] = /example(\/[^']+)'/.exec(text) ?? []
    expect(paths).toContain(path)
    const [, body] = /-d '([^']+)'$/.exec(text) ?? []
    if (body) expect(JSON.parse(body)).toMatchObject({ model: ODD })
    // forms are for the few models that are known to take them
    else expect(text).toContain("-F 'model=")
  }
})

test('each kind of model has samples in curl, Python and TypeScript, and those in TypeScript compile', () => {
  for (const kind of Object.values(modelSamples)) {
    expect(kind.map(({ where }) => where.code)).toEqual(['curl', 'python', 'ts'])
    for (const { text } of kind) for (const name of ['{address}', '{key}', '{model}']) expect(text).toContain(name)
  }
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  for (const sample of samples.filter(isOf('ts')))
    expect(transpiler.transformSync(fillSetting(sample, place))).toContain(JSON.stringify(ODD).slice(1, 4))
})
