export const channelEditors = {
  add: 'Add a line',
  remove: 'Remove {{name}}',
  repeated: 'This line already exists',
  broken: 'The table is back once the JSON is valid.',
  asJson: '{{name}} as JSON',
  asTable: '{{name}} as a table',
  before: 'The client sends',
  after: 'The upstream gets',
  mapping: {
    from: 'Requested',
    to: 'Sent',
    circle: '“{{name}}” leads in a circle',
    notServed: '“{{name}}” is not among the models served, so nobody can ask for it',
    unknownTarget: '“{{target}}” is not among the known models of this type',
  },
  status: {
    from: 'Upstream’s status',
    to: 'Counts as',
    invalid: 'A status is a number from 100 to 599',
    outcome: 'When the upstream answers {{from}}, the gateway acts and answers as for {{to}}.',
  },
  paste: {
    open: 'Fill in from a curl line or code',
    label: 'Curl line, code or environment',
    hint: 'Paste it here: type, address, key and model are filled in. It stays in this browser.',
    filled: 'Filled in: {{names}}',
    nothing: 'Neither an address nor a key or model was found.',
  },
  headers: {
    label: 'Headers',
    hint: 'Sent with every call but tasks (videos, music, drawings), instead of the gateway’s own of the same name. {api_key} is the channel’s key, {client_header:NAME} a header of the client; a header that the client did not send is left out.',
    name: 'Header',
    value: 'Value',
    problem: {
      name: 'A header’s name has letters, digits and hyphens',
      reserved: 'The gateway writes this header itself',
      value: 'A value has 1 to 4,096 printable ASCII characters',
      credential: 'The client’s key for this gateway must not go upstream',
    },
  },
  override: { member: 'Member', value: 'Value (JSON or text)' },
  setting: {
    all: 'Everything above from the limits on, and whatever has no field of its own.',
    proxy: { label: 'Proxy', hint: 'http, https or socks5; its name and password belong into the address.' },
    system_prompt: { label: 'System prompt', hint: 'For requests that have none of their own.' },
    system_prompt_override: {
      label: 'System prompt for every request',
      hint: 'It is also put before a request’s own instructions.',
    },
    force_format: {
      label: 'OpenAI’s members only',
      hint: 'Chat responses have only the members that OpenAI documents.',
    },
    thinking_to_content: {
      label: 'Reasoning inside the content',
      hint: 'For clients of chat that show no reasoning of its own.',
    },
    pass_through_body_enabled: {
      label: 'Body as the client sent it',
      hint: 'It goes up unchanged: no mapping, no override.',
    },
  },
}
