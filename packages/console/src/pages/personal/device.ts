export interface Device {
  /** Empty if the header names none. */
  browser: string
  system: string
  isPhone: boolean
}

/** Marks of browsers: those whose names others contain come last. */
const BROWSERS: [sign: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX|Opera)\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bM?QQBrowser\//, 'QQ Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Marks of systems, in the same order. */
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(OpenHarmony|HarmonyOS)\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Mac OS X|Macintosh)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Reads a browser's `User-Agent`; for a program that is not a known browser, its first word. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (table: typeof BROWSERS) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? ''
  const [program = ''] = /^[\w.+-]{1,40}/.exec(userAgent) ?? []
  return {
    browser: nameIn(BROWSERS) || (program === 'Mozilla' ? '' : program),
    system: nameIn(SYSTEMS),
    isPhone: /\b(Mobile|iPhone|iPod)\b/.test(userAgent),
  }
}
