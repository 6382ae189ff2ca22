import { expect, test } from 'bun:test'
import { estimateTokens } from './estimate-tokens.ts'

/** Texts with their token counts in o200k_base. */
const counted = [
  {
    kind: 'English prose',
    tokens: 75,
    text: 'The toll keeper opened the gate at dawn, counted the carts that had gathered overnight, and wrote every one of them into the ledger. By noon the queue reached the mill, and nobody remembered a market day as busy as this one. When somebody asked how he kept so calm, he pointed at the book: whatever is written down once does not need to be remembered twice.',
  },
  {
    kind: 'English talk',
    tokens: 46,
    text: "Sure! Here's what I'd do: first, check whether the file exists. If it doesn't, create it; if it does, don't overwrite anything. Let me know how that goes, and I'll help you with the next step.",
  },
  {
    kind: 'German',
    tokens: 63,
    text: 'Der Zöllner öffnete das Tor bei Sonnenaufgang, zählte die Wagen, die sich über Nacht angesammelt hatten, und schrieb jeden einzelnen in das Verzeichnis. Gegen Mittag reichte die Warteschlange bis zur Mühle, und niemand konnte sich an einen so geschäftigen Markttag erinnern.',
  },
  {
    kind: 'French',
    tokens: 64,
    text: 'Le péager ouvrit la barrière à l’aube, compta les charrettes qui s’étaient rassemblées pendant la nuit et inscrivit chacune d’elles dans le registre. Vers midi, la file atteignait le moulin, et personne ne se souvenait d’un jour de marché aussi animé.',
  },
  {
    kind: 'Spanish',
    tokens: 59,
    text: 'El guardián abrió la puerta al amanecer, contó los carros que se habían reunido durante la noche y anotó cada uno de ellos en el registro. Al mediodía la fila llegaba hasta el molino, y nadie recordaba un día de mercado tan concurrido como aquel.',
  },
  {
    kind: 'Polish',
    tokens: 66,
    text: 'Poborca otworzył bramę o świcie, policzył wozy, które zebrały się w nocy, i zapisał każdy z nich w księdze. Około południa kolejka sięgała młyna i nikt nie pamiętał tak ruchliwego dnia targowego.',
  },
  {
    kind: 'Vietnamese',
    tokens: 63,
    text: 'Người gác cổng mở cửa lúc bình minh, đếm những chiếc xe đã tụ tập suốt đêm và ghi từng chiếc vào sổ. Đến trưa, hàng xe kéo dài tới cối xay, và không ai nhớ được một ngày chợ nào đông đúc như vậy.',
  },
  {
    kind: 'Russian',
    tokens: 68,
    text: 'Сборщик пошлины открыл ворота на рассвете, пересчитал телеги, собравшиеся за ночь, и записал каждую из них в книгу. К полудню очередь дотянулась до мельницы, и никто не мог припомнить такого оживлённого рыночного дня.',
  },
  {
    kind: 'Greek',
    tokens: 64,
    text: 'Ο φύλακας άνοιξε την πύλη την αυγή, μέτρησε τα κάρα που είχαν μαζευτεί τη νύχτα και έγραψε το καθένα στο βιβλίο. Το μεσημέρι η ουρά έφτανε ως τον μύλο.',
  },
  {
    kind: 'Chinese',
    tokens: 89,
    text: '守门人在黎明时分打开大门，数清了夜里聚集的车辆，并把每一辆都记在账本上。到了中午，队伍已经排到了磨坊，谁也不记得有哪个集市日像今天这样热闹。有人问他为什么能如此镇定，他指了指账本：写下来一次的事情，就不必再记第二次。',
  },
  {
    kind: 'Japanese',
    tokens: 74,
    text: '門番は夜明けに門を開け、夜のあいだに集まった荷車を数え、その一台一台を帳簿に書き込みました。昼になると列は水車小屋まで届き、これほどにぎやかな市の日を覚えている人は誰もいませんでした。',
  },
  {
    kind: 'Korean',
    tokens: 62,
    text: '문지기는 새벽에 문을 열고 밤사이 모인 수레를 세어 하나하나 장부에 적었습니다. 정오가 되자 줄은 방앗간까지 이어졌고, 이렇게 붐비는 장날을 기억하는 사람은 아무도 없었습니다.',
  },
  {
    kind: 'Arabic',
    tokens: 54,
    text: 'فتح الحارس البوابة عند الفجر وأحصى العربات التي تجمعت أثناء الليل وكتب كل واحدة منها في السجل. وعند الظهر وصل الطابور إلى الطاحونة، ولم يتذكر أحد يوم سوق مزدحما كهذا اليوم.',
  },
  {
    kind: 'Hindi',
    tokens: 47,
    text: 'द्वारपाल ने भोर में फाटक खोला, रात भर में जमा हुई गाड़ियों को गिना और हर एक को बही में लिख लिया। दोपहर तक कतार चक्की तक पहुँच गई थी।',
  },
  {
    kind: 'Thai',
    tokens: 53,
    text: 'คนเฝ้าประตูเปิดประตูตอนรุ่งสาง นับเกวียนที่มารวมกันตลอดคืน และจดทุกคันลงในสมุดบัญชี พอถึงเที่ยงแถวก็ยาวไปถึงโรงสี',
  },
  {
    kind: 'TypeScript',
    tokens: 104,
    text: "export async function reserve(call: Call, terms: Terms, { ledger }: Deps): Promise<number> {\n  const amount = reservation(terms, measure(call.body), 500)\n  const answer = await ledger.reserve({ requestId: call.id, userId: call.user.id, amount })\n  if (answer !== 'held') throw refuse(answer, { amount })\n  return amount\n}\n\nconst isOpen = (gate: Gate): boolean => gate.openedAt !== null && gate.closedAt === null\n",
  },
  {
    kind: 'Python',
    tokens: 83,
    text: 'def count_carts(ledger, day=None):\n    """Return how many carts passed on a day."""\n    total = 0\n    for entry in ledger.entries:\n        if day is not None and entry.day != day:\n            continue\n        total += len(entry.carts)\n    return total\n\n\nif __name__ == "__main__":\n    print(count_carts(load("ledger.json"), day=12))\n',
  },
  {
    kind: 'HTML',
    tokens: 96,
    text: '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n    <title>Gate</title>\n    <link rel="stylesheet" href="/assets/style.css" />\n  </head>\n  <body>\n    <main class="page"><h1>Toll for today</h1><p>Carts: <b id="carts">12</b></p></main>\n  </body>\n</html>\n',
  },
  {
    kind: 'JSON',
    tokens: 66,
    text: '{"id":"call_7","gate":"north","carts":[{"owner":"Miller","wheels":4,"goods":["flour","bran"]},{"owner":"Smith","wheels":2,"goods":["iron"]}],"toll":{"amount":12.5,"currency":"USD"},"paid":true}',
  },
  {
    kind: 'a table of numbers',
    tokens: 104,
    text: '| day | carts | toll |\n|---|---|---|\n| 2026-08-01 | 312 | 1560.00 |\n| 2026-08-02 | 298 | 1490.00 |\n| 2026-08-03 | 1204 | 6020.50 |\n| 2026-08-04 | 87 | 435.25 |\n| 2026-08-05 | 455 | 2275.00 |\n',
  },
  {
    kind: 'Markdown',
    tokens: 66,
    text: '## What to do\n\n1. **Open** the gate at dawn.\n2. **Count** the carts:\n   - one line for each cart,\n   - `owner`, `wheels` and `goods`.\n3. **Close** the book.\n\n> Whatever is written down once does not need to be remembered twice.\n',
  },
  {
    kind: 'mixed Chinese and English',
    tokens: 49,
    text: '请在 config.json 里把 retry_times 设为 3，然后重启 gateway 服务。如果返回 429 Too Many Requests，就等待 Retry-After 指定的秒数后再调用 /v1/chat/completions 接口。',
  },
  {
    kind: 'emoji',
    tokens: 38,
    text: '🎉🚚🌾 Market day! 🧾✨ Carts: 🛒🛒🛒 — all paid ✅👍🏽 see you tomorrow 🌅🙂',
  },
]

test.each(counted)('the estimate for $kind is within a quarter of its count', ({ tokens, text }) => {
  expect(estimateTokens(text) / tokens).toBeWithin(0.75, 1.25)
})

test('a text costs the same in any pieces', () => {
  const text = counted.map(({ text }) => text).join('')
  const inPieces = [...text].reduce((sum, character) => sum + estimateTokens(character), 0)
  expect(inPieces).toBe(estimateTokens(text))
})

test('an empty text costs nothing', () => {
  expect(estimateTokens('')).toBe(0)
})
