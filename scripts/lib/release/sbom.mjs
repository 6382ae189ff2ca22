import { TARGETS } from './targets.mjs'

/**
 * The bill of materials of the released files, as CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/): every package
 * of the lockfile except development tools, and the runtimes of these targets. The same lockfile gives the same text.
 */
export function billOfMaterials(lock, targets) {
  const runtimes = new Set(targets.map(target => TARGETS[target].runtime))
  const root = lock.packages['']
  const components = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, found]) => ({ name: path.split('node_modules/').at(-1), found }))
    .filter(({ name }) => !name.startsWith('@oven/bun-') || runtimes.has(name))
    .map(({ name, found }) => component(name, found))
  const unique = new Map(components.map(entry => [entry.purl, entry]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl(lock.name, lock.version),
        name: lock.name,
        version: lock.version,
        purl: purl(lock.name, lock.version),
        licenses: licensesOf(root.license),
      },
    },
    components: [...unique.values()],
  }
}

const component = (name, { version, integrity, license }) => ({
  type: 'library',
  'bom-ref': purl(name, version),
  name,
  version,
  purl: purl(name, version),
  ...(integrity && { hashes: integrity.split(' ').map(hashOf) }),
  ...(license && { licenses: licensesOf(license) }),
})

/** https://github.com/package-url/purl-spec: the scope's @ is escaped. */
const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const ALGORITHMS = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' }
const hashOf = integrity => {
  const [algorithm, digest] = integrity.split(/-(.*)/s)
  return { alg: ALGORITHMS[algorithm], content: Buffer.from(digest, 'base64').toString('hex') }
}

/** A single licence has an id; `MIT OR Apache-2.0` is an expression. */
const licensesOf = license =>
  / (OR|AND|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
