import type { ClientNote } from '../../clients/client-guide.ts'

export const clientNotes: Record<ClientNote, string> = {
  small_model: '除所选模型外，它还用一个小模型生成标题和摘要；请填写此处存在的模型。',
  no_v1: '地址不带 /v1：客户端会自行添加路径。',
  auth_conflict: '不要同时设置 ANTHROPIC_API_KEY：它会与此密钥一起发送。',
  public_address: '调用由其厂商的服务器发起，因此该地址必须能从互联网访问。',
  key_in_shell: '密钥从启动该程序的环境变量中读取。',
  reasoning_dropped: '在此格式下，它不会把模型的推理内容发回；对推理签名的模型每一轮都会重新推理。',
  own_server: '调用由它的服务器发起，服务器必须能访问该地址。',
  context_window: '它并不了解每个模型的上下文窗口；猜测有误时请自行设置。',
  trusted_folder: '它只在受信任的文件夹中工作：启动时会询问；上面命令中的参数表示信任当前文件夹。',
  model_warnings: '它并不了解每个模型的价格和窗口；最后一行使它不再询问。',
}
