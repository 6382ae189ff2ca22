import { expect, test } from 'bun:test'
import { deviceOf } from './device.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome', 'Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/141.0.0.0`, 'Edge', 'Windows', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} OPR/125.0.0.0`, 'Opera', 'Linux', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} YaBrowser/25.8.0.0`, 'Yandex Browser', 'Windows', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Windows', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'macOS',
    false,
  ],
  [`${IOS} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS', true],
  [`${IOS} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS', true],
  [`${IOS} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS', true],
  [`${IOS} Mobile/15E148 MicroMessenger/8.0.54 Language/zh_CN`, 'WeChat', 'iOS', true],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
    true,
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome', 'ChromeOS', false],
  [
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Mobile HuaweiBrowser/5.1',
    'Huawei Browser',
    'HarmonyOS',
    true,
  ],
  ['curl/8.5.0', 'curl', '', false],
  ['python-requests/2.32.3', 'python-requests', '', false],
  ['Mozilla/5.0', '', '', false],
  ['', '', '', false],
  ['<script>alert(1)</script>', '', '', false],
])('%s', (userAgent, browser, system, isPhone) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system, isPhone })
})
