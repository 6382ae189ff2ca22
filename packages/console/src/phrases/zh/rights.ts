import type { Phrases } from '../language-pack.ts'

export const rights: Phrases['rights'] = {
  intro: '谁可以做什么，由谁决定。超级管理员在此限制管理员，立即生效。',
  loadFailed: '权限加载失败',
  columns: { username: '用户名', rights: '权限', given: '决定者' },
  nobody: '尚无',
  root: '全部',
  all: '管理员的全部权限',
  none: '仅限自己的用户页面',
  change: '更改权限',
  form: {
    title: '“{{name}}”的权限',
    may: '可以做',
    only: '仅限勾选的内容',
    hint: '操作、编辑和密钥权限会自动包含查看权限。',
  },
}
