import type { fields as en } from '../en/fields.ts'

export const fields: Record<keyof typeof en, string> = {
  name: '名称',
  quota: '额度',
  count: '数量',
  status: '状态',
  key: '密钥',
  username: '用户名',
  password: '密码',
  display_name: '显示名称',
  email: '邮箱地址',
  group: '分组',
  models: '模型',
  priority: '优先级',
  weight: '权重',
  tag: '标签',
  remain_quota: '额度',
  expired_time: '过期时间',
  amount: '数额',
}
