export const apiDocs = {
  intro:
    '供脚本使用：以 Authorization 发送系统访问令牌，以 {{header}} 发送其用户 ID。每个响应都包含 success、message 和 data。',
  search: '查找接口',
  download: 'OpenAPI 描述',
  loadFailed: '无法加载接口描述',
  nothing: '没有与“{{query}}”匹配的接口',
  access: {
    public: '所有人',
    user: '用户',
    admin: '管理员',
    root: '超级管理员',
    token: '令牌持有者',
  },
  confirm: '需要在浏览器中重新确认，脚本无法调用。',
  limit: '{{minutes}} 分钟内最多 {{attempts}} 次。',
  parameters: '参数',
  body: '请求体',
  reply: '响应',
  example: '示例',
}
