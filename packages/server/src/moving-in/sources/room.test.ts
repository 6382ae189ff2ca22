import { expect, test } from 'bun:test'
import { refuseWithoutRoom, refuseWithoutRoomHere } from './room.ts'

const dump = { name: 'dump.sql', bytes: 10 * 2 ** 30, isPacked: false, folder: '/tmp' }

test('a dump larger than the free disk space is refused before it is read', () => {
  expect(() => refuseWithoutRoom(dump, 2 ** 30)).toThrow(
    'Reading dump.sql takes about 10240 MiB in /tmp, which has 1024 MiB left',
  )
  expect(() => refuseWithoutRoom({ ...dump, isPacked: true }, 20 * 2 ** 30)).toThrow('takes about 81920 MiB')
  expect(() => refuseWithoutRoom(dump, 11 * 2 ** 30)).not.toThrow()
})

test('rows that are more than the disk of the site holds are refused before any is written', () => {
  expect(() => refuseWithoutRoomHere(dump, 2 ** 30)).toThrow(
    'Importing dump.sql takes about 10240 MiB in /tmp, which has 1024 MiB left',
  )
  expect(() => refuseWithoutRoomHere(dump, 11 * 2 ** 30)).not.toThrow()
})
