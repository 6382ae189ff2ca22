import { entry, type RefusalEntry } from './entry.ts'

/** Pictures, sounds and files told by address. */
export const mediaRefusals = {
  media_unreachable: entry(
    400,
    'invalid_request_error',
    '无法获取请求中的 {part}：其地址没有响应，或不在公共互联网上',
    'The {part} of the request could not be fetched: its address does not answer, or is not on the public internet',
    'Не удалось загрузить {part} из запроса: адрес не отвечает или находится вне общедоступного интернета',
  ),
  media_not_given: entry(
    400,
    'invalid_request_error',
    '无法获取请求中的 {part}：其地址返回状态码 {status}',
    'The {part} of the request could not be fetched: its address answered {status}',
    'Не удалось загрузить {part} из запроса: адрес ответил кодом {status}',
  ),
  media_too_large: entry(
    400,
    'invalid_request_error',
    '请求中的 {part} 超过 {limit}，或所有文件之和过大',
    'The {part} of the request is larger than {limit}, or too large together with the others',
    '{part} из запроса больше {limit} или слишком велик вместе с остальными',
  ),
  media_wrong_type: entry(
    400,
    'invalid_request_error',
    '请求中的 {part} 的地址返回的内容不是 {kind}',
    'What the address of the {part} of the request answered with is no {kind}',
    'По адресу {part} из запроса находится не {kind}',
  ),
  media_too_many: entry(
    400,
    'invalid_request_error',
    '请求中以地址给出的文件超过 {limit} 个；请改为直接发送数据',
    'The request names more than {limit} files by address; send their data instead',
    'В запросе больше {limit} файлов, заданных адресом; отправьте их данные',
  ),
} satisfies Record<string, RefusalEntry>
