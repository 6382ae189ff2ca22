import type { Language } from './constants.ts'
import { fillIn } from './fill-in.ts'

type Sentences = Record<Language, string>

const sentence = (zh: string, en: string, ru: string): Sentences => ({ zh, en, ru })

/** Why a value is refused: stable code and one sentence in each language, said after the name of the field. */
export const reasons = {
  empty: sentence('不能为空', 'must not be empty', 'не может быть пустым'),
  too_long: sentence(
    '最多 {max} 个字符',
    'may have at most {max} characters',
    'может содержать не более {max} символов',
  ),
  not_boolean: sentence('只能是 true 或 false', 'must be true or false', 'допустимо только true или false'),
  not_number: sentence('请输入数字', 'must be a number', 'введите число'),
  not_integer: sentence('请输入整数', 'must be a whole number', 'введите целое число'),
  too_small: sentence('不能小于 {min}', 'must be at least {min}', 'должно быть не меньше {min}'),
  too_large: sentence('不能大于 {max}', 'must be at most {max}', 'должно быть не больше {max}'),
  not_choice: sentence('只能是以下之一：{choices}', 'must be one of: {choices}', 'допустимые значения: {choices}'),
  not_address: sentence(
    '地址必须以 http:// 或 https:// 开头',
    'must be an address that starts with http:// or https://',
    'адрес должен начинаться с http:// или https://',
  ),
  not_domain: sentence(
    '“{entry}”：邮箱域名格式不正确',
    '“{entry}”: invalid email domain format',
    '«{entry}»: неверный формат почтового домена',
  ),
  not_origin: sentence(
    '“{entry}”：不是来源地址，应类似 https://app.example',
    '“{entry}” is no origin; write it like https://app.example',
    '«{entry}» — не источник; пишите так: https://app.example',
  ),
  duplicate: sentence(
    '“{entry}” 已在白名单中',
    '“{entry}” is already in the whitelist',
    '«{entry}» уже есть в белом списке',
  ),
  not_json: sentence('不是合法的 JSON 字符串', 'is not a valid JSON string', 'не является корректной строкой JSON'),
  not_json_object: sentence('应为 JSON 对象', 'must be a JSON object', 'ожидается объект JSON'),
  not_number_map: sentence(
    '应为 JSON 对象：名称 → 0 到 100,000 之间的数字',
    'must be a JSON object of names, each with a number from 0 to 100,000',
    'ожидается объект JSON: имя → число от 0 до 100 000',
  ),
  not_count_map: sentence(
    '应为 JSON 对象：名称 → 正整数',
    'must be a JSON object of names, each with a whole number above 0',
    'ожидается объект JSON: имя → целое число больше 0',
  ),
  not_text_map: sentence(
    '应为 JSON 对象：名称 → 文本',
    'must be a JSON object of names, each with a text',
    'ожидается объект JSON: имя → текст',
  ),
  not_text_list: sentence('应为 JSON 文本数组', 'must be a JSON list of texts', 'ожидается список текстов JSON'),
  not_rate_limit_map: sentence(
    '应为 JSON 对象：分组 → [最多请求次数 ≥ 0, 最多成功次数 ≥ 1]',
    'must be a JSON object of groups, each with [requests of 0 or more, completions of 1 or more]',
    'ожидается объект JSON: группа → [число запросов от 0, число успешных от 1]',
  ),
  not_header_map: sentence(
    '应为 JSON 对象：模型 → 请求头 → 文本数组',
    'must be a JSON object of models, each with headers, each with a list of texts',
    'ожидается объект JSON: модель → заголовок → список текстов',
  ),
  not_chat_list: sentence(
    '应为 JSON 数组，每项只有一个“名称 → 链接”',
    'must be a JSON list of objects with one entry each: a name and its link',
    'ожидается список JSON из объектов с одной парой: имя → ссылка',
  ),
} satisfies Record<string, Sentences>

export type ReasonCode = keyof typeof reasons

export const isReasonCode = (text: string): text is ReasonCode => Object.hasOwn(reasons, text)

export interface Reason {
  code: ReasonCode
  parameters?: Record<string, string | number>
  /** The place inside a JSON value that is wrong: `vip.1`. */
  at?: string
}

/** The sentence of a reason in a language, its `{names}` filled in, after the place it speaks of. */
export function reasonMessage({ code, parameters = {}, at }: Reason, language: Language): string {
  const text = fillIn(reasons[code][language], parameters)
  return at ? `${at}: ${text}` : text
}
