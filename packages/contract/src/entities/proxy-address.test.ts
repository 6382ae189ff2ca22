import { expect, test } from 'bun:test'
import { channelSetting } from './channel-setting.ts'
import { readProxy } from './proxy-address.ts'

test('a proxy has a host with a port, a user, and says who looks up names', () => {
  expect(readProxy(' socks5://user:secret@10.0.0.5 ')).toEqual({
    protocol: 'socks5:',
    host: '10.0.0.5:1080',
    user: 'user',
    looksUp: false,
  })
  expect(readProxy('socks5h://[::1]:9')).toMatchObject({ host: '[::1]:9', user: '', looksUp: true })
  expect(readProxy('http://proxy.example')).toMatchObject({ host: 'proxy.example:80', looksUp: true })
  expect(readProxy('https://proxy.example')).toMatchObject({ host: 'proxy.example:443', looksUp: true })
})

test.each(['', 'proxy.example', 'ftp://proxy.example', 'http://', 'socks5://u:100%@h', 'socks4://h'])(
  '%j is no proxy, and a channel refuses it unless it is empty',
  address => {
    expect(readProxy(address)).toBeUndefined()
    expect(channelSetting.safeParse({ proxy: address }).success).toBe(address === '')
  },
)
