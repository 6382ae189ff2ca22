import { expect, test } from 'bun:test'
import { countListedNumbers, eachText } from './each-text.ts'

function textsIn(json: string) {
  const values: string[] = []
  const names: string[] = []
  const media = eachText(json, (text, isName) => (isName ? names : values).push(text))
  return { values, names, media }
}

test('every string is visited as it reads, with names told apart from values', () => {
  const json = '{ "a" : "one", "b\\u0021":["two \\"2\\"", {"c":"\\u4f60\\ud83d\\ude00\\n"}, 3, true], "d":"\\\\" }'
  expect(textsIn(json)).toEqual({ values: ['one', 'two "2"', '你😀\n', '\\'], names: ['a', 'b!', 'c', 'd'], media: 0 })
})

test('encoded media are counted and skipped; long words of people are visited', () => {
  const base64 = 'iVBORw0KGgo='.repeat(100)
  const escaped = `data:image\\/png;base64,${base64}`
  const prose = 'Go on and on. '.repeat(100)
  const json = `{"data":"${base64}","url":"${escaped}","also":"data:image/png;base64,${base64}","text":"${prose}"}`
  expect(textsIn(json)).toEqual({ values: [prose], names: ['data', 'url', 'also', 'text'], media: 3 })
})

test('token ids are counted in any list, other numbers are not', () => {
  expect(
    countListedNumbers('{"input":[[1, 22,\n333],[4 ]],"dimensions":256,"a":[1.5,{"b":2}],"c":"[1,2]","d":[]}'),
  ).toBe(4)
  const ids = Array.from({ length: 100_000 }, (_, id) => id)
  expect(countListedNumbers(JSON.stringify({ model: 'm', input: ids }))).toBe(100_000)
})
