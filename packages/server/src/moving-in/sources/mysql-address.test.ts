import { expect, test } from 'bun:test'
import { mysqlAddress, mysqlName } from './mysql-address.ts'

const READER = { user: 'reader', password: 'p@ss:w/rd', database: 'oneapi', readsOnly: false }

test.each([
  ['mysql://reader:p%40ss%3Aw%2Frd@db.internal:3307/oneapi', { ...READER, host: 'db.internal', port: 3307 }],
  ['mariadb://reader:p%40ss%3Aw%2Frd@[::1]/oneapi', { ...READER, host: '::1', port: 3306 }],
  ['reader:p@ss:w/rd@tcp(db:3307)/oneapi?charset=utf8mb4&parseTime=True', { ...READER, host: 'db', port: 3307 }],
  ['reader:p@ss:w/rd@tcp([::1]:3306)/oneapi', { ...READER, host: '::1', port: 3306 }],
  ['reader@tcp(db)/oneapi', { ...READER, password: '', host: 'db', port: 3306 }],
  [
    'reader:x@tcp(db)/oneapi?transaction_read_only=1&tls=skip-verify',
    { ...READER, password: 'x', host: 'db', port: 3306, readsOnly: true, tls: { rejectUnauthorized: false } },
  ],
] as const)('%s is an address of MySQL', (text, address) => {
  expect(mysqlAddress(text)).toEqual(address)
})

test.each(['one-api.db', '/data/tcp(a)/one-api.db', 'a@unix(/run/mysqld.sock)/oneapi', 'postgres://db/oneapi'])(
  '%s is none',
  text => {
    expect(mysqlAddress(text)).toBe(null)
  },
)

test('its name has no user and no password', () => {
  const address = mysqlAddress('reader:hidden@tcp([::1]:3307)/oneapi')
  expect(address && mysqlName(address)).toBe('mysql://[::1]:3307/oneapi')
})

test('a parameter that is not known is refused by its name', () => {
  expect(() => mysqlAddress('mysql://db/oneapi?ssl-key=/etc/shadow')).toThrow('The parameter ssl-key of the address')
})
